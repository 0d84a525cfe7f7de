/** In an app of your own, all of these come from 'inbox-widget' and 'inbox-widget/memory'. */
export type { Attachment, Channel, DeliveryStatus, Message } from '../../../../src/inbox/model.js';
export type { InboxSource } from '../../../../src/inbox/inbox-source.js';
export type { ConversationSeed, MemorySeed, MemorySource } from '../../../../src/inbox/memory/index.js';
