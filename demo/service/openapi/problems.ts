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

type ProblemStatus = (typeof PROBLEMS)[ProblemCode][0];

/** The documentation of the problems that an operation can answer with. */
export function problems<Status extends ProblemStatus>(...statuses: Status[]) {
  const content = { 'application/problem+json': { schema: problemSchema } };
  const entries = statuses.map((status) => {
    const matching = codes.filter((code) => PROBLEMS[code][0] === status);
    return [status, { description: matching.map((code) => `\`${code}\``).join(', '), content }] as const;
  });
  return Object.fromEntries(entries) as Record<Status, { description: string; content: typeof content }>;
}

/** Those of every operation below `/inbox`, and more. */
export function inboxProblems<Status extends ProblemStatus>(...more: Status[]) {
  return { ...problems(401, 403, 429, 500, 503), ...problems(...more) };
}
