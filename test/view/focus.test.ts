import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { conversation, message, thread } from './fixtures.js';
import { mount, people, unmountAll, type Mounted, type MountOptions } from './mount.js';

const mara = conversation({ id: 'mara' });
const theo = conversation({ id: 'theo', name: 'Théo Baptiste' });
const stack: MountOptions = { attributes: { layout: 'stack' } };

/** Mara's thread is open beside the list. */
const open = (options?: MountOptions): Promise<Mounted> =>
  mount({ conversations: [mara, theo], openId: 'mara', threads: new Map([['mara', thread([message()])]]) }, options);

/** Where the focus is, in words: a row by its name, all else by its class. */
function place({ focused }: Mounted): string {
  const busy = focused?.ariaBusy === 'true' ? ' busy' : '';
  return focused?.querySelector('.row-name')?.textContent ?? `${focused?.className ?? 'nowhere'}${busy}`;
}

describe('The focus', () => {
  afterEach(unmountAll);

  it('goes along where the page opens another thread than the one that has it, and waits there for its title', async () => {
    const view = await open();
    view.find('.field').focus();
    view.store.change({ openId: 'new' });
    await view.drawn();
    expect(place(view)).to.equal('log scroller busy');
    view.store.put(conversation({ id: 'new', name: 'Aiko Tanaka' }));
    await view.drawn();
    expect(place(view)).to.equal('thread-title');
  });

  it('does not go along with whoever has gone elsewhere meanwhile', async () => {
    const view = await open();
    view.find('.field').focus();
    view.store.change({ openId: 'new' });
    await view.drawn();
    view.find('.search-field').focus();
    view.store.put(conversation({ id: 'new', name: 'Aiko Tanaka' }));
    await view.drawn();
    expect(place(view)).to.equal('search-field');
  });

  it('does not stay behind on a list that the thread covers', async () => {
    for (const selector of ['.search-field', '.row']) {
      const view = await mount({ conversations: [mara, theo] }, stack);
      view.find(selector).focus();
      view.store.change({ openId: 'theo' });
      await view.drawn();
      expect(place(view), selector).to.equal('thread-title');
    }
  });

  it('does not stay behind there either where nothing is known yet of the thread', async () => {
    const view = await mount({ conversations: [mara, theo] }, stack);
    view.find('.row').focus();
    view.store.change({ openId: 'new' });
    await view.drawn();
    expect(place(view)).to.equal('log scroller busy');
  });

  it('stays beside the thread where the list does', async () => {
    const view = await mount({ conversations: [mara, theo] });
    view.find('.search-field').focus();
    view.store.change({ openId: 'theo' });
    await view.drawn();
    expect(place(view)).to.equal('search-field');
  });

  it('stays on a row that moves among the others', async () => {
    const view = await mount({ conversations: people(6, conversation) });
    view.row('Person 4').focus();
    const { list } = view.store.state;
    for (const ids of [['c4', 'c0', 'c1', 'c2', 'c3', 'c5'], ['c0', 'c1', 'c2', 'c3', 'c5', 'c4'], ['c5', 'c3', 'c4', 'c1', 'c0', 'c2']]) {
      view.store.change({ list: { ...list, ids } });
      await view.drawn();
      expect(place(view), ids.join()).to.equal('Person 4');
    }
  });

  it('passes to the row that takes the place of one that goes, whatever is open', async () => {
    const view = await mount({ conversations: people(6, conversation), openId: 'c0', threads: new Map([['c0', thread([message()])]]) });
    view.row('Person 3').focus();
    await view.drawn();
    const { list } = view.store.state;
    for (const [gone, next] of [[['c3'], 'Person 4'], [['c3', 'c4', 'c5'], 'Person 2']] as const) {
      view.store.change({ list: { ...list, ids: list.ids.filter((id) => !(gone as readonly string[]).includes(id)) } });
      await view.drawn();
      expect(place(view), gone.join()).to.equal(next);
    }
  });

  it('stays in the list where its button to try again goes, whatever is open', async () => {
    const view = await open();
    const { list } = view.store.state;
    const lost = new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
    const again = async (failed: object, next: object): Promise<string> => {
      view.store.change({ list: { ...list, ...failed, error: lost } });
      await view.drawn();
      view.find('.list :is(.rows-more, .panel) button').focus();
      view.store.change({ list: { ...list, ...next } });
      await view.drawn();
      return place(view);
    };
    expect(await again({ hasMore: true }, { hasMore: true, loadingMore: true })).to.equal('Mara Lindqvist');
    expect(await again({ ids: [], status: 'failed' }, { ids: [], status: 'loading' })).to.equal('search-field');
  });

  it('stays at the end of a long list, and the list with it, where that is tried again', async () => {
    const error = new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
    const view = await mount({ conversations: people(200, conversation), openId: 'c0', list: { hasMore: true, error } });
    const scroller = view.find('.rows-scroller');
    scroller.scrollTop = scroller.scrollHeight;
    await view.drawn();
    const { scrollTop } = scroller;
    const button = view.find('.rows-more button');
    button.focus();
    button.click();
    expect(view.store.called('reload')).to.have.length(1);
    view.store.change({ list: { ...view.store.state.list, error: null, loadingMore: true } });
    await view.drawn();
    expect(place(view)).to.equal('Person 199');
    expect(scroller.scrollTop).to.be.closeTo(scrollTop, 60);
  });

  it('is seen beside the button that jumps to the newest message, on a link as on a message', async () => {
    const links = Array.from({ length: 60 }, (_, index) => message({ id: `m${index}`, text: `${'i'.repeat(48)} x@y.de`, direction: 'in' }));
    const view = await mount({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread(links)]]) }, { width: 390, ...stack });
    view.find('.log').scrollTop = -600;
    await view.drawn();
    const { top: edge } = view.find('.jump-button').getBoundingClientRect();
    const below = (one: Element): boolean => one.getBoundingClientRect().bottom > edge;
    for (const link of view.all('.bubble a').filter(below).slice(0, 3)) {
      link.focus();
      expect(link.getBoundingClientRect().bottom).to.be.at.most(edge);
    }
    await view.drawn();
    view.all('.message').findLast((one) => !below(one))!.focus();
    view.press('ArrowDown');
    expect(view.focused!.getBoundingClientRect().bottom).to.be.at.most(edge);
  });

  it('goes to the whole where what covers it has nothing to press', async () => {
    const error = new InboxError('INBOX_SERVICE_UNCONFIGURED', 'No.');
    const misconfigured = await open();
    misconfigured.find('.status-button').focus();
    misconfigured.view.setCondition({ kind: 'misconfigured', error });
    await misconfigured.drawn();
    expect(place(misconfigured)).to.equal('inbox');
    const own = await open();
    own.host.append(Object.assign(document.createElement('p'), { slot: 'ended', textContent: 'Sign in above.' }));
    own.find('.status-button').focus();
    own.view.setCondition({ kind: 'ended' });
    await own.drawn();
    expect(place(own), 'a button that the page has replaced').to.equal('inbox');
  });

  for (const [where, selector, after] of [
    ['the reply field', '.field', 'field scroller'],
    ['a row', '.row[data-id="theo"]', 'Théo Baptiste'],
    ['the thread', '.log', 'log scroller'],
  ] as const) {
    it(`goes back to ${where} once somebody who was signed out can go on`, async () => {
      const view = await open();
      view.find(selector).focus();
      await view.drawn();
      view.view.setCondition({ kind: 'ended' });
      await view.drawn();
      view.find('[part="panel-button"]').focus();
      view.view.setCondition({ kind: 'none' });
      await view.drawn();
      expect(place(view)).to.equal(after);
      view.find('[aria-label="Mark as unread"]').focus();
      view.store.putThread('mara', thread([message({ direction: 'out' })]));
      await view.drawn();
      expect(place(view), 'what goes later').to.equal('log scroller');
    });
  }

  it('is not led back later where somebody has gone elsewhere while they were signed out', async () => {
    const view = await open();
    view.find('.row[data-id="theo"]').focus();
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    view.find('[part="panel-button"]').blur();
    view.view.setCondition({ kind: 'none' });
    await view.drawn();
    view.find('[aria-label="Mark as unread"]').focus();
    view.store.putThread('mara', thread([message({ direction: 'out' })]));
    await view.drawn();
    expect(place(view)).to.equal('log scroller');
  });

  it('is seen on the row that Escape leads back to, also by whoever has used the mouse before', async () => {
    const view = await open();
    view.find('.thread-title').focus({ focusVisible: false });
    view.press('Escape');
    await view.drawn();
    expect(place(view)).to.equal('Mara Lindqvist');
    expect(view.focused!.matches(':focus-visible')).to.be.true;
  });

  it('passes over a button that the thread covers', async () => {
    const view = await open(stack);
    const { list } = view.store.state;
    view.store.change({ list: { ...list, ids: [], status: 'failed' } });
    view.find('.field').focus();
    view.view.setSettings({ lang: 'en-GB', strings: {}, withoutComposer: true });
    await view.drawn();
    expect(place(view)).to.equal('log scroller');
  });
});
