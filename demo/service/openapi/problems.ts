import { z } from '@hono/zod-openapi';
import { PROBLEMS, type ProblemCode } from '../http/problem.js';

const codes = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

/** RFC 9457, with `code` and `errors` as extension members. */
export const problemSchema = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    code: z.enum(codes),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .openapi('Problem');

type StatusOf<Code extends ProblemCode> = (typeof PROBLEMS)[Code][0];

/** Of every operation that takes a JSON object. */
export const JSON_BODY = ['malformed_body', 'body_too_large', 'media_type_unsupported', 'field_invalid'] as const;

/** The documentation of the problems that an operation can answer with: these codes and no others. */
export function problems<Code extends ProblemCode>(...possible: readonly Code[]) {
  const statuses = [...new Set(possible.map((code) => PROBLEMS[code][0]))];
  const entries = statuses.map((status) => {
    const matching = [...new Set(possible)].filter((code) => PROBLEMS[code][0] === status) as [Code, ...Code[]];
    const schema = problemSchema.extend({ code: z.enum(matching) });
    const description = matching.map((code) => `\`${code}\``).join(', ');
    return [status, { description, content: { 'application/problem+json': { schema } } }] as const;
  });
  return Object.fromEntries(entries) as Record<StatusOf<Code>, { description: string; content: ProblemContent }>;
}

type ProblemContent = { 'application/problem+json': { schema: typeof problemSchema } };

const OF_INBOX = ['token_expired', 'token_invalid', 'origin_not_allowed', 'too_many_requests', 'internal_error', 'service_unavailable'] as const;

/** Those of every operation below `/inbox`, and more. */
export function inboxProblems<Code extends ProblemCode>(...more: readonly Code[]) {
  return problems<Code | (typeof OF_INBOX)[number]>(...OF_INBOX, ...more);
}
