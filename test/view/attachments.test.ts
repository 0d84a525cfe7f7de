import { expect } from 'chai';
import { loadDictionary } from '../../src/locales/index.js';
import { attachment, conversation, message, StateStore, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted } from './mount.js';
import { ash, oak, png, quote } from './picture-files.js';

/** Which addresses of blobs are made and taken back meanwhile. */
function watchAddresses(): { made: string[]; living: Set<string>; types: string[]; stop: () => void } {
  const { createObjectURL, revokeObjectURL } = URL;
  const watch = { made: [] as string[], living: new Set<string>(), types: [] as string[], stop: () => Object.assign(URL, { createObjectURL, revokeObjectURL }) };
  URL.createObjectURL = (blob) => {
    const address = createObjectURL(blob);
    watch.made.push(address);
    watch.living.add(address);
    watch.types.push((blob as Blob).type);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    watch.living.delete(address);
    revokeObjectURL(address);
  };
  return watch;
}

async function open(blobs: Record<string, Blob>, ...attachments: (typeof oak)[]): Promise<Mounted> {
  const store = new StateStore({
    conversations: [conversation({ id: 'mara' })],
    openId: 'mara',
    threads: new Map([['mara', thread([message({ id: 'm', text: '', attachments })])]]),
  });
  for (const [id, blob] of Object.entries(blobs)) store.blobs.set(id, blob);
  const view = await mount({}, { store });
  await view.drawn();
  return view;
}

/** Until it is so, frame by frame. The test's own limit ends a wait in vain. */
async function until(view: Mounted, isSo: () => boolean): Promise<void> {
  while (!isSo()) await view.drawn();
}

