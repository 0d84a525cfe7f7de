/**
 * `inbox-widget/memory`: a complete inbox without a network, an example to fill it with, and the conformance suite that
 * every source must pass.
 */
export { createMemorySource, MemorySource } from './memory-source.js';
export type { MemorySeed, MemorySourceOptions } from './memory-options.js';
export type { ConversationSeed } from './memory-conversation.js';
export { exampleInbox } from './example-inbox.js';
export { inboxSourceCases, type ConformanceCase, type ConformanceSubject } from './conformance.js';
