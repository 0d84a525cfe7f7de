import { expect } from 'chai';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { GuestPage, inside, open, send, type } from './guest-page.js';
import { PageLedger } from './page-ledger.js';
import { frame, until } from './until.js';

describe('a good guest', () => {
  let page: GuestPage;
  let ledger: PageLedger;

  beforeEach(() => {
    ledger = new PageLedger();
    page = new GuestPage();
    ledger.start();
  });
  afterEach(() => {
    ledger.stop();
    page.leave();
  });

  const source = () => createMemorySource(exampleInbox());

  it('listens to nothing of the page where its inbox comes from the page itself', async () => {
    const before = ledger.listeners;
    await page.show({ properties: { source: source(), conversation: 'mara' } });
    expect(ledger.listeners).to.deep.equal(before);
    expect(page.web.calls).to.deep.equal([]);
  });

  it('listens only for the page\'s signs of life otherwise, however many widgets there are', async () => {
    const before = ledger.listeners;
    await page.show();
    await until(() => page.web.openStreams[0]);
    const ofToken = ['visibilitychange', 'resume', 'prerenderingchange', 'pageshow', 'pagehide', 'focus', 'online'];
    const ofStream = ['visibilitychange', 'online', 'offline', 'pageshow', 'pagehide'];
    const expected = [...before, ...ofToken, ...ofStream].sort().join();
    await until(() => ledger.listeners.join() === expected);
    await page.show();
    await until(() => ledger.listeners.join() === expected);
  });

  it('puts nothing on the page but its element, and no name on the window', async () => {
    const names = new Set(Object.getOwnPropertyNames(window));
    const { length } = document.querySelectorAll('*');
    const sheets = document.styleSheets.length + document.adoptedStyleSheets.length;
    await page.show({ properties: { source: source(), conversation: 'mara' } });
    expect(document.querySelectorAll('*').length).to.equal(length + 1);
    expect(document.styleSheets.length + document.adoptedStyleSheets.length).to.equal(sheets);
    expect(Object.getOwnPropertyNames(window).filter((name) => !names.has(name))).to.deep.equal([]);
  });

  it('writes nothing to the console where all is well', async () => {
    const widget = await page.show();
    type(await open(widget, 'with-ada'), 'Hello');
    send(inside<HTMLTextAreaElement>(widget, '.field') as HTMLTextAreaElement);
    await until(() => page.heard('inbox-message-sent')[0]);
    await widget.refreshToken();
    widget.remove();
    expect(page.said).to.deep.equal([]);
  });

  it('takes the focus from nobody, whatever happens in it', async () => {
    const field = document.body.appendChild(document.createElement('input'));
    const moves: unknown[] = [];
    field.focus();
    document.addEventListener('focusin', ({ target }) => moves.push(target));
    const inbox = source();
    const widget = await page.show({ properties: { source: inbox } });
    widget.openConversation('mara');
    await until(() => inside(widget, '.field'));
    inbox.receive('mara', 'Hello?');
    widget.openConversation(null);
    widget.reload();
    await frame();
    document.body.append(widget);
    await frame();
    expect(document.activeElement === field).to.equal(true);
    expect(moves).to.deep.equal([]);
  });

  it('scrolls nothing of the page', async () => {
    document.body.insertAdjacentHTML('afterbegin', '<div id="tall"></div>');
    document.getElementById('tall')?.setAttribute('style', 'height: 3000px');
    await until(() => {
      window.scrollTo(0, 500);
      return window.scrollY === 500;
    });
    const inbox = source();
    const widget = await page.show({ properties: { source: inbox } });
    widget.openConversation('mara');
    await until(() => inside(widget, '.bubble'));
    inbox.receive('mara', 'Hello?');
    await frame();
    await frame();
    expect(window.scrollY).to.equal(500);
    window.scrollTo(0, 0);
  });

  it('lets no key that is typed into it reach the page\'s shortcuts, and every other key', async () => {
    const heard: string[] = [];
    const listen = ({ key, type }: KeyboardEvent): void => void heard.push(`${type} ${key}`);
    for (const type of ['keydown', 'keypress', 'keyup'] as const) document.addEventListener(type, listen);
    const widget = await page.show({ properties: { source: source() } });
    const field = await open(widget, 'mara');
    const press = (key: string, more: KeyboardEventInit = {}): void => {
      for (const type of ['keydown', 'keypress', 'keyup']) field.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true, ...more }));
    };
    field.focus();
    for (const key of ['j', 'k', '?', '/', ' ', 'Enter', 'ArrowUp', 'Backspace', 'é', '漢']) press(key);
    expect(heard).to.deep.equal([]);
    press('k', { ctrlKey: true });
    press('F5');
    expect(heard.filter((key) => key.startsWith('keydown'))).to.deep.equal(['keydown k', 'keydown F5']);
    for (const type of ['keydown', 'keypress', 'keyup'] as const) document.removeEventListener(type, listen);
  });

  it('moves nothing beside it: its box is the same before and after its code and data arrive', async () => {
    const answer = page.web.hold();
    const above = document.body.appendChild(document.createElement('p'));
    above.textContent = 'Above';
    const widget = page.put();
    const below = document.body.appendChild(document.createElement('p'));
    below.textContent = 'Below';
    const boxes = (): unknown => [above, widget, below].map((element) => JSON.stringify(element.getBoundingClientRect()));
    const before = boxes();
    await until(() => inside(widget, '.inbox'));
    expect(boxes()).to.deep.equal(before);
    answer();
    await until(() => inside(widget, '.row'));
    await open(widget, 'with-ada');
    await frame();
    expect(boxes()).to.deep.equal(before);
  });

  for (const [place, style] of [
    ['a block', ''],
    ['a flex row', 'display: flex'],
    ['a flex column', 'display: flex; flex-direction: column; height: 400px'],
    ['a grid', 'display: grid; grid-template-columns: 1fr 300px'],
    ['something that shrinks to fit', 'float: left; max-width: 100%'],
    ['something that is narrow', 'width: 200px'],
  ] as const) {
    it(`has a box with bounds in ${place}, with nothing beyond them`, async () => {
      const parent = document.body.appendChild(document.createElement('div'));
      parent.setAttribute('style', style);
      const widget = await page.show({ parent, properties: { source: source(), conversation: 'mara' } });
      await until(() => inside(widget, '.bubble'));
      await frame();
      const box = widget.getBoundingClientRect();
      const within = (inside(widget, '.inbox') as HTMLElement).getBoundingClientRect();
      expect(box.width).to.be.within(100, innerWidth);
      expect(box.height).to.be.within(200, Math.max(640, innerHeight));
      expect(within.width).to.be.closeTo(box.width, 1);
      expect(within.height).to.be.closeTo(box.height, 1);
      expect(document.documentElement.scrollWidth).to.be.at.most(innerWidth);
    });
  }
});
