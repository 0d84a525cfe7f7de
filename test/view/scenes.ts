import { InboxError } from '../../src/errors.js';
import type { DeliveryStatus } from '../../src/inbox/model.js';
import type { Condition } from '../../src/view/view-options.js';
import { at, attachment, conversation, message, outgoing, thread, type StateWords } from './fixtures.js';

/** A state that a person can meet, and what stands beside it. */
export interface Scene extends StateWords {
  readonly condition?: Condition;
}

const lost = new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
const conversations = [
  conversation({ id: 'mara', unread: 2, preview: 'No rush on the second one 🙂' }),
  conversation({ id: 'theo', name: 'Théo Baptiste', channel: 'email', unread: 1, subject: 'Invoice 2041', lastMessageAt: at('9:30') }),
  conversation({ id: 'aiko', name: 'Aiko Tanaka', channel: 'instagram', lastDirection: 'out', lastStatus: 'read', preview: 'Gladly!', lastMessageAt: at('8:57') }),
  conversation({ id: 'number', name: '+44 7700 900 123', channel: 'sms', lastDirection: 'out', lastStatus: 'failed', lastMessageAt: at('-1 9:00') }),
  conversation({ id: 'unknown', name: 'Ünknown', channel: 'pigeon', lastMessageAt: at('-9 9:00') }),
];
const statuses: DeliveryStatus[] = ['read', 'delivered', 'sent', 'failed'];
const messages = [
  message({ text: 'Hi! See https://example.com/oak', sentAt: at('-1 16:02') }),
  message({ direction: 'out', authorName: 'Hannah · Fjord & Pine', text: 'It is.', sentAt: at('-1 16:10') }),
  message({ text: '🎉🎉', sentAt: at('9:00') }),
  message({ id: 'new', text: 'Perfect. Two questions', sentAt: at('9:41'), attachments: [attachment()] }),
  ...statuses.map((status) => message({ direction: 'out', status, text: status })),
];
const thready = { conversations, openId: 'mara', threads: new Map([['mara', thread(messages, { unreadFrom: 'new' })]]) };

export const scenes = {
  'first load': { inbox: null, list: { status: 'loading' } },
  'no conversation chosen': { conversations },
  'empty inbox': {},
  'search without a result': { list: { query: { filter: 'all', channel: '', q: 'invocie' } } },
  'filter without a result': { list: { query: { filter: 'unread', channel: '', q: '' } } },
  'search with results': { conversations, list: { query: { filter: 'all', channel: '', q: 'mara' } } },
  'list that failed': { list: { status: 'failed', error: lost } },
  offline: { conversations, connection: 'offline' },
  reconnecting: { conversations, connection: 'reconnecting' },
  'refused change': { conversations, refused: { change: 'status', conversationId: 'mara', error: lost } },
  'session ended': { conversations, condition: { kind: 'ended' } },
  misconfigured: { condition: { kind: 'misconfigured', error: new InboxError('INBOX_TOKEN_PLACEHOLDER', 'The page still says [[ TOKEN ]].') } },
  thread: { ...thready, typing: new Map([['mara', 'Mara']]), drafts: new Map([['theo', { text: 'Hello', attachments: [] }]]) },
  'thread with an outbox': {
    ...thready,
    outbox: [outgoing(), outgoing({ status: 'waiting' }), outgoing({ status: 'failed', error: lost })],
    drafts: new Map([
      ['mara', { text: 'Hello', attachments: [{ key: 'k', name: 'Oak.jpg', type: 'image/jpeg', size: 9, progress: 0.4, uploaded: null, error: null }] }],
    ]),
  },
  'thread that loads': { ...thready, threads: new Map([['mara', thread([], { status: 'loading' })]]) },
  'thread that failed': { ...thready, threads: new Map([['mara', thread([], { status: 'failed', error: lost })]]) },
  'unknown conversation': { conversations, openId: 'nobody' },
  'closed conversation': { ...thready, conversations: [conversation({ id: 'mara', status: 'closed' })] },
  'channel window over': { ...thready, conversations: [conversation({ id: 'mara', replyUntil: at('9:40') })] },
} satisfies Record<string, Scene>;
