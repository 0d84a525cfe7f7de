/** Titles of the statuses that the backend's half answers with (RFC 9110, 15). */
const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'Method Not Allowed',
  424: 'Failed Dependency',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
} as const;

export type ProblemStatus = keyof typeof TITLES;

/** What is said of a failure. */
export interface Problem {
  readonly status: ProblemStatus;
  /** Stable, for programs. */
  readonly code: string;
  /** A sentence for people; never holds a secret. */
  readonly detail: string;
}

/** An answer in problem details (RFC 9457) that no cache keeps. */
export function problemResponse({ status, code, detail }: Problem, headers: HeadersInit = {}): Response {
  const response = new Response(
    JSON.stringify({ type: 'about:blank', title: TITLES[status], status, detail, code }),
    { status, headers },
  );
  response.headers.set('Content-Type', 'application/problem+json');
  response.headers.set('Cache-Control', 'no-store');
  return response;
}
