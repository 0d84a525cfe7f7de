import { isInboxError } from '../failures.js';
import type { InboxSource, SourceEvent } from '../inbox-source.js';
import type { Conversation, ConversationQuery, Message } from '../model.js';
import { compareTimes } from '../order.js';
import { ALL, equal, expect, expectProgress, failure, follow, sum, unreadOne } from './conformance-checks.js';

/** A source to be tested, fresh for each case. */
export interface ConformanceSubject {
  /**
   * Holds at least three conversations over at least two channels; one of them has three messages or more, of which the
   * newest was received and is unread, and accepts replies.
   */
  readonly source: InboxSource;
  /** Lets the contact of a conversation write. Where it is absent, the cases that need it are left out. */
  readonly receive?: (conversationId: string, text: string) => unknown;
  /** Disposes of the source after its case. */
  readonly dispose?: () => unknown;
}

/** One case: it passes if `run()` resolves. */
export interface ConformanceCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/**
 * What every `InboxSource` must do, as cases for any test runner.
 *
 * A source that fails to report an event makes its case wait for ever: set the runner's time limit.
 *
 * @example
 * for (const { name, run } of inboxSourceCases(create)) it(name, run);
 */
export const inboxSourceCases = (
  create: () => ConformanceSubject | Promise<ConformanceSubject>,
): readonly ConformanceCase[] =>
  Object.entries(CASES).map(([name, check]) => ({
    name,
    run: async () => {
      const subject = await create();
      try {
        await check(subject);
      } finally {
        await subject.dispose?.();
      }
    },
  }));

