import { z } from '@hono/zod-openapi';
import { channelSchema, deliveryStatusSchema, nameSchema, TEXT_MAX_LENGTH, textSchema } from '../inbox/schemas.js';

const identifier = z.string().min(1).max(100);
const MAX_DELAY_MS = 120_000;

export const clientParamSchema = z.object({ clientId: identifier });
export const conversationParamSchema = z.object({ clientId: identifier, conversationId: identifier });
export const messageParamSchema = z.object({ clientId: identifier, messageId: identifier });
export const componentParamSchema = z.object({ componentId: identifier });

export const lifetimeSchema = z.object({ seconds: z.int().min(1).max(31_536_000) }).openapi('TokenLifetime');

const scope = {
  pathPrefix: z.string().startsWith('/').max(200).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  clientId: identifier.optional(),
  times: z.int().min(1).max(1_000_000).optional(),
};
const retryAfterS = z.int().min(0).max(86_400);

export const faultSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('reject-tokens'), ...scope }),
    z.object({ kind: z.literal('slow'), delayMs: z.int().min(0).max(MAX_DELAY_MS), ...scope }),
    z.object({ kind: z.literal('too-many-requests'), retryAfterS: retryAfterS.default(5), ...scope }),
    z.object({ kind: z.literal('unavailable'), retryAfterS: retryAfterS.optional(), ...scope }),
    z.object({ kind: z.literal('server-error'), ...scope }),
  ])
  .openapi('Fault');

export const faultListSchema = z.object({
  faults: z.array(z.looseObject({ kind: z.string(), left: z.int().nullable() })),
});

export const whoSchema = z.object({ clientId: identifier.optional() }).openapi('Whose');
export const contactMessageSchema = z
  .object({
    contactName: nameSchema(),
    channel: channelSchema,
    subject: textSchema(200).optional(),
    text: textSchema(TEXT_MAX_LENGTH).refine((text) => text.trim() !== '', 'must not be empty'),
  })
  .openapi('ContactMessage');
export const replySchema = z
  .object({ text: textSchema(TEXT_MAX_LENGTH).refine((text) => text.trim() !== '', 'must not be empty') })
  .openapi('ContactReply');
export const deliverySchema = z.object({ status: deliveryStatusSchema }).openapi('Delivery');
export const bulkSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('conversations'), count: z.int().min(1).max(10_000) }),
    z.object({
      kind: z.literal('messages'),
      count: z.int().min(1).max(100_000),
      /** 0: all in one go, before the answer. */
      overMs: z.int().min(0).max(600_000).default(0),
      conversationId: identifier.optional(),
    }),
  ])
  .openapi('Bulk');
export const playerSchema = z.object({ playing: z.boolean() }).openapi('ContactsPlayer');
export const newClientSchema = z
  .object({ componentId: identifier, name: nameSchema(), reference: textSchema(200).default('') })
  .openapi('NewSandboxClient');
export const clientSchema = z
  .object({ id: z.string(), componentId: z.string(), name: z.string(), reference: z.string(), createdAt: z.iso.datetime() })
  .openapi('Client');

export const logSchema = z
  .object({
    entries: z.array(
      z.object({
        type: z.literal('request'),
        time: z.iso.datetime(),
        method: z.string(),
        path: z.string(),
        status: z.int(),
        client: z.string().optional(),
        tokenState: z.enum(['valid', 'expired', 'revoked', 'invalid', 'none']),
        tokenId: z.string().optional(),
      }),
    ),
  })
  .openapi('RequestLog');
