import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import type { ConversationPage } from '../../src/inbox/inbox-source.js';
import type { ConversationQuery } from '../../src/inbox/model.js';
import { settle } from '../helpers/fake-clock.js';
import { deafWorld } from './deaf-world.js';
import { gate, manyConversations, storeWorld } from './store-world.js';

const unreachable = () => new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');

/** A long list on screen, whose answers come, or fail, when the test says so. */
async function listWorld(count = 100) {
  let slow: ReturnType<typeof gate> | null = null;
  const world = await storeWorld({
    seed: manyConversations(count),
    after: (method) => (method === 'listConversations' ? slow?.passed : undefined),
  });
  const { store, calls, source } = world;
  const { listConversations } = source;
  const limits: (number | undefined)[] = [];
  source.listConversations = (query, page, options) => {
    limits.push(page.limit);
    return listConversations.call(source, query, page, options);
  };
  calls.length = 0;
  return {
    ...world,
    /** How many rows each request asked for. */
    limits,
    list: () => store.state.list,
    hold: () => (slow = gate()),
    more: (): Promise<void> => {
      store.loadMoreConversations();
      return settle();
    },
  };
}

describe('a conversation that is new here', () => {
  it('may hold more than can be compared, as objects of an app of its own do', async () => {
    const answer = (method: string, given: unknown): unknown => {
      if (method === 'listConversations') for (const one of (given as ConversationPage).conversations) Object.assign(one, { own: 1n });
      return given;
    };
    const { store } = await storeWorld({ answer });
    expect(store.state.list).to.include({ status: 'ready', error: null });
  });
});

describe('more conversations', () => {
  it('are asked for once, however often somebody scrolls meanwhile', async () => {
    const { hold, more, list, limits } = await listWorld();
    const slow = hold();
    for (let count = 0; count < 3; count++) await more();
    expect(list().loadingMore).to.equal(true);
    expect(limits).to.deep.equal([30]);
    slow.open();
    await settle();
    expect([list().ids.length, list().loadingMore]).to.deep.equal([60, false]);
  });

  it('are not asked for while the list is fetched anew', async () => {
    const { store, hold, more, list, limits } = await listWorld();
    const slow = hold();
    store.reload();
    await settle();
    await more();
    expect(limits).to.deep.equal([30]);
    slow.open();
    await settle();
    expect(list()).to.deep.include({ loadingMore: false, hasMore: true });
  });

  it('that cannot be had are told of, and asked for again only when somebody scrolls there again', async () => {
    const { clock, hold, more, list, limits } = await listWorld();
    const slow = hold();
    await more();
    slow.fail(unreachable());
    await settle();
    expect(list()).to.deep.include({ status: 'ready', loadingMore: false });
    expect(list().error?.code).to.equal('INBOX_SERVICE_UNREACHABLE');
    await clock.advance(60_000);
    expect(limits).to.have.length(1);
    hold().open();
    await more();
    expect([list().ids.length, list().error]).to.deep.equal([60, null]);
  });

  it('are given up where the list is fetched anew, or another one', async () => {
    for (const change of ['reload', 'search']) {
      const { store, hold, more, list } = await listWorld();
      const slow = hold();
      await more();
      hold().open();
      if (change === 'reload') store.reload();
      else store.setQuery({ q: 'chair' });
      expect(list().loadingMore, change).to.equal(false);
      await settle();
      const { ids } = list();
      slow.open();
      await settle();
      expect(ids, change).to.have.length(30);
      expect(list().ids, change).to.deep.equal(ids);
    }
  });
});

