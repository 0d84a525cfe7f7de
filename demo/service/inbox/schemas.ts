/**
 * The shapes of docs/wire.md, section 3. Input is validated by them, the OpenAPI document is generated from them, and the tests
 * check the answers against it.
 */
import { z } from '@hono/zod-openapi';

export const TEXT_MAX_LENGTH = 10_000;
export const ATTACHMENTS_MAX_COUNT = 10;
export const PAGE_MAX_LENGTH = 100;
export const PAGE_LENGTH = 30;

/** Text that people write. NUL is refused: databases cut a text there, and nothing may be lost in silence. */
export const textSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !text.includes('\0'), 'must not hold the character NUL');

/** A name that is shown somewhere: one line, not blank. */
export const nameSchema = (maxLength = 200) =>
  textSchema(maxLength)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'must not be empty')
    .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'must not hold control characters');

export const channelSchema = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be a lower-case word such as whatsapp');

const timestamp = z.iso.datetime().openapi({ example: '2026-05-12T09:42:00.000Z' });
const count = z.int().min(0);

export const attachmentSchema = z
  .object({ id: z.string(), name: z.string(), type: z.string(), size: count })
  .openapi('Attachment');

export const deliveryStatusSchema = z.enum(['sent', 'delivered', 'read', 'failed']).openapi('DeliveryStatus');
export const conversationStatusSchema = z.enum(['open', 'closed']).openapi('ConversationStatus');
const directionSchema = z.enum(['in', 'out']);

export const messageSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    direction: directionSchema,
    authorName: z.string(),
    text: z.string(),
    attachments: z.array(attachmentSchema),
    sentAt: timestamp,
    status: deliveryStatusSchema,
    clientKey: z.string().optional(),
  })
  .openapi('Message');

export const conversationSchema = z
  .object({
    id: z.string(),
    channel: channelSchema,
    contact: z.object({ id: z.string(), name: z.string(), avatarUrl: z.string().optional() }),
    subject: z.string().optional(),
    preview: z.string(),
    lastDirection: directionSchema.optional(),
    lastStatus: deliveryStatusSchema.optional(),
    unread: count,
    status: conversationStatusSchema,
    replyUntil: timestamp.optional(),
    lastMessageAt: timestamp,
  })
  .openapi('Conversation');

export const inboxSchema = z
  .object({
    component: z.object({ id: z.string(), title: z.string() }),
    client: z.object({ id: z.string(), name: z.string() }),
    channels: z.array(channelSchema),
    unread: count,
  })
  .openapi('Inbox');

export const conversationPageSchema = z
  .object({ conversations: z.array(conversationSchema), nextCursor: z.string().nullable(), unread: count })
  .openapi('ConversationPage');

export const messagePageSchema = z
  .object({ messages: z.array(messageSchema), hasMore: z.boolean() })
  .openapi('MessagePage');

const limit = z.coerce.number().int().min(1).max(PAGE_MAX_LENGTH).default(PAGE_LENGTH);

export const conversationQuerySchema = z.object({
  limit,
  cursor: z.string().max(200).optional(),
  filter: z.enum(['all', 'unread', 'open', 'closed']).default('all'),
  channel: z.union([channelSchema, z.literal('')]).default(''),
  q: textSchema(200).default(''),
});

export const messageQuerySchema = z.object({
  limit,
  before: z.string().max(200).optional().openapi({ description: 'Id of a message; only older ones are wanted.' }),
});

export const newMessageSchema = z
  .object({
    text: textSchema(TEXT_MAX_LENGTH),
    attachmentIds: z.array(z.string().max(100)).max(ATTACHMENTS_MAX_COUNT).default([]),
  })
  .refine(({ text, attachmentIds }) => text.trim() !== '' || attachmentIds.length > 0, {
    path: ['text'],
    message: 'must not be empty where there is no attachment',
  })
  .openapi('NewMessage');

export const idempotencySchema = z.object({
  'idempotency-key': z.string().regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters'),
});

export const readSchema = z.object({ messageId: z.string().min(1).max(100) }).openapi('ReadUpTo');
export const statusSchema = z.object({ status: conversationStatusSchema }).openapi('ConversationChange');
export const idParamSchema = z.object({ id: z.string().min(1).max(100) });

export type AttachmentJson = z.infer<typeof attachmentSchema>;
export type MessageJson = z.infer<typeof messageSchema>;
export type ConversationJson = z.infer<typeof conversationSchema>;
export type ConversationPageJson = z.infer<typeof conversationPageSchema>;
export type MessagePageJson = z.infer<typeof messagePageSchema>;
export type ConversationFilters = z.infer<typeof conversationQuerySchema>;
export type NewMessageInput = z.infer<typeof newMessageSchema>;
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>;
export type ConversationStatus = z.infer<typeof conversationStatusSchema>;
