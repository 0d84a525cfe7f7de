import { expect } from 'chai';
import { conversation } from './fixtures.js';
import { mount, people, unmountAll, type Mounted } from './mount.js';

const three = [
  conversation({ id: 'mara', name: 'Mara Lindqvist', unread: 2 }),
  conversation({ id: 'theo', name: 'Théo Baptiste', channel: 'email' }),
  conversation({ id: 'aiko', name: 'Aiko Tanaka', channel: 'instagram', lastDirection: 'out', lastStatus: 'read', preview: 'Gladly' }),
];
const names = (view: Mounted): string[] => view.all('.row-name').map((name) => name.textContent ?? '');
const scroll = async (view: Mounted, top: number): Promise<void> => {
  view.find('.rows-scroller').scrollTop = top;
  await view.drawn();
};

describe('The list', () => {
  afterEach(unmountAll);

  it('is one tab stop: arrows, Home, End and letters move, and only that', async () => {
    const view = await mount({ conversations: three });
    expect(view.all('.row[tabindex="0"]')).to.have.length(1);
    view.row('Mara Lindqvist').focus();
    const moves: [string, string][] = [
      ['ArrowDown', 'Théo Baptiste'],
      ['ArrowDown', 'Aiko Tanaka'],
      ['ArrowDown', 'Aiko Tanaka'],
      ['Home', 'Mara Lindqvist'],
      ['End', 'Aiko Tanaka'],
      ['ArrowUp', 'Théo Baptiste'],
      ['m', 'Mara Lindqvist'],
    ];
    for (const [key, name] of moves) {
      expect(view.press(key).defaultPrevented, key).to.be.true;
      expect(view.focused, key).to.equal(view.row(name));
      expect(view.all('.row[tabindex="0"]'), key).to.deep.equal([view.row(name)]);
    }
    expect(view.store.called('open')).to.be.empty;
  });

  it('leaves keys to whoever else they mean something to: with Ctrl, Alt or Meta', async () => {
    const view = await mount({ conversations: three });
    view.row('Théo Baptiste').focus();
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'm']) {
      for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
        expect(view.press(key, more).defaultPrevented, key).to.be.false;
        expect(view.focused, key).to.equal(view.row('Théo Baptiste'));
      }
    }
  });

  it('takes letters typed without a pause for one name, spaces in it as well; otherwise a space opens', async () => {
    const view = await mount({ conversations: ['Ann Ash', 'Ann Birch', 'Bob', 'Cid'].map((name) => conversation({ id: name, name })) });
    view.row('Cid').focus();
    expect(view.press(' ').defaultPrevented, 'a space alone').to.be.false;
    for (const key of 'ann b') {
      expect(view.press(key).defaultPrevented, key).to.be.true;
      view.clock.pass(500);
    }
    expect(view.focused).to.equal(view.row('Ann Birch'));
    view.clock.pass(100);
    view.press('b');
    expect(view.focused, 'after a pause').to.equal(view.row('Bob'));
    view.clock.pass(600);
    expect(view.press(' ').defaultPrevented, 'after another').to.be.false;
  });

  it('shows a draft, but what has come and is unread before it', async () => {
    const drafts = new Map([['theo', { text: 'wip', attachments: [] }]]);
    const view = await mount({ conversations: three, drafts });
    const preview = (): string => view.text('.row[data-id="theo"] .row-preview');
    expect(preview()).to.equal('Draft: wip');
    view.store.put({ ...three[1]!, unread: 1, preview: 'Are you there?' });
    await view.drawn();
    expect(preview()).to.equal('Are you there?');
  });

  it('says once that nothing could be loaded, with nothing beside it that takes it for loaded', async () => {
    const view = await mount({ connection: 'reconnecting' });
    view.store.change({ list: { ...view.store.state.list, status: 'failed' } });
    view.clock.pass(10_000);
    await view.drawn();
    expect(view.text('.panel')).to.equal('This could not be loaded Nothing is lost. Try again in a moment. Try again');
    expect(view.all('.notice, .list, .thread')).to.be.empty;
    view.find('[part="panel-button"]').click();
    expect(view.store.called('reload')).to.have.length(1);
  });

  it('says beside a thread that it is being reconnected, also where it could not be loaded itself, and is the way back from there', async () => {
    const view = await mount({ connection: 'reconnecting', conversations: three, openId: 'mara', list: { ids: [], status: 'failed' } }, { width: 390 });
    view.clock.pass(10_000);
    await view.drawn();
    expect(view.text('.notice')).to.equal('Reconnecting… You can keep writing.');
    view.find('.back-button').click();
    await view.drawn();
    expect(view.focused?.textContent).to.equal('Try again');
  });

  it('keeps its tab stop on the row that was pressed last, also in Safari, which focuses nothing there', async () => {
    const view = await mount({ conversations: three });
    view.row('Aiko Tanaka').focus();
    await view.drawn();
    view.row('Théo Baptiste').click();
    await view.drawn();
    expect(view.all('.row[tabindex="0"]')).to.deep.equal([view.row('Théo Baptiste')]);
  });

  it('fills its box, whatever becomes of the box or of the height of its rows', async () => {
    const view = await mount({ conversations: people(200, conversation) });
    const gap = (): number => view.find('.rows-scroller').getBoundingClientRect().bottom - view.all('.rows > li:not([data-apart])').at(-1)!.getBoundingClientRect().bottom;
    const heights = (): number => view.find('.rows').getBoundingClientRect().height;
    view.host.style.height = '1200px';
    await view.drawn();
    expect(gap(), 'a higher box').to.be.at.most(0);
    const before = heights();
    view.host.style.setProperty('--inbox-density', '0.5');
    await view.drawn();
    await view.drawn();
    expect(heights(), 'lower rows').to.be.below(before * 0.95);
    expect(gap(), 'lower rows').to.be.at.most(0);
    const pitch = view.all('.row')[1]!.getBoundingClientRect().top - view.all('.row')[0]!.getBoundingClientRect().top;
    expect(heights() / pitch, 'room for every row').to.be.closeTo(200, 2);
  });

  it('shows what has been read otherwise than what was delivered, and not by its colour alone', async () => {
    const own = (id: string, lastStatus: 'read' | 'delivered') => conversation({ id, name: id, lastDirection: 'out', lastStatus });
    const view = await mount({ conversations: [own('read', 'read'), own('delivered', 'delivered')] });
    const [read = '', delivered] = view.all('.row .delivery-mark').map((mark) => getComputedStyle(mark).strokeWidth);
    expect(parseFloat(read)).to.be.above(1.4 * parseFloat(delivered ?? ''));
  });

  it('shows which row the keys have come to, also to whoever has used the mouse before', async () => {
    const view = await mount({ conversations: people(4, conversation) });
    view.row('Person 0').focus({ focusVisible: false });
    for (const key of ['ArrowDown', 'End', 'Home']) {
      view.press(key);
      await view.drawn();
      expect(view.focused!.matches(':focus-visible'), key).to.be.true;
    }
  });

  it('can be reached by Tab, at its first row, also where that is the only one', async () => {
    for (const conversations of [three, three.slice(0, 1)]) {
      const view = await mount({ conversations });
      expect(view.all('.row').map(({ tabIndex }) => tabIndex)).to.deep.equal(conversations.map((_, index) => (index ? -1 : 0)));
    }
  });

  it('opens by a press, and leads to the title of the thread', async () => {
    const view = await mount({ conversations: three });
    view.row('Théo Baptiste').click();
    await view.drawn();
    expect(view.store.called('open')).to.deep.equal([['theo']]);
    expect(view.focused).to.equal(view.find('.thread-title'));
    expect(view.row('Théo Baptiste').getAttribute('aria-current')).to.equal('true');
  });

  it('takes the focus back from the thread by Escape: beside it the thread stays, in its place it closes', async () => {
    for (const [layout, stays] of [['split', true], ['stack', false]] as const) {
      const view = await mount({ conversations: three }, { attributes: { layout } });
      view.row('Théo Baptiste').click();
      await view.drawn();
      const escape = view.press('Escape');
      expect(escape.defaultPrevented).to.be.true;
      expect(view.focused, layout).to.equal(view.row('Théo Baptiste'));
      expect(view.store.state.openId, layout).to.equal(stays ? 'theo' : null);
    }
  });

  it('gives the focus to the first row where that one has gone, to the search where none is left', async () => {
    const view = await mount({ conversations: three, openId: 'theo' }, { attributes: { layout: 'stack' } });
    const { list } = view.store.state;
    view.store.change({ list: { ...list, ids: ['mara', 'aiko'] } });
    await view.drawn();
    view.find('.back-button').click();
    expect(view.focused).to.equal(view.row('Mara Lindqvist'));
    view.row('Mara Lindqvist').click();
    view.store.change({ list: { ...list, query: { ...list.query, q: 'x' }, ids: [] } });
    await view.drawn();
    view.find('.back-button').click();
    expect(view.focused).to.equal(view.find('.search-field'));
  });

  it('draws a conversation’s row anew when it changes, and no other one', async () => {
    const view = await mount({ conversations: people(40, conversation) });
    const touched = new Set<Element | null>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) touched.add((target instanceof Element ? target : target.parentElement)?.closest('.row, .rows') ?? null);
    });
    observer.observe(view.find('.rows'), { subtree: true, childList: true, attributes: true, characterData: true });
    view.store.put(conversation({ id: 'c3', name: 'Person 3', preview: 'Something new', unread: 1 }));
    await view.drawn();
    observer.disconnect();
    expect([...touched]).to.deep.equal([view.row('Person 3')]);
    expect(view.text('.row[data-id="c3"] .row-preview')).to.equal('Something new');
  });

  it('looks at that conversation only, not at those that are as they were', async () => {
    const looked: string[] = [];
    const watched = (part: { id: string; name: string }) => {
      const one = conversation(part);
      return Object.defineProperty({ ...one }, 'preview', { get: () => (looked.push(one.id), one.preview), enumerable: true });
    };
    const view = await mount({ conversations: people(40, watched) });
    looked.length = 0;
    view.store.put(watched({ id: 'c3', name: 'Person 3' }));
    await view.drawn();
    expect(looked).to.deep.equal(['c3']);
  });

  it('cuts what is too long for its line, in no box that could be scrolled: each of those takes browsers longer to draw and take out', async () => {
    const long = 'Bartholomew Featherstonehaugh of the Northern Workshops '.repeat(4);
    const view = await mount({ conversations: [conversation({ id: 'mara', name: long, preview: long })] });
    for (const part of ['.row-name', '.row-preview']) {
      const box = view.find(part);
      expect(box.scrollWidth, part).to.be.above(box.clientWidth);
      box.scrollLeft = 50;
      expect(box.scrollLeft, part).to.equal(0);
    }
  });

  it('keeps the rows in sight in the DOM, each with its place among all', async () => {
    const view = await mount({ conversations: people(10_000, conversation) });
    const before = view.all('.row').length;
    expect(before).to.be.below(16);
    await scroll(view, 300_000);
    const middle = view.all('.rows > li');
    expect(middle.length).to.be.below(20);
    const seen = view.find('.rows-scroller').getBoundingClientRect();
    const visible = view.all('.row').filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > seen.top && top < seen.bottom;
    });
    expect(visible.length).to.be.above(5);
    expect(visible[0]!.getBoundingClientRect().top).to.be.at.most(seen.top + 2);
    expect(visible.at(-1)!.getBoundingClientRect().bottom).to.be.at.least(seen.bottom - 2);
    for (const item of middle) {
      const index = Number(item.getAttribute('aria-posinset')) - 1;
      expect(item.querySelector('.row-name')?.textContent).to.equal(`Person ${index}`);
      expect(item.getAttribute('aria-setsize')).to.equal('10000');
    }
  });

  it('leaves no gap at its end where rows from there move to its top', async () => {
    const view = await mount({ conversations: people(33, conversation) });
    await scroll(view, 100_000);
    const { list } = view.store.state;
    const ids = [...list.ids];
    view.store.change({ list: { ...list, ids: [...ids.splice(-4, 4), ...ids] } });
    await view.drawn();
    await view.drawn();
    const seen = view.find('.rows-scroller').getBoundingClientRect();
    const inFlow = view.all('.rows > li:not([data-apart])');
    expect(inFlow[0]!.getBoundingClientRect().top).to.be.at.most(seen.top + 2);
    expect(inFlow.at(-1)!.getBoundingClientRect().bottom).to.be.at.least(seen.bottom - 14);
  });

  it('begins at its top when something is chosen, also where that changes nothing', async () => {
    const view = await mount({ conversations: people(1_000, conversation) });
    await scroll(view, 6_000);
    view.store.setQuery = () => undefined;
    view.find('.channel-filter select').dispatchEvent(new Event('change'));
    await view.drawn();
    expect(view.find('.rows-scroller').scrollTop).to.equal(0);
    expect(names(view)[0]).to.equal('Person 0');
    expect(view.find('.rows').style.paddingBlockStart).to.equal('0px');
  });

  it('keeps the row with the focus while it is scrolled away, and comes back to it', async () => {
    const view = await mount({ conversations: people(10_000, conversation) });
    view.row('Person 0').focus();
    view.press('ArrowDown');
    await scroll(view, 300_000);
    expect(view.focused).to.equal(view.row('Person 1'));
    view.press('ArrowDown');
    expect(view.focused).to.equal(view.row('Person 2'));
    const { top, bottom } = view.find('.rows-scroller').getBoundingClientRect();
    const box = view.row('Person 2').getBoundingClientRect();
    expect(box.top >= top && box.bottom <= bottom, `${box.top}–${box.bottom} in ${top}–${bottom}`).to.be.true;
    view.press('End');
    expect(view.focused).to.equal(view.row('Person 9999'));
  });

  it('does not move under the reader when conversations come and go above', async () => {
    const view = await mount({ conversations: people(500, conversation) });
    await scroll(view, 9_000);
    const scroller = view.find('.rows-scroller').getBoundingClientRect();
    const reading = view.all('.row').find((row) => row.getBoundingClientRect().top > scroller.top + 100)!;
    const { top } = reading.getBoundingClientRect();
    const { list, conversations } = view.store.state;
    const extra = conversation({ id: 'new', name: 'New' });
    view.store.change({
      conversations: new Map(conversations).set('new', extra),
      list: { ...list, ids: ['c400', 'new', ...list.ids.filter((id) => id !== 'c400')] },
    });
    await view.drawn();
    expect(reading.isConnected).to.be.true;
    expect(Math.abs(reading.getBoundingClientRect().top - top)).to.be.below(1.5);
  });

  it('takes nobody back to where a key has led, once they have scrolled on', async () => {
    const view = await mount({ conversations: people(500, conversation) });
    view.row('Person 0').focus();
    view.press('End');
    await view.drawn();
    view.find('.rows-scroller').scrollTop = 9_000;
    // Before the browser has told of it.
    view.store.put(conversation({ id: 'c3', name: 'Person 3', unread: 1 }));
    await view.drawn();
    expect(view.find('.rows-scroller').scrollTop).to.equal(9_000);
  });

  it('does not move behind the thread of a narrow inbox either', async () => {
    const view = await mount({ conversations: people(500, conversation) }, { attributes: { layout: 'stack' } });
    await scroll(view, 9_000);
    const { list } = view.store.state;
    const name = view.all('.row-name')[5]!.textContent;
    const { top } = view.row(name).getBoundingClientRect();
    view.row(name).click();
    await view.drawn();
    view.store.change({ list: { ...list, ids: ['c400', ...list.ids.filter((id) => id !== 'c400')] } });
    await view.drawn();
    view.find('.back-button').click();
    await view.drawn();
    expect(Math.abs(view.row(name).getBoundingClientRect().top - top)).to.be.below(1.5);
  });

  it('asks for more near its end, once, and offers another try where that failed', async () => {
    const view = await mount({ conversations: people(60, conversation), list: { hasMore: true } });
    expect(view.store.called('loadMoreConversations')).to.be.empty;
    const rows = view.all('.row');
    const pitch = rows[1]!.getBoundingClientRect().top - rows[0]!.getBoundingClientRect().top;
    const { clientHeight } = view.find('.rows-scroller');
    await scroll(view, 45 * pitch - clientHeight);
    expect(view.store.called('loadMoreConversations'), 'fifteen below').to.be.empty;
    await scroll(view, 52 * pitch - clientHeight);
    expect(view.store.called('loadMoreConversations'), 'eight below').not.to.be.empty;
    await scroll(view, 99_999);
    expect(view.store.called('loadMoreConversations').length).to.be.above(0);
    const { list } = view.store.state;
    view.store.change({ list: { ...list, loadingMore: true } });
    await view.drawn();
    expect(view.find('.rows-more .icon-turning')).to.exist;
    const asked = view.store.called('loadMoreConversations').length;
    view.store.change({ list: { ...list, error: { code: 'INBOX_SERVICE_UNREACHABLE' } as never } });
    await scroll(view, 0);
    await scroll(view, 99_999);
    expect(view.store.called('loadMoreConversations')).to.have.length(asked);
    view.find('.rows-more button').click();
    // Everything anew: a place in the list that the service has forgotten would be refused for ever.
    expect(view.store.called('reload')).to.have.length(1);
  });

  it('shows drafts and typing of other conversations, not of the open one, which shows them itself', async () => {
    const drafts = new Map(['mara', 'theo'].map((id) => [id, { text: 'Hello', attachments: [] }]));
    const view = await mount({ conversations: three, openId: 'mara', drafts, typing: new Map([['aiko', 'Aiko']]) });
    expect(view.text('.row[data-id="mara"] .row-preview')).to.equal('No rush on the second one');
    expect(view.text('.row[data-id="theo"] .row-preview')).to.equal('Draft: Hello');
    expect(view.text('.row[data-id="aiko"] .row-preview')).to.equal('Typing…');
  });

  it('shows no delivery where somebody types, since the message is not theirs', async () => {
    const view = await mount({ conversations: [conversation({ id: 'own', lastDirection: 'out', lastStatus: 'read' })] });
    expect(view.all('.row .delivery-mark')).to.have.length(1);
    view.store.change({ typing: new Map([['own', 'Aiko']]) });
    await view.drawn();
    expect(view.all('.row .delivery-mark')).to.be.empty;
  });

  it('keeps the row of the tab stop in its place among the others, though it is out of sight above or below', async () => {
    const conversations = Array.from({ length: 200 }, (_, index) => conversation({ id: `c${index}`, name: `Person ${index}` }));
    const view = await mount({ conversations });
    const places = (): number[] => view.all('.rows > li').map((item) => Number(item.getAttribute('aria-posinset')));
    const inOrder = (): number[] => places().sort((a, b) => a - b);
    await scroll(view, 5_000);
    expect(places()).to.deep.equal(inOrder());
    expect(places()[0]).to.equal(1);
    view.all('.row').at(-1)!.focus({ preventScroll: true });
    await view.drawn();
    const last = places().at(-1);
    await scroll(view, 0);
    expect(places()).to.deep.equal(inOrder());
    expect(places().at(-1)).to.equal(last);
  });

  it('opens nothing by a press beside its rows', async () => {
    const view = await mount({ conversations: three });
    view.find('.rows').click();
    await view.drawn();
    expect(view.store.called('open')).to.be.empty;
  });

  it('says yesterday when the day is over, without anything having happened', async () => {
    const view = await mount({ conversations: three });
    expect(view.text('.row[data-id="mara"] .row-time')).to.match(/^0?9:42$/);
    view.clock.pass(15 * 3_600_000);
    await view.drawn();
    expect(view.text('.row[data-id="mara"] .row-time')).to.equal('Yesterday');
  });
});