describe('a list that is fetched anew', () => {
  it('is asked for as far as it was shown, in no larger parts than the service gives, up to 500 rows', async () => {
    const { store, more, list, limits } = await listWorld(700);
    for (const [rows, parts] of [
      [30, [30]],
      [60, [60]],
      [150, [100, 50]],
      [600, [100, 100, 100, 100, 100]],
    ] as const) {
      while (list().ids.length < rows) await more();
      limits.length = 0;
      store.reload();
      await settle();
      expect(limits).to.deep.equal(parts);
    }
  });

  /** More rows than are fetched anew, while nothing is heard of what happens. */
  async function longWorld(query: Partial<ConversationQuery> = {}) {
    const world = await deafWorld(manyConversations(700));
    const { between, store, answered } = world;
    store.setQuery(query);
    await answered();
    while (store.state.list.ids.length < 600) {
      store.loadMoreConversations();
      await answered();
    }
    return {
      ...world,
      rows: () => store.state.list.ids,
      /** Everything that was on its way is lost, and the list is fetched anew. */
      fetchAnew: (): Promise<void> => {
        between.gap();
        return answered();
      },
      more: (): Promise<void> => {
        store.loadMoreConversations();
        return answered();
      },
    };
  }

  const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`);

  it('keeps its further rows, so that whoever reads there keeps their place, and goes on below them', async () => {
    const { truth, store, rows, fetchAnew, more } = await longWorld();
    truth.receive('c550', 'Missed');
    truth.receive('c20', 'Missed');
    const wanted = ['c20', 'c550', ...ids(600).filter((id) => id !== 'c20' && id !== 'c550')];
    await fetchAnew();
    expect(rows()).to.deep.equal(wanted);
    expect(rows().filter((id) => !store.state.conversations.has(id)), 'rows without a conversation').to.be.empty;
    expect(store.state.conversations.get('c550')?.preview).to.equal('Missed');
    await more();
    expect(rows()).to.deep.equal([...wanted, ...ids(700).slice(600, 630)]);
  });

  it('fetches a conversation of its further rows along with the thread, once that is opened', async () => {
    const { truth, store, answered, fetchAnew } = await longWorld();
    await truth.setStatus('c550', 'closed');
    await truth.markUnread('c550');
    await fetchAnew();
    store.open('c550');
    await answered();
    expect(store.state.conversations.get('c550')).to.deep.include({ status: 'closed', unread: 1 });
  });

  it('ends with what has been fetched where that may leave a hole above its further rows', async () => {
    const { truth, rows, fetchAnew } = await longWorld();
    for (const id of ids(550)) truth.receive(id, 'Missed');
    await fetchAnew();
    expect(rows()).to.deep.equal(ids(550).reverse().slice(0, 500));
  });

  it('ends with what has been fetched where there is no more', async () => {
    const { truth, rows, fetchAnew, store } = await longWorld();
    const { listConversations } = truth;
    truth.listConversations = async (query, page) => {
      const answer = await listConversations.call(truth, query, page);
      return rest < 0 ? { ...answer, nextCursor: null } : { ...answer, nextCursor: (rest -= 100) < 0 ? null : answer.nextCursor! };
    };
    let rest = 400;
    await fetchAnew();
    expect([rows().length, store.state.list.hasMore]).to.deep.equal([500, false]);
  });

  it('ends with what has been fetched where its last row was not in it before', async () => {
    const { truth, store, answered, rows, fetchAnew } = await longWorld({ filter: 'open' });
    store.setStatus('c500', 'closed');
    await answered();
    await truth.setStatus('c500', 'open');
    await truth.setStatus('c10', 'closed');
    await fetchAnew();
    expect(rows()).to.deep.equal(ids(501).filter((id) => id !== 'c10'));
  });

  it('has none of the rows of another query', async () => {
    const { store, answered, rows } = await longWorld();
    store.setQuery({ q: 'contact' });
    expect(rows()).to.have.length(600);
    await answered();
    expect(rows()).to.have.length(500);
  });

  it('stays on screen where that fails', async () => {
    const { store, hold, list } = await listWorld();
    const { ids } = list();
    const slow = hold();
    store.reload();
    await settle();
    slow.fail(unreachable());
    await settle();
    expect(list()).to.deep.include({ status: 'ready', ids });
    expect(list().error?.code).to.equal('INBOX_SERVICE_UNREACHABLE');
    hold().open();
    store.reload();
    await settle();
    expect(list().error).to.equal(null);
  });

  it('is on its way again after it could not be had', async () => {
    let isDown = true;
    const slow = gate();
    const { store } = await storeWorld({
      before: (method) => {
        if (method !== 'listConversations') return undefined;
        if (isDown) throw unreachable();
        return slow.passed;
      },
    });
    expect(store.state.list.status).to.equal('failed');
    isDown = false;
    store.reload();
    expect(store.state.list.status).to.equal('loading');
    slow.open();
    await settle();
    expect(store.state.list.status).to.equal('ready');
  });

  it('keeps what it brings again, though the network makes copies', async () => {
    const { store, answered } = await deafWorld();
    const known = new Map(store.state.conversations);
    store.reload();
    await answered();
    for (const [id, conversation] of store.state.conversations) expect(conversation, id).to.equal(known.get(id));
  });
});

describe('another query', () => {
  it('shows at once what belongs in its list of what is known, and that the rest is on its way', async () => {
    const { store, hold, list } = await listWorld(40);
    hold();
    store.setQuery({ channel: 'email' });
    expect(list().ids).to.deep.equal(Array.from({ length: 15 }, (_, index) => `c${2 * index + 1}`));
    expect(list()).to.deep.include({ status: 'loading', hasMore: false });
  });

  it('shows at once only what visibly holds the words of a search', async () => {
    const { store, hold, list } = await listWorld(6);
    hold();
    store.setQuery({ q: 'chair' });
    expect(list().ids).to.deep.equal(['c0', 'c3']);
  });

  it('no longer says that the one before failed', async () => {
    const { store, hold, list } = await listWorld();
    const slow = hold();
    store.reload();
    await settle();
    slow.fail(unreachable());
    await settle();
    hold();
    store.setQuery({ channel: 'email' });
    expect(list().error).to.equal(null);
  });

  it('is none where it is the same, and nothing is asked for', async () => {
    const { store, list, limits } = await listWorld();
    const before = list();
    store.setQuery({ channel: '', q: '' });
    await settle();
    expect(list()).to.equal(before);
    expect(limits).to.deep.equal([]);
  });

  it('shows what a search finds where it is not to be seen in the list', async () => {
    const { store, source } = await storeWorld();
    source.receive('mara', 'Something else');
    store.setQuery({ q: 'rush' });
    await settle();
    expect(store.state.list.ids).to.deep.equal(['mara']);
  });

  it('leaves the open conversation known, which is not in its list', async () => {
    const { store } = await storeWorld();
    store.open('mara');
    await settle();
    store.setQuery({ filter: 'closed' });
    await settle();
    expect(store.state.list.ids).not.to.include('mara');
    expect(store.state.conversations.get('mara')?.contact.name).to.equal('Mara Lindqvist');
  });
});

describe('the row of an own message', () => {
  it('is as the service will describe it, before an event has told of it', async () => {
    const { truth, between, store, say, answered } = await deafWorld();
    await say('mara', 'Mine');
    await answered();
    expect(between.events, 'still on its way').not.to.be.empty;
    expect(store.state.conversations.get('mara')).to.deep.equal(await truth.getConversation('mara'));
    expect(store.state.list.ids[0]).to.equal('mara');
  });

  it('is that of a newer message, where that was told of first', async () => {
    const { truth, between, store, say, answered } = await deafWorld();
    await say('mara', 'Mine');
    truth.receive('mara', 'Theirs');
    between.deliverEarly(between.events.length - 1);
    await answered();
    expect(store.state.conversations.get('mara')?.preview).to.equal('Theirs');
  });
});
