import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './api.js';
import { Problem, type ProblemCode } from './problem.js';

/** Of every body that is not an attachment. */
export const JSON_MAX_BYTES = 64 * 1024;
/** How much of a body that is too large is read for the sake of a clear answer. */
const DRAINED_MAX_BYTES = 64 * 2 ** 20;
/** Room for most bodies; it doubles as often as one needs more. */
const FIRST_BYTES = 16 * 1024;

/** Lets only a JSON object pass that is not too large; the route's schema then looks at what is in it. */
export const jsonObject = createMiddleware<ApiEnv>(async (c, next) => {
  const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Problem('media_type_unsupported', { detail: 'The body must be application/json.' });
  }
  const bytes = await readBody(c.req.raw, JSON_MAX_BYTES, 'body_too_large');
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem('malformed_body', { detail: 'The body is not JSON.' });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('malformed_body');
  c.req.bodyCache.json = Promise.resolve(body);
  await next();
});

/** Reads a body as far as it is allowed to go, without trusting what its header says of its length. */
export async function readBody(request: Request, maxBytes: number, problem: ProblemCode): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
  let size = 0;
  for await (const part of partsOf(request)) {
    const begin = size;
    size += part.byteLength;
    if (size <= maxBytes) {
      if (size > bytes.length) bytes = enlarged(bytes, Math.min(Math.max(size, bytes.length * 2), maxBytes));
      // Copied at once: kept as they come, bodies in parts of one byte each would weigh hundreds of times what they hold.
      bytes.set(part, begin);
    }
    // The rest is read and thrown away: a browser that is cut off while it sends never sees the answer.
    else if (size > DRAINED_MAX_BYTES) break;
  }
  if (size > maxBytes) throw new Problem(problem, { detail: `At most ${maxBytes} bytes are taken.` });
  return bytes.slice(0, size);
}

/** A body that breaks off is no failure of the service: those are logged with their stack, for somebody to look at. */
async function* partsOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    throw new Problem('malformed_request', { detail: 'The body broke off.' });
  }
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}
