import { expect } from 'chai';
import { attachment, conversation, message, outgoing, StateStore, thread, type StateWords } from './fixtures.js';
import { mount, unmountAll, type Mounted, type MountOptions } from './mount.js';
import { ash, oak, png, quote } from './picture-files.js';

const elm = attachment({ id: 'elm', name: 'Elm.png', type: 'image/png' });

interface Words extends StateWords {
  /** Ids of the files that can be had. */
  readonly had?: readonly string[];
}

/** Mara's thread with these files. */
async function open(attachments: readonly (typeof oak)[], { had = attachments.map(({ id }) => id), ...words }: Words = {}, options: MountOptions = {}): Promise<Mounted> {
  const store = new StateStore({
    conversations: [conversation({ id: 'mara' }), conversation({ id: 'theo' })],
    openId: 'mara',
    threads: new Map([
      ['mara', thread([message({ id: 'm', text: '', attachments })])],
      ['theo', thread([message({ id: 't' })])],
    ]),
    ...words,
  });
  for (const id of had) store.blobs.set(id, await png());
  return mount({}, { store, ...options });
}

/** Until it is so, frame by frame. The test's own limit ends a wait in vain. */
async function until(view: Mounted, isSo: () => boolean): Promise<void> {
  while (!isSo()) await view.drawn();
}

const arePicturesThere = (view: Mounted, count: number): boolean =>
  view.all<HTMLImageElement>('.attachment img').filter((image) => image.naturalWidth).length === count;
const areLost = (view: Mounted, count: number): boolean => view.all('.attachment-file').length === count;
const shown = (view: Mounted): string | null => view.find('.viewer img').getAttribute('alt');

async function enlarge(view: Mounted, index: number): Promise<void> {
  view.all('.attachment-image')[index]!.click();
  await view.drawn();
}

describe('The viewer', () => {
  afterEach(unmountAll);

  it('shows the picture that was pressed, with the focus on what closes it', async () => {
    const view = await open([oak, ash]);
    await until(view, () => arePicturesThere(view, 2));
    await enlarge(view, 1);
    expect(shown(view)).to.equal('Ash.png');
    expect(view.focused?.ariaLabel ?? view.focused?.getAttribute('aria-label')).to.equal('Close image');
  });

  it('brings no landmark of its own: in a dialog, a header would be the page’s banner', async () => {
    const view = await open([oak]);
    await until(view, () => arePicturesThere(view, 1));
    await enlarge(view, 0);
    expect(view.find('.viewer').querySelector('header')).to.equal(null);
  });

  it('has a name on the side where one begins to read, whatever the direction of the name', async () => {
    const view = await open([oak], {}, { attributes: { dir: 'rtl' } });
    await until(view, () => arePicturesThere(view, 1));
    await enlarge(view, 0);
    const name = document.createRange();
    name.selectNodeContents(view.find('.viewer-title'));
    expect(name.getBoundingClientRect().right).to.be.closeTo(view.find('.viewer-header').getBoundingClientRect().right, 1);
  });

  it('goes on with the left arrow where one reads from right to left', async () => {
    const view = await open([oak, ash], {}, { attributes: { dir: 'rtl' } });
    await until(view, () => arePicturesThere(view, 2));
    await enlarge(view, 0);
    view.press('ArrowRight');
    await view.drawn();
    expect(shown(view), 'there is none before').to.equal('Oak.png');
    view.press('ArrowLeft');
    await view.drawn();
    expect(shown(view)).to.equal('Ash.png');
  });

  it('goes through what is drawn as a picture, not through what could not be had', async () => {
    const view = await open([oak, elm, ash], { had: ['oak', 'ash'] });
    await until(view, () => arePicturesThere(view, 2) && areLost(view, 1));
    await enlarge(view, 0);
    view.press('ArrowRight');
    await view.drawn();
    expect(shown(view)).to.equal('Ash.png');
  });

  it('shows also what is on its way to be sent, after what has been', async () => {
    const view = await open([oak], { had: ['oak', 'ash'], outbox: [outgoing({ text: '', attachments: [ash] })] });
    await until(view, () => arePicturesThere(view, 2));
    await enlarge(view, 0);
    view.press('ArrowRight');
    await view.drawn();
    expect(shown(view)).to.equal('Ash.png');
  });
});

describe('A picture that could not be had', () => {
  afterEach(unmountAll);

  it('is asked for again when its thread is opened again', async () => {
    const view = await open([oak], { had: [] });
    await until(view, () => areLost(view, 1));
    view.store.change({ openId: 'theo' });
    await view.drawn();
    view.store.blobs.set('oak', await png());
    view.store.change({ openId: 'mara' });
    await until(view, () => arePicturesThere(view, 1));
  });

  it('is not asked for again only because something else has changed', async () => {
    const view = await open([oak], { had: [] });
    await until(view, () => areLost(view, 1));
    for (let unread = 1; unread < 4; unread++) {
      view.store.change({ unread });
      await view.drawn();
    }
    expect(view.store.called('download')).to.deep.equal([['oak']]);
  });
});

describe('A file that could not be downloaded', () => {
  afterEach(unmountAll);

  it('is told of no longer once one could be', async () => {
    const view = await open([quote], { had: [] });
    view.find('.attachment-file').click();
    await view.drawn();
    expect(view.text('.notice span')).to.equal('Quote.pdf could not be loaded.');
    view.store.blobs.set('quote', new Blob(['%PDF']));
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = () => undefined;
    view.find('.attachment-file').click();
    await view.drawn();
    HTMLAnchorElement.prototype.click = click;
    view.clock.pass(1_000);
    await view.drawn();
    expect(view.all('.notice')).to.be.empty;
  });
});
