import { expect } from 'chai';
import { conversation, message, thread } from './fixtures.js';
import { many, open } from './long-thread.js';
import { mount, unmountAll, type Mounted } from './mount.js';

const three = ['a', 'b', 'c'].map((id) => message({ id, text: id, direction: 'in' }));
const bubble = (view: Mounted, key: string): HTMLElement => view.find(`[data-key="${key}"] > .bubble`);
/** Key of the message whose tools are shown. */
const pointed = (view: Mounted): string | undefined =>
  view.root.querySelector('.message-tools')?.closest<HTMLElement>('.message')?.dataset.key;

async function point(view: Mounted, target: Element, pointerType = 'mouse'): Promise<void> {
  target.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
  await view.drawn();
}

async function tap(view: Mounted, target: HTMLElement): Promise<void> {
  await point(view, target, 'touch');
  target.click();
  await view.drawn();
}

describe('A message that is pointed at', () => {
  afterEach(unmountAll);

  it('stays so while the pointer is between two messages', async () => {
    const view = await open(three);
    await point(view, bubble(view, 'b'));
    await point(view, view.find('.messages'));
    expect(pointed(view)).to.equal('b');
  });

  it('is no button: as long as no finger taps, nothing says that messages can be clicked', async () => {
    const listening = new Set<unknown>();
    const { prototype } = EventTarget;
    const { addEventListener: add, removeEventListener: remove } = prototype;
    Object.assign(prototype, {
      addEventListener(this: EventTarget, type: string, ...rest: [never]) {
        if (type === 'click') listening.add(this);
        add.call(this, type, ...rest);
      },
      removeEventListener(this: EventTarget, type: string, ...rest: [never]) {
        if (type === 'click') listening.delete(this);
        remove.call(this, type, ...rest);
      },
    });
    try {
      const view = await open(three);
      const isHeard = (): boolean => [...listening].some((one) => one instanceof Element && one.contains(bubble(view, 'b')));
      expect(isHeard(), 'at first').to.equal(false);
      await point(view, bubble(view, 'b'));
      expect(isHeard(), 'by a mouse').to.equal(false);
      await point(view, bubble(view, 'b'), 'touch');
      expect(isHeard(), 'by a finger').to.equal(true);
      await point(view, bubble(view, 'b'));
      expect(isHeard(), 'by a mouse again').to.equal(false);
    } finally {
      Object.assign(prototype, { addEventListener: add, removeEventListener: remove });
    }
  });

  it('is the one that was tapped last, until the next tap beside all of them', async () => {
    const view = await open(three);
    await tap(view, bubble(view, 'a'));
    await tap(view, bubble(view, 'c'));
    expect(pointed(view)).to.equal('c');
    await tap(view, view.find('.messages'));
    expect(pointed(view)).to.equal(undefined);
  });

  it('is not another for the tap of a link or of a button in it', async () => {
    const view = await open([message({ id: 'a', text: 'https://example.com/' }), message({ id: 'b' })]);
    const link = view.find('[data-key="a"] a');
    link.addEventListener('click', (event) => event.preventDefault());
    await tap(view, link);
    expect(pointed(view)).to.equal(undefined);
    await tap(view, bubble(view, 'b'));
    await tap(view, view.find('.message-tools button'));
    expect(pointed(view)).to.equal('b');
  });

  describe('after it has been copied', () => {
    const { clipboard } = navigator;
    beforeEach(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: () => Promise.resolve() } }));
    afterEach(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard }));

    it('has its tick as long as the pointer is on it, and no other message has one', async () => {
      const view = await open(three);
      const icon = (): string | null => view.find('.message-tools path').getAttribute('d');
      await point(view, bubble(view, 'a'));
      const copy = icon();
      view.find('.message-tools button').click();
      await view.drawn();
      const tick = icon();
      expect(tick).not.to.equal(copy);
      await point(view, view.find('.message-tools'));
      expect(icon(), 'on the same message').to.equal(tick);
      await point(view, bubble(view, 'b'));
      expect(icon(), 'on another').to.equal(copy);
      await point(view, bubble(view, 'a'));
      expect(icon(), 'once more').to.equal(copy);
    });
  });
});

