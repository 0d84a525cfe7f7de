import { expect } from 'chai';
import fc from 'fast-check';
import { belongs, insertRow, rowsBelow } from '../../src/inbox/conversation-list.js';
import type { Conversation, ConversationQuery } from '../../src/inbox/model.js';
import { compareTimes } from '../../src/inbox/order.js';
import type { LoadStatus } from '../../src/inbox/state.js';

const conversation = (part: Partial<Conversation> = {}): Conversation => ({
  id: 'c',
  channel: 'sms',
  contact: { id: 'p', name: 'Mara Lindqvist' },
  subject: 'Table',
  preview: 'Hello there',
  unread: 0,
  status: 'open',
  lastMessageAt: '2026-05-21T09:00:00Z',
  ...part,
});

const ALL: ConversationQuery = { filter: 'all', channel: '', q: '' };

describe('a conversation belongs in a list', () => {
  const TABLE: readonly [
    query: Partial<ConversationQuery>,
    part: Partial<Conversation>,
    isListed: boolean,
    expected: boolean,
  ][] = [
    [{}, {}, false, true],
    [{ filter: 'unread' }, { unread: 1 }, false, true],
    [{ filter: 'unread' }, {}, true, false],
    [{ filter: 'open' }, {}, false, true],
    [{ filter: 'open' }, { status: 'closed' }, true, false],
    [{ filter: 'closed' }, { status: 'closed' }, false, true],
    [{ filter: 'closed' }, {}, true, false],
    [{ channel: 'sms' }, {}, false, true],
    [{ channel: 'email' }, {}, true, false],
    [{ channel: 'sms', filter: 'closed' }, {}, false, false],
    [{ q: 'mara' }, {}, false, true],
    [{ q: ' TABLE ' }, {}, false, true],
    [{ q: 'there' }, {}, false, true],
    [{ q: 'invoice' }, {}, false, false],
    [{ q: 'invoice' }, {}, true, true],
    [{ q: 'invoice', filter: 'closed' }, {}, true, false],
  ];
  for (const [query, part, isListed, expected] of TABLE) {
    it(`${JSON.stringify(query)} ${JSON.stringify(part)}${isListed ? ', listed' : ''}: ${String(expected)}`, () => {
      expect(belongs(conversation(part), { ...ALL, ...query }, isListed)).to.equal(expected);
    });
  }
});

describe('rows', () => {
  const rows = fc.uniqueArray(fc.nat(40), { selector: (minute) => minute }).map((minutes) => {
    const known = new Map<string, Conversation>();
    for (const minute of minutes) {
      const lastMessageAt = new Date(Date.UTC(2026, 4, 21, 9, minute)).toISOString();
      known.set(`c${minute}`, conversation({ id: `c${minute}`, lastMessageAt }));
    }
    return known;
  });

  const sorted = (known: Map<string, Conversation>): string[] =>
    [...known.values()].sort((a, b) => compareTimes(b.lastMessageAt, a.lastMessageAt)).map(({ id }) => id);

  it('stand newest first, in whatever order they come', () => {
    fc.assert(
      fc.property(rows, (known) => {
        let ids: readonly string[] = [];
        for (const row of known.values()) ids = insertRow(ids, known, row, false);
        expect(ids).to.deep.equal(sorted(known));
      }),
    );
  });

  it('do not come in below the last one while more are to be fetched', () => {
    const known = new Map([
      ['new', conversation({ id: 'new', lastMessageAt: '2026-05-21T09:00:00Z' })],
      ['old', conversation({ id: 'old', lastMessageAt: '2026-05-20T09:00:00Z' })],
    ]);
    const old = known.get('old') as Conversation;
    expect(insertRow(['new'], known, old, true)).to.deep.equal(['new']);
    expect(insertRow(['new'], known, old, false)).to.deep.equal(['new', 'old']);
  });
});

describe('the rows below a page that was fetched again', () => {
  const at = (id: string, lastMessageAt = `2026-05-21T09:0${9 - Number(id)}:00Z`): Conversation => conversation({ id, lastMessageAt });
  const ids = ['1', '2', '3', '4'];
  const known = new Map([...ids, '5'].map((id) => [id, at(id)]));
  const TABLE: readonly [what: string, page: readonly Conversation[], nextCursor: string | undefined, status: LoadStatus, expected: readonly string[]][] = [
    ['stay where its last row is as it was', [at('1'), at('2')], 'next', 'ready', ['3', '4']],
    ['stay below a row that has moved up', [at('3', '2026-05-21T10:00:00Z'), at('1'), at('2')], 'next', 'ready', ['3', '4']],
    ['go where its last row has changed', [at('1'), at('2', '2026-05-21T09:01:00Z')], 'next', 'ready', []],
    ['go where its last row is new', [at('1'), at('6')], 'next', 'ready', []],
    ['go where its last row was not in the list', [at('1'), at('5')], 'next', 'ready', []],
    ['go where the list ends with it', [at('1'), at('2')], undefined, 'ready', []],
    ['go where they are those of another query', [at('1'), at('2')], 'next', 'loading', []],
    ['go where it is empty', [], 'next', 'ready', []],
  ];
  for (const [what, conversations, nextCursor, status, expected] of TABLE) {
    it(what, () => expect(rowsBelow({ status, ids }, known, { conversations, nextCursor })).to.deep.equal(expected));
  }
});
