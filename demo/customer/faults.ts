/** What the refresh endpoint can be made to do wrong, for one browser. */
export const ENDPOINT_FAULTS = [
  'none',
  '401',
  '403',
  '404',
  '429',
  '500',
  '503',
  'redirect',
  'html',
  'same-token',
  'slow',
  'drop',
] as const;
export type EndpointFaultKind = (typeof ENDPOINT_FAULTS)[number];

export interface EndpointFault {
  readonly kind: EndpointFaultKind;
  /** How many more calls it meets; `null`: without end. */
  readonly timesLeft: number | null;
}

export const NO_FAULT: EndpointFault = { kind: 'none', timesLeft: null };

/** Longer than the widget waits (15 s). */
export const SLOW_ANSWER_MS = 20_000;

/** What one call meets, and what the next one will. */
export function meetFault({ kind, timesLeft }: EndpointFault): { kind: EndpointFaultKind; next: EndpointFault } {
  if (timesLeft === null) return { kind, next: { kind, timesLeft } };
  return { kind, next: timesLeft > 1 ? { kind, timesLeft: timesLeft - 1 } : NO_FAULT };
}

/** The answer of a fault that answers in the endpoint's place; `null` for the others. */
export function faultyAnswer(kind: EndpointFaultKind): Response | null {
  const headers = { 'Cache-Control': 'no-store' };
  switch (kind) {
    case '429':
    case '503':
      return new Response(null, { status: Number(kind), headers: { ...headers, 'Retry-After': '10' } });
    case '401':
    case '403':
    case '404':
    case '500':
      return new Response(null, { status: Number(kind), headers });
    case 'redirect':
      return new Response(null, { status: 302, headers: { ...headers, Location: '/sign-in' } });
    case 'html':
      return new Response('<!doctype html><title>Fjord &amp; Pine</title><p>Please sign in.', {
        headers: { ...headers, 'Content-Type': 'text/html' },
      });
    default:
      return null;
  }
}

/** Reads what a page asked for; `null` where it is none of these. */
export function readFault(body: unknown): EndpointFault | null {
  if (typeof body !== 'object' || body === null) return null;
  const { endpoint, times = null } = body as { endpoint?: unknown; times?: unknown };
  const kind = ENDPOINT_FAULTS.find((known) => known === endpoint);
  const countable = times === null || (typeof times === 'number' && Number.isInteger(times) && times > 0);
  return kind && countable ? { kind, timesLeft: times } : null;
}