describe('Attachments', () => {
  let addresses: ReturnType<typeof watchAddresses>;
  beforeEach(() => (addresses = watchAddresses()));
  afterEach(() => {
    unmountAll();
    addresses.stop();
  });

  it('that are pictures are fetched, shown, and their addresses taken back once they are decoded', async () => {
    const view = await open({ oak: await png() }, oak);
    await until(view, () => !!view.find<HTMLImageElement>('.attachment img').naturalWidth && !addresses.living.size);
    expect(view.store.called('download')).to.deep.equal([['oak']]);
    expect(addresses.types).to.deep.equal(['image/png']);
    expect(view.find('.attachment').getAttribute('aria-label')).to.equal('Open Oak.png');
  });

  it('take up their place before they come, so that nothing moves', async () => {
    const store = new StateStore({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread([message({ attachments: [oak] })])]]) });
    let give!: (blob: Blob) => void;
    store.download = () => new Promise((resolve) => (give = resolve));
    const view = await mount({}, { store });
    const height = view.find('.attachment').getBoundingClientRect().height;
    expect(height).to.be.above(100);
    const visibility = (): string => getComputedStyle(view.find('.attachment img')).visibility;
    expect(visibility(), 'browsers draw a frame around a picture without an address').to.equal('hidden');
    give(await png());
    await until(view, () => !!view.find<HTMLImageElement>('.attachment img').naturalWidth);
    expect(view.find('.attachment').getBoundingClientRect().height).to.equal(height);
    expect(visibility()).to.equal('visible');
  });

  it('that wait in the composer are shown small: from the page where they were chosen here, else fetched', async () => {
    const picture = await png();
    const file = new File([picture], 'Oak.png', { type: picture.type });
    const part = { name: 'Oak.png', type: 'image/png', size: 9, progress: 0.4, uploaded: null, error: null };
    const store = new StateStore({
      conversations: [conversation({ id: 'mara' })],
      openId: 'mara',
      threads: new Map([['mara', thread([message()])]]),
      drafts: new Map([
        ['mara', { text: '', attachments: [{ ...part, key: 'here', file }, { ...part, key: 'drawing', type: 'image/svg+xml', file }, { ...part, key: 'oak', progress: 1, uploaded: oak }] }],
      ]),
    });
    store.blobs.set('oak', picture);
    const view = await mount({}, { store });
    await until(view, () => view.all<HTMLImageElement>('.staged img').every((image) => image.naturalWidth) && !addresses.living.size);
    expect(view.all('.staged > li').map((item) => item.querySelector('img')?.dataset.attachment)).to.deep.equal(['here', undefined, 'oak']);
    expect(view.store.called('download')).to.deep.equal([['oak']]);
    expect(addresses.types).to.deep.equal(['image/png', 'image/png']);
  });

  it('stay pictures where one before them is removed while they are being decoded', async () => {
    const picture = await png();
    const staged = ['a', 'b', 'c'].map((id) => ({ key: id, name: `${id}.png`, type: 'image/png', size: 9, progress: 1, uploaded: { ...oak, id }, error: null }));
    const mara = conversation({ id: 'mara' });
    const draft = (from: number) => new Map([['mara', { text: '', attachments: staged.slice(from) }]]);
    const store = new StateStore({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message()])]]), drafts: draft(0) });
    const gives: (() => void)[] = [];
    store.download = () => new Promise((resolve) => gives.push(() => resolve(picture)));
    const view = await mount({}, { store });
    store.change({ drafts: draft(1) });
    await view.drawn();
    for (const give of gives) give();
    const shown = (): (string | undefined)[] => view.all<HTMLImageElement>('.staged img').map((image) => (image.naturalWidth ? image.dataset.attachment : ''));
    await until(view, () => !addresses.living.size && shown().every(Boolean));
    await view.drawn();
    expect(shown()).to.deep.equal(['b', 'c']);
  });

  it('that could not be had while they were out of sight are asked for again when they come back', async () => {
    const store = new StateStore({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map() });
    const [withPicture, other] = [thread([message({ id: 'm', attachments: [oak] })]), thread([message()])];
    store.putThread('mara', withPicture);
    const fails: (() => void)[] = [];
    store.download = () => new Promise((_, reject) => fails.push(() => reject(new Error('Lost.'))));
    const view = await mount({}, { store });
    store.putThread('mara', other);
    await view.drawn();
    fails[0]!();
    await view.drawn();
    store.putThread('mara', withPicture);
    await view.drawn();
    expect(view.all('.attachment img')).to.have.length(1);
    expect(fails).to.have.length(2);
  });

  it('are no longer fetched once the inbox has gone', async () => {
    const store = new StateStore({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread([message({ attachments: [oak] })])]]) });
    const signals: (AbortSignal | undefined)[] = [];
    store.download = (_, signal) => new Promise(() => signals.push(signal));
    const view = await mount({}, { store });
    expect(signals.map((signal) => signal?.aborted)).to.deep.equal([false]);
    view.remove();
    expect(signals.map((signal) => signal?.aborted)).to.deep.equal([true]);
  });

  it('of every other type are files, also SVG', async () => {
    for (const type of ['image/svg+xml', 'text/html', 'image/png; x', '']) {
      const view = await open({}, attachment({ type }));
      expect(view.all('.attachment img'), type).to.be.empty;
      expect(view.all('.attachment-file'), type).to.have.length(1);
      expect(view.store.called('download')).to.be.empty;
    }
  });

  it('that are files say of which kind and how large, the kind apart from what is written in another direction', async () => {
    const view = await open({}, quote, attachment({ id: 'plain', name: 'Quote', size: 96_000 }));
    expect(view.all('.attachment-size').map((size) => size.textContent)).to.deep.equal(['PDF, 248 kB', '96 kB']);
    expect(view.find('.attachment-size bdi').textContent).to.equal('PDF');
  });

  it('that are files have the comma of the language between kind and size', async () => {
    const view = await open({}, quote);
    for (const [lang, comma] of [['ja', '、'], ['ar', '، ']] as const) {
      view.view.setSettings({ lang, withoutComposer: false, strings: {} });
      await loadDictionary(lang);
      await until(view, () => view.frame.lang === lang);
      await view.drawn();
      expect(view.find('.attachment-size').textContent).to.match(new RegExp(`^PDF${comma}\\S`));
    }
  });

  it('that say they are pictures and are not, are files after all', async () => {
    const view = await open({ oak: new Blob(['<svg onload="alert(1)"/>'], { type: 'image/svg+xml' }) }, oak);
    await until(view, () => view.all('.attachment-file').length === 1);
    expect(addresses.types).to.deep.equal(['image/png']);
    expect(addresses.living.size).to.equal(0);
  });

  it('open with the first press of a double click only: the second is for what was there before', async () => {
    const view = await open({ oak: await png() }, oak);
    await until(view, () => view.all('.attachment img').length === 1);
    view.find('.attachment-image').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await view.drawn();
    expect(view.all('.viewer')).to.be.empty;
  });

  it('that become lower out of sight, but for their last line, move nothing of what is read', async () => {
    const texts = (from: number): ReturnType<typeof message>[] =>
      Array.from({ length: 9 }, (_, index) => message({ id: `m${from + index}`, text: 'What is read. '.repeat(40), direction: 'in' }));
    const pictured = message({ id: 'pictured', text: '', direction: 'in', attachments: [oak] });
    const threads = new Map([['mara', thread([...texts(0), pictured, ...texts(10)])]]);
    const store = new StateStore({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads });
    let fail!: (reason: Error) => void;
    store.download = () => new Promise((_, reject) => (fail = reject));
    const view = await mount({}, { store });
    const log = view.find('.log');
    const box = (id: string): DOMRect => view.find(`[data-key="${id}"]`).getBoundingClientRect();
    while (!view.root.querySelector('[data-key="m5"]')) {
      log.scrollTop -= 200;
      await view.drawn();
    }
    log.scrollTop += box('pictured').bottom - log.getBoundingClientRect().top - 2;
    await view.drawn();
    const { top } = box('m10');
    fail(new Error('gone'));
    await until(view, () => view.all('.attachment-file').length === 1);
    expect(box('m10').top).to.be.closeTo(top, 1);
  });

  it('that could not be had are asked for again once the connection is another', async () => {
    const view = await open({}, oak);
    await until(view, () => view.all('.attachment-file').length === 1);
    view.store.change({ connection: 'offline' });
    await until(view, () => view.all('.attachment-file').length === 1);
    view.store.blobs.set(oak.id, await png());
    view.store.change({ connection: 'live' });
    await until(view, () => view.all('.attachment img').length === 1);
    expect(view.store.called('download').length).to.be.at.least(2);
  });

  it('that could not be had are asked for again once another is opened large', async () => {
    const view = await open({ ash: await png() }, oak, ash);
    await until(view, () => view.all('.attachment-file').length === 1 && view.all('.attachment img').length === 1);
    view.store.blobs.set(oak.id, await png());
    view.find('.attachment-image').click();
    await until(view, () => view.all('.attachment img').length === 2);
    await until(view, () => view.all<HTMLImageElement>('.attachment img').every((image) => image.naturalWidth));
  });

  it('are saved as bytes of no type, and the address taken back a second later', async () => {
    const view = await open({ quote: new Blob(['<script>'], { type: 'text/html' }) }, quote);
    const clicks: [string, string][] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      clicks.push([this.download, this.href]);
    };
    view.find('.attachment-file').click();
    await until(view, () => clicks.length > 0);
    HTMLAnchorElement.prototype.click = click;
    expect(clicks).to.deep.equal([['Quote.pdf', addresses.made[0]]]);
    expect(addresses.types).to.deep.equal(['application/octet-stream']);
    expect(addresses.living.size).to.equal(1);
    view.clock.pass(1_000);
    await view.drawn();
    expect(addresses.living.size).to.equal(0);
  });

  it('that cannot be had are told of, until that is dismissed', async () => {
    const view = await open({}, quote);
    view.find('.attachment-file').click();
    await view.drawn();
    expect(view.text('.notice span')).to.equal('Quote.pdf could not be loaded.');
    expect(view.heard).to.equal('Quote.pdf could not be loaded.');
    view.find('.notice button').click();
    await view.drawn();
    expect(view.all('.notice')).to.be.empty;
  });

  it('open large, lead to each other by the arrows, and give the focus back', async () => {
    const view = await open({ oak: await png(), ash: await png() }, oak, quote, ash);
    await until(view, () => view.all<HTMLImageElement>('.attachment img').every((image) => image.naturalWidth));
    const opener = view.all('.attachment-image')[0]!;
    opener.focus();
    opener.click();
    await view.drawn();
    const dialog = view.find<HTMLDialogElement>('.viewer');
    expect(dialog.open).to.be.true;
    const shown = (): string | null => dialog.querySelector('img')!.getAttribute('alt');
    let heard = 0;
    view.host.addEventListener('keydown', () => heard++);
    const seen = [shown()];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      view.press(key);
      await view.drawn();
      seen.push(shown());
    }
    expect(seen).to.deep.equal(['Oak.png', 'Ash.png', 'Ash.png', 'Oak.png']);
    await until(view, () => !!dialog.querySelector('img')!.naturalWidth && !addresses.living.size);
    expect(view.store.called('download'), 'each is fetched once').to.have.length(2);
    view.find('.viewer [aria-label="Close image"]').click();
    await view.drawn();
    expect(view.all('.viewer')).to.be.empty;
    expect(view.focused).to.equal(opener);
    expect(heard).to.equal(0);
  });

  it('that are open large are never shown under another’s name, and say where one could not be had', async () => {
    const view = await open({ oak: await png(), ash: await png() }, oak, ash);
    await until(view, () => view.all<HTMLImageElement>('.attachment img').every((image) => image.naturalWidth));
    view.find('.attachment-image').click();
    await view.drawn();
    const first = view.find('.viewer img');
    view.press('ArrowRight');
    await view.drawn();
    expect(view.find('.viewer img')).not.to.equal(first);
    const button = (label: string): HTMLElement => view.find(`.viewer [aria-label="${label}"]`);
    expect([button('Previous image').ariaDisabled, button('Next image').ariaDisabled]).to.deep.equal([null, 'true']);
    button('Next image').focus();
    button('Next image').click();
    await view.drawn();
    expect(view.focused).to.equal(button('Next image'));
    expect(view.find('.viewer img').getAttribute('alt')).to.equal('Ash.png');
    view.store.blobs.delete('ash');
    button('Download Ash.png').click();
    await view.drawn();
    expect(view.text('.viewer .notice span')).to.equal('Ash.png could not be loaded.');
    expect(view.find('.viewer [role="status"]').textContent).to.equal('Ash.png could not be loaded.');
  });

  it('that are open large keep the page behind them from scrolling', async () => {
    const view = await open({ oak: await png() }, oak);
    await until(view, () => !!view.find<HTMLImageElement>('.attachment img').naturalWidth);
    view.find('.attachment-image').click();
    await view.drawn();
    const viewer = view.find('.viewer');
    const style = getComputedStyle(viewer);
    // Only what has something to scroll contains anything.
    expect(viewer.scrollHeight).to.be.above(viewer.clientHeight);
    expect([style.overflowY, style.overscrollBehaviorY]).to.deep.equal(['auto', 'contain']);
  });

  it('that are open large close by a press beside the picture, not by one on it', async () => {
    const view = await open({ oak: await png() }, oak);
    await until(view, () => !!view.find<HTMLImageElement>('.attachment img').naturalWidth);
    view.find('.attachment-image').click();
    await view.drawn();
    await until(view, () => !!view.find<HTMLImageElement>('.viewer img').naturalWidth);
    const { left, right, top, bottom } = view.find('.viewer img').getBoundingClientRect();
    const press = async (x: number, y: number): Promise<void> => {
      view.root.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, clientX: x, clientY: y }));
      await view.drawn();
    };
    await press((left + right) / 2, (top + bottom) / 2);
    expect(view.all('.viewer')).to.have.length(1);
    // The picture is a small one: there is much beside it.
    await press(innerWidth / 8, (top + bottom) / 2);
    expect(view.all('.viewer')).to.be.empty;
  });

  it('that are open large make way for another conversation, which the page has opened', async () => {
    const view = await open({ oak: await png() }, oak);
    await until(view, () => !!view.find<HTMLImageElement>('.attachment img').naturalWidth);
    view.find('.attachment-image').click();
    await view.drawn();
    view.store.put(conversation({ id: 'theo' }));
    view.store.putThread('theo', thread([message({ id: 'other', text: 'Hello' })]));
    view.store.change({ openId: 'theo' });
    await view.drawn();
    expect(view.all('.viewer')).to.be.empty;
    expect(view.focused).to.equal(view.find('.thread-title'));
  });

  it('that follow each other large are told by their names', async () => {
    const view = await open({ oak: await png(), ash: await png() }, oak, ash);
    await until(view, () => view.all<HTMLImageElement>('.attachment img').every((image) => image.naturalWidth));
    view.find('.attachment-image').click();
    await view.drawn();
    const told = view.find('.viewer [aria-live="polite"]');
    expect(told.textContent).to.equal('Oak.png');
    view.press('ArrowRight');
    await view.drawn();
    expect(view.find('.viewer [aria-live="polite"]')).to.equal(told);
    expect(told.textContent).to.equal('Ash.png');
  });
});

describe('Copying a message', () => {
  afterEach(unmountAll);

  it('says so, in words and by a tick', async () => {
    const view = await mount({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread([message({ text: 'Perfect' })])]]) });
    const { clipboard } = navigator;
    const written: string[] = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text: string) => void written.push(text) } });
    view.find('.bubble').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await view.drawn();
    const icon = (): string | null => view.find('.message-tools path').getAttribute('d');
    const before = icon();
    view.find('.message-tools button').click();
    await view.drawn();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    expect(written).to.deep.equal(['Perfect']);
    expect(view.heard).to.equal('Copied');
    expect(icon()).to.not.equal(before);
  });

  it('selects its text where the page lets nothing be copied', async () => {
    const view = await mount({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread([message({ text: 'Perfect' })])]]) });
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } });
    view.find('.bubble').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await view.drawn();
    const selected: (Node | null)[] = [];
    const { selectAllChildren } = Selection.prototype;
    Selection.prototype.selectAllChildren = (node) => void selected.push(node);
    view.find('.message-tools button').click();
    await view.drawn();
    Object.assign(Selection.prototype, { selectAllChildren });
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    expect(selected).to.deep.equal([view.find('.bubble')]);
    expect(view.heard).to.equal('');
  });
});
