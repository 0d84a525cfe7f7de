import { z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import type { ApiContext, ApiEnv } from '../http/api.js';
import { JSON_MAX_BYTES, readBody } from '../http/body.js';
import { Problem, type ProblemCode } from '../http/problem.js';
import { problems } from '../openapi/problems.js';
import type { Html } from './html.js';

/** What is wrong with a form, by the name of the field. */
export type FormErrors = Readonly<Record<string, string | undefined>>;
/** What somebody has put into a form, to be shown again. */
export type FormValues = Readonly<Record<string, unknown>>;

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Of every page of the dashboard. */
const PAGE = ['session_missing', 'request_not_ours', 'api_key_unknown', 'component_unknown', 'client_unknown', 'field_invalid'] as const;
const htmlContent = { 'text/html': { schema: z.string() } };

/** Problems as who asks for pages is told them: by a page, and where a field is wrong by the form once more. */
function pageProblems(...codes: readonly ProblemCode[]) {
  return Object.fromEntries(
    Object.entries(problems(...codes)).map(([status, { description, content }]) => {
      return [status, { description, content: { ...htmlContent, ...content } }];
    }),
  );
}

/** Lets only a form pass that is not too large. */
export const formBody = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== FORM_TYPE) {
    throw new Problem('media_type_unsupported', { detail: `The body must be ${FORM_TYPE}.` });
  }
  const bytes = await readBody(c.req.raw, JSON_MAX_BYTES, 'body_too_large');
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) form.append(name, value);
  c.req.bodyCache.formData = form;
  await next();
});

/** Parts of the definition of a route that shows a page. */
export const showsPage = {
  tags: ['Dashboard'],
  security: [{ session: [] }],
  responses: {
    200: { description: 'The page.', content: htmlContent },
    303: { description: 'To another page.' },
    ...pageProblems(...PAGE),
  },
};

/** Parts of the definition of a route that takes a form. */
export function takesForm<Schema extends z.ZodType>(schema: Schema) {
  return {
    tags: ['Dashboard'],
    security: [{ session: [] }],
    middleware: formBody,
    request: { body: { required: true, content: { [FORM_TYPE]: { schema } } } },
    responses: {
      200: { description: 'The page, with what was asked for.', content: htmlContent },
      303: { description: 'Done; to another page.' },
      ...pageProblems(...PAGE, 'body_too_large', 'media_type_unsupported', 'too_many_requests'),
    },
  };
}

/** The first error of each field, in words that can stand beside it. */
export function formErrors(error: z.ZodError): FormErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? 'form');
    errors[name] ??= message.charAt(0).toUpperCase() + message.slice(1);
  }
  return errors;
}

/** The form once more, drawn with what was put into it. */
export async function again(c: ApiContext, draw: (values: FormValues) => Html | Promise<Html>): Promise<Response> {
  const form = await c.req.formData();
  const values = [...new Set(form.keys())].map((name) => {
    const all = form.getAll(name);
    return [name, all.length > 1 ? all : all[0]] as const;
  });
  return c.html(await draw(Object.fromEntries(values)), 422);
}

export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}
