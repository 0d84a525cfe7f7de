import type { InboxSource } from '../inbox-source.js';
import type { Channel } from '../model.js';
import type { ConversationSeed } from './memory-conversation.js';

/** What a memory source holds from the start. */
export interface MemorySeed {
  readonly component?: { readonly id: string; readonly title: string };
  readonly client?: { readonly id: string; readonly name: string };
  /** Default: the channels of the conversations. */
  readonly channels?: readonly Channel[];
  readonly conversations?: readonly ConversationSeed[];
  /** Bytes of attachments, by id. */
  readonly files?: ReadonlyMap<string, Blob>;
}

export interface MemorySourceOptions {
  /** Wall clock in ms since 1970; default `Date.now`. The times of new messages always grow, whatever it says. */
  readonly now?: () => number;
  /**
   * Called before each request, with the name of the method: may wait, to delay the answer, or throw an `InboxError`, to
   * make it fail. Default: does nothing.
   */
  readonly before?: (method: keyof InboxSource) => void | Promise<void>;
  /** The largest file in bytes; default 25 MiB. */
  readonly largestAttachment?: number;
}
