import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { conversation, message, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted, type MountOptions } from './mount.js';

const mara = conversation({ id: 'mara' });
const messages = [message({ id: 'a', text: 'Yes' })];
const open = (words = {}, options?: MountOptions): Promise<Mounted> =>
  mount({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread(messages)]]), ...words }, options);

/** What the page hears of a key pressed on a part of the thread, and whether the field has the focus then. */
function press(view: Mounted, on: string, key: string, more: KeyboardEventInit = {}): { heard: number; isInField: boolean } {
  let heard = 0;
  const hear = (): void => void heard++;
  view.host.addEventListener('keydown', hear);
  view.find(on).focus();
  view.press(key, more);
  view.host.removeEventListener('keydown', hear);
  return { heard, isInField: view.focused === view.root.querySelector('.field') };
}

describe('What is typed on a thread', () => {
  afterEach(unmountAll);

  for (const on of ['.thread-title', '.log', '.message']) {
    it(`goes into the field, and to no shortcut of the page’s (${on})`, async () => {
      const view = await open();
      for (const key of ['h', 'É', '7', '😀']) expect(press(view, on, key), key).to.deep.equal({ heard: 0, isInField: true });
    });
  }

  it('stays where it is where it types nothing, or scrolls', async () => {
    const view = await open();
    for (const key of [' ', 'PageDown', 'Home', 'F5', 'Shift', 'Dead', 'Tab']) expect(press(view, '.log', key).isInField, key).to.be.false;
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(press(view, '.log', 'c', more)).to.deep.equal({ heard: 1, isInField: false });
    }
  });

  it('is the page’s where the page has used it', async () => {
    const view = await open();
    const use = (event: Event): void => event.preventDefault();
    document.addEventListener('keydown', use, true);
    expect(press(view, '.log', 'k').isInField).to.be.false;
    document.removeEventListener('keydown', use, true);
  });

  it('is a button’s or a row’s where it is typed there', async () => {
    const view = await open();
    for (const on of ['.status-button', '.row']) expect(press(view, on, 'h').isInField, on).to.be.false;
  });

  it('is the page’s where there is no field', async () => {
    for (const view of [await open({}, { settings: { withoutComposer: true } }), await open({ conversations: [{ ...mara, status: 'closed' }] })]) {
      expect(press(view, '.log', 'h')).to.deep.equal({ heard: 1, isInField: false });
      view.remove();
    }
  });
});

describe('Bubbles of one run', () => {
  afterEach(unmountAll);

  for (const dir of ['ltr', 'rtl'] as const) {
    it(`are joined at the sender’s side, whichever way their own words run (${dir})`, async () => {
      const texts = (['in', 'out'] as const).flatMap((direction) =>
        ['First', 'شكرا', 'Yes', 'Last'].map((text, index) => message({ id: `${direction}${index}`, direction, text })),
      );
      const view = await open({ threads: new Map([['mara', thread(texts)]]) }, { attributes: { dir } });
      for (const [index, text] of ['شكرا', 'Yes'].entries()) {
        for (const direction of ['in', 'out'] as const) {
          const { borderTopLeftRadius, borderTopRightRadius } = getComputedStyle(view.find(`[data-key="${direction}${index + 1}"] .bubble`));
          const isLeft = (direction === 'in') === (dir === 'ltr');
          expect(isLeft ? [borderTopLeftRadius, borderTopRightRadius] : [borderTopRightRadius, borderTopLeftRadius], `${direction} ${text}`).to.deep.equal(['5px', '17px']);
        }
      }
    });
  }
});

describe('A conversation that proves not to be there', () => {
  afterEach(unmountAll);

  it('is said to be none, and leads back to those that are', async () => {
    const error = new InboxError('INBOX_SERVICE_REFUSED', 'No.', { status: 404 });
    const view = await mount({ conversations: [mara], openId: 'gone', threads: new Map([['gone', thread([], { status: 'failed', error })]]) });
    expect(view.text('.thread')).to.equal('This conversation is not in your inbox Choose a conversation Back to conversations');
    expect(view.heard).to.equal('This conversation is not in your inbox');
    view.find('.thread [part="panel-button"]').click();
    await view.drawn();
    expect([view.store.state.openId, view.focused]).to.deep.equal([null, view.row('Mara Lindqvist')]);
  });

  it('leaves the way back on a phone where it only could not be loaded', async () => {
    const error = new InboxError('INBOX_SERVICE_UNREACHABLE', 'No.', { status: 503 });
    const view = await mount({ conversations: [mara], openId: 'old', threads: new Map([['old', thread([], { status: 'failed', error })]]) }, { width: 390 });
    view.find('.back-button').click();
    await view.drawn();
    expect(view.focused).to.equal(view.row('Mara Lindqvist'));
  });
});
