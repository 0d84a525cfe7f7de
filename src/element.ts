/*
 * Only the classes: importing this registers nothing. For scoped registries and other tag names.
 */
export { InboxWidget } from './inbox-widget.js';
export { InboxUnread } from './inbox-unread.js';
export { configure, type InboxConfiguration } from './configure.js';
export { InboxError, type InboxErrorCode, type InboxErrorOptions } from './errors.js';
export * from './events.js';
export type { InboxElements, InboxSolidElements } from './jsx.js';
export type * from './inbox/model.js';
export type { OwnWords, WordKey } from './locales/dictionary.js';
export type * from './inbox/inbox-source.js';
export type { FetchTokenRequest, RefreshHeaders, RefreshReason, TokenStatus } from './token/token-owner.js';
export type { InboxVueComponents } from './vue.js';
