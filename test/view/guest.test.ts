import { loadDictionary } from '../../src/locales/index.js';
import { expect } from 'chai';
import { InboxView } from '../../src/view/inbox-view.js';
import { attachment, conversation, message, StateStore, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted } from './mount.js';
import { scenes, type Scene } from './scenes.js';

const open = (part = {}): Promise<Mounted> =>
  mount({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread([message()])]]), ...part });

describe('A good guest', () => {
  afterEach(unmountAll);

  it('keeps its keys from the page’s shortcuts, and leaves it all others', async () => {
    const view = await open();
    const heard: string[] = [];
    for (const type of ['keydown', 'keypress', 'keyup'] as const) {
      view.host.addEventListener(type, ({ key }) => heard.push(`${type} ${key}`));
      const send = (selector: string, key: string, more = {}): void => {
        view.find(selector).dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true, ...more }));
      };
      send('.field', 'k');
      send('.search-field', '/');
      send('.row', 'j');
      send('.status-button', 'Enter');
      send('.field', 'k', { metaKey: true });
      send('.field', 'Tab');
      send('[part="attach-button"]', 'j');
    }
    expect(heard).to.deep.equal(['keydown', 'keypress', 'keyup'].flatMap((type) => [`${type} k`, `${type} Tab`, `${type} j`]));
  });

  it('never takes the focus by itself', async () => {
    const outside = document.body.appendChild(document.createElement('input'));
    outside.focus();
    const view = await open();
    view.store.change({ openId: null });
    await view.drawn();
    view.store.change({ openId: 'mara' });
    await view.drawn();
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(document.activeElement).to.equal(outside);
    outside.remove();
  });

  it('keeps the focus inside where it was on something that has gone', async () => {
    const view = await open();
    view.find('.field').focus();
    view.store.put(conversation({ id: 'mara', status: 'closed' }));
    await view.drawn();
    expect(view.focused).to.equal(view.find('.log'));
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(view.focused).to.equal(view.find('[part="panel-button"]'));
    view.find('[part="panel-button"]').click();
    expect(view.continued).to.equal(1);
  });

  it('draws a hidden page too, once for all changes of a task', async () => {
    const view = await open();
    const frames = window.requestAnimationFrame;
    window.requestAnimationFrame = () => 0;
    let changes = 0;
    new MutationObserver(() => changes++).observe(view.find('.list-header'), { subtree: true, childList: true, characterData: true });
    for (let unread = 1; unread < 50; unread++) view.store.change({ unread });
    await new Promise((resolve) => setTimeout(resolve));
    window.requestAnimationFrame = frames;
    expect(view.text('.filters')).to.contain('Unread 49');
    expect(changes).to.equal(1);
  });

  it('leaves its own attributes alone where it draws: another language, even the same, costs a look at all styles', async () => {
    const view = await open();
    let changes = 0;
    new MutationObserver(() => changes++).observe(view.find('.inbox'), { attributes: true });
    view.store.change({ unread: 7 });
    await new Promise((resolve) => setTimeout(resolve));
    expect(view.text('.filters')).to.contain('Unread 7');
    expect(changes).to.equal(0);
  });

  it('writes no style element in any state, and no style but what only a script can measure', async () => {
    for (const scene of Object.values<Scene>(scenes)) {
      const view = await mount(scene);
      expect(view.root.querySelectorAll('style, link')).to.have.length(0);
      for (const styled of view.root.querySelectorAll<HTMLElement>('[style]')) {
        // The room of rows out of sight, and the field's height where the browser does not let it grow.
        expect(styled.matches('.rows, .rows > li, .field')).to.equal(true);
        expect([...styled.style].filter((name) => !/^padding-|^top$|^(block-size|height)$/.test(name))).to.deep.equal([]);
      }
      unmountAll();
    }
  });

  it('leaves nothing behind: node, sheet, subscription, timer, request', async () => {
    const store = new StateStore({ conversations: [conversation({ id: 'mara', replyUntil: new Date(2026, 4, 20, 12).toISOString() })], connection: 'reconnecting', openId: 'mara' });
    store.state = { ...store.state, threads: new Map([['mara', thread([message({ attachments: [attachment({ id: 'p', type: 'image/png' })] })])]]) };
    let aborted = false;
    store.download = (_id, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => (aborted = true, reject(new Error('over')))));
    const view = await mount({}, { store });
    view.type('.search-field', 'x');
    // Something has been said, more of it may follow, and the window for replies ends at another time now.
    view.store.happen({ type: 'sent', message: message() });
    view.store.happen({ type: 'received', message: message(), conversation: conversation({ id: 'mara' }) });
    view.store.put(conversation({ id: 'mara', replyUntil: new Date(2026, 4, 20, 13).toISOString() }));
    await view.drawn();
    expect(view.clock.pending).to.be.above(1);
    view.store.happen({ type: 'sent', message: message() });
    view.view.dispose();
    await Promise.resolve();
    expect(view.root.childNodes).to.have.length(0);
    expect(view.root.adoptedStyleSheets).to.have.length(1);
    expect(store.listenerCount).to.equal(0);
    expect(view.clock.pending).to.equal(0);
    expect(aborted).to.be.true;
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(view.root.childNodes).to.have.length(0);
  });

  it('can be put up again in the same root', async () => {
    const view = await open();
    view.view.dispose();
    const again = new InboxView(view.root, { store: view.store, settings: { lang: 'en', withoutComposer: false, strings: {} }, onContinue: () => undefined });
    await view.drawn();
    expect(view.all('.inbox')).to.have.length(1);
    again.dispose();
  });

  it('shows message text as text', async () => {
    const text = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
    const view = await open({ threads: new Map([['mara', thread([message({ text, authorName: text })])]]) });
    expect(view.text('.bubble')).to.equal(text);
    expect(view.all('.log img, script')).to.be.empty;
  });

  it('opens links in a tab that knows nothing of this one', async () => {
    const view = await open({ threads: new Map([['mara', thread([message({ text: 'https://example.com javascript:alert(1)' })])]]) });
    const [link, ...others] = view.all<HTMLAnchorElement>('.bubble a');
    expect(others).to.be.empty;
    expect([link!.href, link!.target, link!.rel]).to.deep.equal(['https://example.com/', '_blank', 'noopener noreferrer']);
  });

  it('takes the page’s words and its language', async () => {
    const view = await mount(scenes.thread, { settings: { lang: 'de', strings: { inbox: 'Post' } } });
    expect(view.text('.list-title')).to.equal('Post');
    expect(view.text('.status-button')).to.equal('Als geschlossen markieren');
    expect(view.frame.lang).to.equal('de');
    await loadDictionary('fr');
    view.view.setSettings({ lang: 'fr', withoutComposer: false, strings: {} });
    await view.drawn();
    await view.drawn();
    expect(view.text('.status-button')).to.equal('Marquer comme fermée');
  });

  it('has its title where the page’s lines begin, though its words run the other way', async () => {
    const view = await mount(scenes.thread, { attributes: { dir: 'rtl' } });
    const words = document.createRange();
    words.selectNodeContents(view.find('.list-title'));
    expect(words.getBoundingClientRect().right).to.be.closeTo(view.find('.search').getBoundingClientRect().right, 1);
  });

  it('says of one conversation that it is closed, as the language does', async () => {
    for (const [lang, closed] of [['en', 'Closed'], ['fr', 'Fermée'], ['es', 'Cerrada']] as const) {
      const view = await mount(scenes['closed conversation'], { settings: { lang } });
      expect(view.text('.thread-meta'), lang).to.equal(`WhatsApp · ${closed}`);
    }
  });

  it('has places for the page’s own header, empty and ended panels', async () => {
    const slots: [string, Parameters<typeof mount>[0], boolean][] = [['header', scenes.thread, false], ['empty', {}, false], ['ended', {}, true]];
    for (const [slot, words, ended] of slots) {
      const view = await mount(words);
      if (ended) view.view.setCondition({ kind: 'ended' });
      const own = view.host.appendChild(Object.assign(document.createElement('p'), { slot, textContent: 'Own' }));
      await view.drawn();
      expect(own.assignedSlot?.name).to.equal(slot);
      expect(own.getBoundingClientRect().height).to.be.above(0);
    }
  });
});