describe('The arrow keys on messages', () => {
  afterEach(unmountAll);

  it('end at the first and at the last, whose keys are the browser’s', async () => {
    const view = await open(three);
    view.find('.log').focus();
    const pressed = async (key: string): Promise<[string | undefined, boolean]> => {
      const { defaultPrevented } = view.press(key);
      await view.drawn();
      return [(view.focused as HTMLElement).dataset.key, defaultPrevented];
    };
    expect(await pressed('ArrowUp')).to.deep.equal(['c', true]);
    expect(await pressed('ArrowDown')).to.deep.equal(['c', false]);
    expect(await pressed('ArrowUp')).to.deep.equal(['b', true]);
    expect(await pressed('ArrowUp')).to.deep.equal(['a', true]);
    expect(await pressed('ArrowUp')).to.deep.equal(['a', false]);
    expect(await pressed('ArrowDown')).to.deep.equal(['b', true]);
  });

  it('lead on from what is inside of a message', async () => {
    const view = await open(three);
    view.find('.log').focus();
    view.press('ArrowUp');
    await view.drawn();
    view.find('.message-tools button').focus();
    expect(view.press('ArrowUp').defaultPrevented).to.be.true;
    await view.drawn();
    expect((view.focused as HTMLElement).dataset.key).to.equal('b');
  });

  it('are the browser’s with Ctrl, Alt or the command key, and with Shift, which extends a selection', async () => {
    const view = await open(three);
    view.find('.log').focus();
    view.press('ArrowUp');
    await view.drawn();
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { shiftKey: true }]) {
      expect(view.press('ArrowUp', more).defaultPrevented, JSON.stringify(more)).to.be.false;
    }
  });

  it('begin with the newest that is in sight', async () => {
    const view = await open(many(60));
    const log = view.find('.log');
    log.scrollTop = -400;
    await view.drawn();
    const { bottom } = log.getBoundingClientRect();
    const inSight = view.all('.message').findLast((one) => one.getBoundingClientRect().top < bottom);
    expect(inSight).not.to.equal(view.all('.message').at(-1));
    log.focus();
    view.press('ArrowUp');
    expect((view.focused as HTMLElement).dataset.key).to.equal(inSight?.dataset.key);
  });

  it('go on from the message that the pointer has chosen, where the log has the focus', async () => {
    const view = await open(three);
    view.find('.log').focus();
    await point(view, bubble(view, 'b'));
    view.press('ArrowUp');
    expect((view.focused as HTMLElement).dataset.key).to.equal('a');
  });

  it('scroll through a message that is taller than the log before they leave it', async () => {
    const long = message({ id: 'long', text: 'What is read. '.repeat(600) });
    const view = await open([three[0]!, long, three[2]!]);
    const log = view.find('.log');
    view.find('[data-key="c"]').focus({ focusVisible: true });
    view.press('ArrowUp');
    await view.drawn();
    const box = (): DOMRect => view.find('[data-key="long"]').getBoundingClientRect();
    log.scrollTop += box().top + 200 - log.getBoundingClientRect().top;
    await view.drawn();
    expect([view.press('ArrowUp').defaultPrevented, view.press('ArrowDown').defaultPrevented], 'in its middle').to.deep.equal([false, false]);
    log.scrollTop += box().top - log.getBoundingClientRect().top;
    await view.drawn();
    expect(view.press('ArrowUp').defaultPrevented, 'at its top').to.be.true;
  });

  it('pass over what says that somebody is typing', async () => {
    const view = await mount({
      conversations: [conversation({ id: 'mara' })],
      openId: 'mara',
      threads: new Map([['mara', thread(three)]]),
      typing: new Map([['mara', 'Mara']]),
    });
    view.find('.log').focus();
    view.press('ArrowUp');
    expect((view.focused as HTMLElement).dataset.key).to.equal('c');
    expect(view.press('ArrowDown').defaultPrevented).to.be.false;
  });
});
