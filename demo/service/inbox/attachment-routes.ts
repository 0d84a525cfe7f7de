import { createRoute, z } from '@hono/zod-openapi';
import type { Api } from '../http/api.js';
import { readBody } from '../http/body.js';
import { jsonAnswer } from '../openapi/json.js';
import { inboxProblems } from '../openapi/problems.js';
import { ATTACHMENT_MAX_BYTES, disposition, dispositionName, type Attachments } from './attachments.js';
import { attachmentSchema, idParamSchema } from './schemas.js';

const common = { tags: ['Inbox'], security: [{ token: [] }] };
const bytes = { schema: z.string().openapi({ format: 'binary' }) };

const routes = {
  upload: createRoute({
    ...common,
    method: 'post',
    path: '/inbox/attachments',
    summary: 'Upload a file for the next message',
    description: `The bytes themselves, at most ${ATTACHMENT_MAX_BYTES / 2 ** 20} MiB. The name stands in Content-Disposition (RFC 8187).`,
    request: {
      headers: z.object({
        'content-disposition': z.string().max(4000).optional().openapi({ example: "attachment; filename*=UTF-8''plan.pdf" }),
      }),
    },
    responses: { 201: jsonAnswer('The attachment, to be named in a message.', attachmentSchema), ...inboxProblems('attachment_too_large', 'field_invalid') },
  }),
  download: createRoute({
    ...common,
    method: 'get',
    path: '/inbox/attachments/{id}',
    summary: 'Download a file',
    request: { params: idParamSchema },
    responses: {
      200: { description: 'The bytes, always as a download.', content: { 'application/octet-stream': bytes } },
      ...inboxProblems('attachment_unknown', 'field_invalid'),
    },
  }),
};

export function addAttachmentRoutes(api: Api, attachments: Attachments): void {
  api.openapi(routes.upload, async (c) => {
    const content = await readBody(c.req.raw, ATTACHMENT_MAX_BYTES, 'attachment_too_large');
    const name = dispositionName(c.req.header('content-disposition')) ?? 'file';
    const type = c.req.header('content-type') ?? '';
    return c.json(await attachments.add(c.get('caller').clientId, name, type, content), 201);
  });
  api.openapi(routes.download, async (c) => {
    const attachment = await attachments.read(c.get('caller').clientId, c.req.valid('param').id);
    return c.body(attachment.bytes, 200, {
      'content-type': attachment.type,
      'content-disposition': disposition(attachment.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
}