const CASES: Record<string, (subject: ConformanceSubject) => Promise<void>> = {
  'tells whose inbox it is, and how much is unread': async ({ source }) => {
    const inbox = await source.getInbox();
    expect(inbox.component.id && inbox.client.id, 'component and client have an id');
    const { conversations, unread } = await source.listConversations(ALL, { limit: 100 });
    equal(inbox.unread, unread, 'unread count of inbox and list');
    equal(sum(conversations), unread, 'unread counts of all conversations');
    for (const { channel } of conversations) expect(inbox.channels.includes(channel), `${channel} is a channel`);
  },

  'lists conversations newest first, in pages without gap or repetition': async ({ source }) => {
    const { conversations, unread } = await source.listConversations(ALL, { limit: 100 });
    expect(conversations.length >= 3, 'there are three conversations');
    for (const [index, { lastMessageAt }] of conversations.slice(1).entries()) {
      expect(compareTimes((conversations[index] as Conversation).lastMessageAt, lastMessageAt) >= 0, 'newest first');
    }
    const paged: Conversation[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await source.listConversations(ALL, { cursor, limit: 2 });
      expect(page.conversations.length <= 2, 'no page is longer than asked');
      equal(page.unread, unread, 'unread count over all conversations, with a page of some');
      expectProgress(page.conversations, paged, !!page.nextCursor);
      paged.push(...page.conversations);
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    equal(paged, conversations, 'pages joined');
  },

  'filters by state, unread messages, channel and words': async ({ source }) => {
    const all = (await source.listConversations(ALL, { limit: 100 })).conversations;
    const first = all[0] as Conversation;
    await source.setStatus(first.id, 'closed');
    const ids = async (query: Partial<ConversationQuery>): Promise<string[]> =>
      (await source.listConversations({ ...ALL, ...query }, { limit: 100 })).conversations.map(({ id }) => id);
    expect((await ids({ filter: 'closed' })).includes(first.id), 'the closed one is among the closed');
    expect(!(await ids({ filter: 'open' })).includes(first.id), 'the closed one is not among the open');
    const unread = all.filter((conversation) => conversation.unread).map(({ id }) => id);
    equal(await ids({ filter: 'unread' }), unread, 'unread conversations');
    const sameChannel = all.filter(({ channel }) => channel === first.channel).map(({ id }) => id);
    equal(await ids({ channel: first.channel }), sameChannel, 'conversations of one channel');
    expect((await ids({ q: first.contact.name })).includes(first.id), "a contact's name finds its conversation");
    equal(await ids({ q: 'no such words anywhere' }), [], 'what is nowhere is not found');
    const other = all.find(({ channel }) => channel !== first.channel) as Conversation;
    expect(!(await ids({ q: first.contact.name, channel: other.channel })).includes(first.id), 'a search stays within the channel');
    expect(!(await ids({ q: first.contact.name, filter: 'open' })).includes(first.id), 'a search stays within the filter');
  },

  'gives one conversation as the list shows it': async ({ source }) => {
    for (const conversation of (await source.listConversations(ALL, {})).conversations) {
      equal(await source.getConversation(conversation.id), conversation, 'the conversation');
    }
  },

  'refuses what does not exist': async ({ source }) => {
    for (const ask of [
      () => source.getConversation('no-such-conversation'),
      () => source.listMessages('no-such-conversation', {}),
      () => source.setStatus('no-such-conversation', 'closed'),
      () => source.markRead('no-such-conversation', 'no-such-message'),
    ]) {
      const error = await failure(ask());
      expect(isInboxError(error) && error.code === 'INBOX_SERVICE_REFUSED', 'an InboxError: INBOX_SERVICE_REFUSED');
    }
  },

  'lists messages oldest first, in pages without gap or repetition': async ({ source }) => {
    const { id } = await unreadOne(source);
    const { messages, hasMore } = await source.listMessages(id, { limit: 100 });
    expect(messages.length >= 3 && !hasMore, 'there are at least three, and at most 100');
    for (const { conversationId } of messages) equal(conversationId, id, 'its conversation');
    for (const [index, { sentAt }] of messages.slice(1).entries()) {
      expect(compareTimes((messages[index] as Message).sentAt, sentAt) <= 0, 'oldest first');
    }
    let paged: Message[] = [];
    for (let isMore = true; isMore; ) {
      const page = await source.listMessages(id, { before: paged[0]?.id, limit: 2 });
      expect(page.messages.length <= 2, 'no page is longer than asked');
      expectProgress(page.messages, paged, page.hasMore);
      paged = [...page.messages, ...paged];
      isMore = page.hasMore;
    }
    equal(paged, messages, 'pages joined');
  },

  'sends a message once for each key': async ({ source }) => {
    const { id } = await unreadOne(source);
    const before = (await source.listMessages(id, { limit: 100 })).messages.length;
    const first = await source.sendMessage(id, { text: 'Hello', clientKey: 'conformance-1' });
    const again = await source.sendMessage(id, { text: 'Hello', clientKey: 'conformance-1' });
    const other = await source.sendMessage(id, { text: 'Hello', clientKey: 'conformance-2' });
    equal([first.text, first.direction, first.clientKey], ['Hello', 'out', 'conformance-1'], 'the message');
    equal(again.id, first.id, 'the same key, the same message');
    expect(other.id !== first.id, 'another key, another message');
    const { messages } = await source.listMessages(id, { limit: 100 });
    equal(messages.slice(before).map((message) => message.id), [first.id, other.id], 'messages that were added');
    equal((await source.getConversation(id)).lastMessageAt, other.sentAt, 'time of the newest message');
  },

  'marks as read, and never moves the mark backwards': async ({ source }) => {
    const { id, unread } = await unreadOne(source);
    const total = (await source.getInbox()).unread;
    const { messages } = await source.listMessages(id, { limit: 100 });
    await source.markRead(id, (messages.at(-1) as Message).id);
    equal((await source.getConversation(id)).unread, 0, 'unread');
    await source.markRead(id, (messages[0] as Message).id);
    equal((await source.getConversation(id)).unread, 0, 'unread after an older mark');
    equal((await source.getInbox()).unread, total - unread, 'unread in all');
  },

  'marks the newest received message as unread again': async ({ source }) => {
    const { id } = await unreadOne(source);
    const { messages } = await source.listMessages(id, { limit: 100 });
    await source.markRead(id, (messages.at(-1) as Message).id);
    await source.markUnread(id);
    equal((await source.getConversation(id)).unread, 1, 'unread');
  },

  'closes and reopens': async ({ source }) => {
    const { id } = await unreadOne(source);
    const before = await source.getConversation(id);
    const closed = await source.setStatus(id, 'closed');
    equal([closed.status, before.status], ['closed', 'open'], 'the answer, and the one before, which does not change');
    equal((await source.getConversation(id)).status, 'closed', 'the conversation');
    equal((await source.setStatus(id, 'open')).status, 'open', 'the answer');
  },

  'takes attachments in, sends them, and gives their bytes back': async ({ source }) => {
    const { id } = await unreadOne(source);
    const parts: number[] = [];
    const file = new File(['some bytes'], 'Übersicht (1).txt', { type: 'text/plain' });
    const attachment = await source.uploadAttachment(file, { onProgress: (part) => parts.push(part) });
    equal([attachment.name, attachment.type, attachment.size], [file.name, file.type, file.size], 'the attachment');
    expect(parts.every((part) => part >= 0 && part <= 1), 'progress is from 0 to 1');
    const sent = await source.sendMessage(id, { text: '', attachmentIds: [attachment.id], clientKey: 'conformance-3' });
    equal(sent.attachments, [attachment], 'attachments of the message');
    equal(await (await source.downloadAttachment(attachment.id)).text(), 'some bytes', 'its bytes');
  },

  'tells what its own methods have done': async ({ source }) => {
    const { id } = await unreadOne(source);
    const events = await follow(source);
    const sent = await source.sendMessage(id, { text: 'Told', clientKey: 'conformance-4' });
    const told = await events.next((event) => event.type === 'message' && event.message.id === sent.id);
    equal(told.type === 'message' && told.message, sent, 'the message');
    equal(told.type === 'message' && told.conversation.lastMessageAt, sent.sentAt, 'its conversation');
    const closed = await source.setStatus(id, 'closed');
    const change = await events.next((event) => event.type === 'conversation' && event.conversation.status === 'closed');
    equal(change.type === 'conversation' && change.conversation, closed, 'the whole conversation');
    await source.markRead(id, sent.id);
    await events.next((event) => event.type === 'conversation' && !event.conversation.unread);
    events.stop();
  },

  'tells what the contact writes': async ({ source, receive }) => {
    if (!receive) return;
    const { id } = await unreadOne(source);
    const events = await follow(source);
    await receive(id, 'From outside');
    const told = await events.next((event) => event.type === 'message' && event.message.text === 'From outside');
    events.stop();
    const { messages } = await source.listMessages(id, { limit: 100 });
    equal(told.type === 'message' && told.message, messages.at(-1), 'the message');
    equal(told.type === 'message' && told.conversation, await source.getConversation(id), 'its conversation');
  },

  'tells nothing after the end of a subscription': async ({ source }) => {
    const { id } = await unreadOne(source);
    const ended: SourceEvent[] = [];
    const events = await follow(source);
    const unsubscribe = source.subscribe((event) => ended.push(event));
    unsubscribe();
    unsubscribe();
    // A source may speak at once.
    ended.length = 0;
    await source.setStatus(id, 'closed');
    await events.next((event) => event.type === 'conversation');
    events.stop();
    equal(ended, [], 'events');
  },

  "rejects with the signal's reason once that is aborted": async ({ source }) => {
    const { id } = await unreadOne(source);
    const reason = new Error('No longer wanted.');
    const signal = AbortSignal.abort(reason);
    for (const ask of [
      () => source.getInbox({ signal }),
      () => source.listConversations(ALL, {}, { signal }),
      () => source.getConversation(id, { signal }),
      () => source.listMessages(id, {}, { signal }),
      () => source.sendMessage(id, { text: 'Never', clientKey: 'conformance-5' }, { signal }),
      () => source.setStatus(id, 'closed', { signal }),
      () => source.markRead(id, 'any', { signal }),
      () => source.markUnread(id, { signal }),
      () => source.uploadAttachment(new File([''], 'never.txt'), { signal }),
      () => source.downloadAttachment('any', { signal }),
    ]) {
      expect((await failure(ask())) === reason, "the signal's own reason");
    }
  },
};
