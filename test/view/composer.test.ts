import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import type { StagedAttachment } from '../../src/inbox/state.js';
import { LANGUAGES } from '../../src/locales/index.js';
import { at, attachment, conversation, message, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted, type MountOptions } from './mount.js';

const mara = conversation({ id: 'mara' });
const open = (words = {}, options?: MountOptions): Promise<Mounted> =>
  mount({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message()])]]), ...words }, options);
const field = (view: Mounted): HTMLTextAreaElement => view.find<HTMLTextAreaElement>('.field');
const staged = (part: Partial<StagedAttachment>): StagedAttachment => ({
  key: part.name ?? '',
  name: 'Samples.pdf',
  type: 'application/pdf',
  size: 1000,
  progress: 0,
  uploaded: null,
  error: null,
  ...part,
});
const draftOf = (...attachments: StagedAttachment[]) => ({ drafts: new Map([['mara', { text: '', attachments }]]) });
const withFiles = (name: string, more: object, ...files: File[]): Event => {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const event = new Event(name, { bubbles: true, cancelable: true });
  return Object.assign(event, more, name === 'paste' ? { clipboardData: transfer } : { dataTransfer: transfer });
};
const picture = new File(['x'], 'Oak.png', { type: 'image/png' });

describe('The composer', () => {
  afterEach(unmountAll);

  it('keeps what is typed as the draft, tells that somebody types, and sends by Enter', async () => {
    const view = await open();
    expect(view.find('.send-button').getAttribute('aria-disabled')).to.equal('true');
    view.type('.field', 'Hello');
    await view.drawn();
    expect(view.store.called('setDraftText')).to.deep.equal([['mara', 'Hello']]);
    expect(view.store.called('typing')).to.deep.equal([['mara']]);
    expect(view.find('.send-button').getAttribute('aria-disabled')).to.equal(null);
    expect(view.press('Enter').defaultPrevented).to.be.true;
    await view.drawn();
    expect(view.store.called('send')).to.deep.equal([['mara']]);
    expect(field(view).value).to.equal('');
    expect(view.focused).to.equal(field(view));
  });

  it('starts a line by Shift and Enter, and leaves Enter to an input method', async () => {
    const view = await open();
    view.type('.field', 'こんにちは');
    for (const more of [{ shiftKey: true }, { isComposing: true }, { keyCode: 229 }]) {
      expect(view.press('Enter', more).defaultPrevented, JSON.stringify(more)).to.be.false;
    }
    expect(view.store.called('send')).to.be.empty;
  });

  it('has nothing that cannot be pressed but the way to send what is not there', async () => {
    const view = await open();
    expect(view.all('[aria-disabled="true"]')).to.deep.equal([view.find('.send-button')]);
  });

  it('sends nothing where there is nothing, and stays reachable', async () => {
    const view = await open();
    view.type('.field', '  \n ');
    view.press('Enter');
    view.find('.send-button').focus();
    expect(view.focused).to.equal(view.find('.send-button'));
    view.find('.send-button').click();
    expect(view.store.called('send')).to.be.empty;
    expect(view.focused).to.equal(field(view));
  });

  it('leaves caret, selection and scroll position alone when everything around is drawn anew', async () => {
    const view = await open();
    view.type('.field', 'One line\n'.repeat(30));
    await view.drawn();
    field(view).setSelectionRange(3, 7, 'backward');
    await view.drawn();
    field(view).scrollTop = 40;
    const same = field(view);
    for (let step = 0; step < 5; step++) {
      view.store.putThread('mara', thread(Array.from({ length: step + 2 }, (_, index) => message({ id: `x${index}` }))));
      view.view.setCondition({ kind: step % 2 ? 'reconnecting' : 'none' });
      await view.drawn();
    }
    expect(field(view)).to.equal(same);
    expect([same.selectionStart, same.selectionEnd, same.selectionDirection]).to.deep.equal([3, 7, 'backward']);
    expect(same.scrollTop).to.equal(40);
    expect(view.focused).to.equal(same);
  });

  it('keeps a draft for each conversation', async () => {
    const view = await open();
    view.store.put(conversation({ id: 'theo', name: 'Théo' }));
    view.type('.field', 'For Mara');
    view.store.change({ openId: 'theo' });
    await view.drawn();
    expect(field(view).value).to.equal('');
    view.store.change({ openId: 'mara' });
    await view.drawn();
    expect(field(view).value).to.equal('For Mara');
  });

  it('shows a draft that another tab has written', async () => {
    const view = await open();
    view.store.change({ drafts: new Map([['mara', { text: 'From elsewhere', attachments: [] }]]) });
    await view.drawn();
    expect(field(view).value).to.equal('From elsewhere');
  });

  it('grows with what is written, to a limit', async () => {
    const view = await open();
    const heights: number[] = [];
    for (const lines of [1, 3, 6, 60]) {
      view.type('.field', Array<string>(lines).fill('line').join('\n'));
      await view.drawn();
      heights.push(field(view).clientHeight);
    }
    const [one = 0, three = 0, six = 0, sixty = 0] = heights;
    expect(one < three && three < six && six < sixty, heights.join()).to.be.true;
    expect(sixty).to.be.below(220);
    view.type('.field', '');
    await view.drawn();
    expect(field(view).clientHeight).to.equal(one);
  });

  it('grows anew where it is narrower, and not where it is hidden', async () => {
    const { supports } = CSS;
    CSS.supports = ((...asked: [string]) => asked[0] !== 'field-sizing' && supports.apply(CSS, asked));
    try {
      const view = await open({}, { attributes: { layout: 'stack' }, width: 800 });
      field(view).style.setProperty('field-sizing', 'fixed');
      view.type('.field', 'line '.repeat(30));
      await view.drawn();
      const wide = field(view).clientHeight;
      view.host.style.width = '360px';
      await view.drawn();
      expect(field(view).clientHeight).to.be.above(wide);
      expect(field(view).clientHeight).to.equal(field(view).scrollHeight);
      const { blockSize } = field(view).style;
      view.host.style.display = 'none';
      view.store.put(conversation({ id: 'mara', subject: 'Anything' }));
      await view.drawn();
      expect(field(view).style.blockSize).to.equal(blockSize);
    } finally {
      CSS.supports = supports;
    }
  });

  it('Escape never discards', async () => {
    const view = await open({}, { attributes: { layout: 'split' } });
    view.type('.field', 'Hello');
    view.press('Escape');
    await view.drawn();
    expect(field(view).value).to.equal('Hello');
  });

  it('says how a reply goes out', async () => {
    const channels = [
      ['whatsapp', 'Reply on WhatsApp…', 'Reply on WhatsApp to Mara Lindqvist'],
      ['email', 'Reply by e-mail…', 'Reply by e-mail to Mara Lindqvist'],
      ['web', 'Reply in the web chat…', 'Reply in the web chat to Mara Lindqvist'],
      ['Pigeon', 'Reply on Pigeon…', 'Reply on Pigeon to Mara Lindqvist'],
    ];
    for (const [channel = '', placeholder, label] of channels) {
      const view = await open({ conversations: [{ ...mara, channel }] });
      expect(field(view).placeholder).to.equal(placeholder);
      expect(field(view).getAttribute('aria-label')).to.equal(label);
    }
  });

  it('is called what can be read in it, and more', async () => {
    const words = (text: string | null): string => (text ?? '').toLowerCase().replace(/[\s\u00a0]*…$/, '');
    for (const lang of ['en', ...Object.keys(LANGUAGES)]) {
      for (const channel of ['whatsapp', 'email', 'sms', 'web']) {
        const view = await open({ conversations: [{ ...mara, channel }] }, { settings: { lang } });
        const label = words(field(view).getAttribute('aria-label'));
        expect(label).to.include(words(field(view).placeholder)).and.to.include('mara lindqvist');
        view.remove();
      }
    }
  });

  it('gives way to a notice where the conversation is closed', async () => {
    const view = await open({ conversations: [{ ...mara, status: 'closed' }] });
    expect(view.text('.composer-closed p')).to.equal('This conversation is closed.');
    view.find('.composer-closed button').click();
    expect(view.store.called('setStatus')).to.deep.equal([['mara', 'open']]);
  });

  it('gives way to a notice at the minute when the channel’s window is over', async () => {
    const view = await open({ conversations: [{ ...mara, replyUntil: at('9:46') }] });
    expect(view.all('.field')).to.have.length(1);
    view.clock.pass(60_000);
    await view.drawn();
    expect(view.all('.field')).to.be.empty;
    expect(view.text('.composer-closed p')).to.equal('WhatsApp takes replies for 24 hours. You can write again once Mara does.');
  });

  it('gives way to that notice also where the window is over while it is being drawn', async () => {
    for (let ms = 1; ms < 8; ms++) {
      const view = await open({ conversations: [{ ...mara, replyUntil: new Date(Date.parse(at('9:45')) + ms).toISOString() }] });
      const now = view.clock.now.bind(view.clock);
      let reads = 0;
      view.clock.now = () => now() + reads++;
      view.store.change({});
      await view.drawn();
      view.clock.pass(100);
      await view.drawn();
      expect(view.all('.field'), `${ms} ms later`).to.be.empty;
      unmountAll();
    }
  });

  it('gives way to that notice also by a clock that the service has set back meanwhile', async () => {
    const view = await open({ conversations: [{ ...mara, replyUntil: at('9:46') }] });
    view.clock.setBack(10_000);
    view.clock.pass(60_000);
    await view.drawn();
    expect(view.all('.field'), 'too early').to.have.length(1);
    view.clock.pass(10_000);
    await view.drawn();
    expect(view.all('.field')).to.be.empty;
  });

  it('is not there where the page wants reading only', async () => {
    const view = await open({}, { settings: { withoutComposer: true } });
    expect(view.all('.composer')).to.be.empty;
    view.view.setSettings({ lang: 'en', withoutComposer: false, strings: {} });
    await view.drawn();
    expect(view.all('.composer')).to.have.length(1);
  });
});

describe('A text that is too long', () => {
  afterEach(unmountAll);
  const written = (length: number): Promise<Mounted> => open({ drafts: new Map([['mara', { text: 'x'.repeat(length), attachments: [] }]]) });

  it('is told before it is sent, and is not sent', async () => {
    const view = await written(10_001);
    expect(view.text('.composer [role="alert"]')).to.equal('At most 10,000 characters');
    expect(view.text('.too-long')).to.equal('At most 10,000 characters +1');
    expect(field(view).getAttribute('aria-invalid')).to.equal('true');
    expect(view.find('.send-button').getAttribute('aria-disabled')).to.equal('true');
    field(view).focus();
    view.press('Enter');
    expect(view.store.called('send')).to.be.empty;
    expect(field(view).value).to.have.length(10_001);
  });

  it('says how many are over, which is heard by nobody at each keystroke', async () => {
    const view = await written(11_234);
    const alert = view.find('.composer [role="alert"]');
    const changed = new MutationObserver(() => undefined);
    changed.observe(alert, { subtree: true, childList: true, characterData: true });
    view.store.change({ drafts: new Map([['mara', { text: ` ${'x'.repeat(11_235)} `, attachments: [] }]]) });
    await view.drawn();
    expect(view.text('.too-long')).to.equal('At most 10,000 characters +1,235');
    expect(changed.takeRecords()).to.be.empty;
    expect(view.find('.composer [role="alert"]') === alert).to.equal(true);
  });

  it('is none with 10,000 characters', async () => {
    const view = await written(10_000);
    expect(view.all('.composer [role="alert"]')).to.be.empty;
    expect(field(view).hasAttribute('aria-invalid')).to.equal(false);
    expect(view.find('.send-button').hasAttribute('aria-disabled')).to.equal(false);
  });
});

describe('Files', () => {
  afterEach(unmountAll);

  it('come by paste and drop; pasted text stays text', async () => {
    const view = await open();
    field(view).dispatchEvent(withFiles('paste', {}, picture));
    view.find('.thread').dispatchEvent(withFiles('dragover', {}, picture));
    await view.drawn();
    expect(view.find('.thread').hasAttribute('data-dropping')).to.be.true;
    view.find('.thread').dispatchEvent(withFiles('drop', {}, picture));
    await view.drawn();
    expect(view.find('.thread').hasAttribute('data-dropping')).to.be.false;
    expect(view.store.called('stageFiles')).to.deep.equal([['mara', ['Oak.png']], ['mara', ['Oak.png']]]);
    const both = withFiles('paste', {}, picture) as ClipboardEvent;
    both.clipboardData?.setData('text/plain', 'a table');
    both.clipboardData?.setData('text/html', '<table><tr><td>a table');
    field(view).dispatchEvent(both);
    expect(view.store.called('stageFiles')).to.have.length(2);
    expect(both.defaultPrevented).to.be.false;
  });

  it('come by paste also with a name as their text, as from the Finder, or as a picture of a page', async () => {
    const view = await open();
    for (const [type, text] of [['text/plain', 'Oak.png'], ['text/html', '<img src="oak.png">']] as const) {
      const event = withFiles('paste', {}, picture) as ClipboardEvent;
      event.clipboardData?.setData(type, text);
      field(view).dispatchEvent(event);
      expect(event.defaultPrevented, type).to.be.true;
    }
    expect(view.store.called('stageFiles')).to.deep.equal([['mara', ['Oak.png']], ['mara', ['Oak.png']]]);
  });

  it('come by a paste anywhere in the thread, and so does text, at the caret; nothing does where no reply can be written', async () => {
    const view = await open({ drafts: new Map([['mara', { text: 'Room  please', attachments: [] }]]) });
    const paste = (...files: File[]): ClipboardEvent => {
      const event = withFiles('paste', {}, ...files) as ClipboardEvent;
      if (!files.length) event.clipboardData?.setData('text/plain', '12,');
      view.find('.message').dispatchEvent(event);
      return event;
    };
    field(view).setSelectionRange(5, 5);
    expect(paste().defaultPrevented).to.be.true;
    await view.drawn();
    expect(field(view).value).to.equal('Room 12, please');
    expect(view.store.called('setDraftText')).to.deep.equal([['mara', 'Room 12, please']]);
    expect([view.focused, field(view).selectionStart]).to.deep.equal([field(view), 8]);
    paste(picture);
    expect(view.store.called('stageFiles')).to.deep.equal([['mara', ['Oak.png']]]);
    field(view).select();
    view.find('.message').dispatchEvent(withFiles('paste', {}));
    expect(field(view).value, 'a paste of neither takes nothing away').to.equal('Room 12, please');
    view.store.put({ ...mara, status: 'closed' });
    await view.drawn();
    expect([paste(), paste(picture)].map(({ defaultPrevented }) => defaultPrevented)).to.deep.equal([false, false]);
    expect(view.store.called('stageFiles')).to.have.length(1);
  });

  it('are chosen by the button, the same one again as well', async () => {
    const view = await open();
    const input = view.find<HTMLInputElement>('.files');
    for (let time = 0; time < 2; time++) {
      const transfer = new DataTransfer();
      transfer.items.add(picture);
      input.files = transfer.files;
      input.dispatchEvent(new Event('change'));
      expect(input.value, 'a browser tells of no change to what is there already').to.equal('');
    }
    expect(view.store.called('stageFiles').map(([id]) => id)).to.deep.equal(['mara', 'mara']);
  });

  it('tell the limit before, progress while and errors after the upload, and can be taken away', async () => {
    const error = new InboxError('INBOX_ATTACHMENT_REJECTED', 'no');
    const view = await open(
      draftOf(
        staged({ name: 'Up.pdf', uploaded: attachment(), progress: 1 }),
        staged({ name: 'Busy.pdf', progress: 0.4 }),
        staged({ name: 'Large.mov', size: 99e6, over: 'tooLarge', error }),
        staged({ name: 'Eleventh.pdf', over: 'tooMany', error }),
        staged({ name: 'Lost.pdf', error: new InboxError('INBOX_SERVICE_UNREACHABLE', 'no') }),
      ),
    );
    expect(view.find('[part="attach-button"]').getAttribute('aria-label')).to.equal('Attach a file, up to 26 MB');
    const texts = view.all('.staged > li').map((one) => one.textContent?.replace(/\s+/g, ' ').trim());
    // What needs the person stands first, or it would be out of sight.
    expect(texts).to.deep.equal(['Large.mov Larger than 26 MB', 'Eleventh.pdf At most 10 files', 'Lost.pdf Not uploaded. Attach it again or send without it.', 'Up.pdf', 'Busy.pdf 40%']);
    expect(view.find('.send-button').getAttribute('aria-disabled')).to.equal('true');
    view.find('[aria-label="Remove Busy.pdf"]').click();
    expect(view.store.called('unstageFile')).to.deep.equal([['mara', 'Busy.pdf']]);
    expect(view.focused).to.equal(field(view));
  });

  it('that are on their way are told of where somebody sends all the same', async () => {
    const view = await open(draftOf(staged({ name: 'Busy.pdf', progress: 0.4 })));
    field(view).focus();
    view.press('Enter');
    await view.drawn();
    expect(view.heard).to.equal('Busy.pdf: 40%');
    expect(view.store.called('send')).to.be.empty;
  });

  it('that wait to be sent again say so', async () => {
    const view = await open(draftOf(staged({ name: 'Later.pdf', progress: null })));
    expect(view.text('.staged-note')).to.equal('Waiting');
  });

  it('that the service or an own source refuses are not called too many', async () => {
    const errors = [{ status: 422 }, {}].map((options) => new InboxError('INBOX_ATTACHMENT_REJECTED', 'no', options));
    const view = await open(draftOf(...errors.map((error, index) => staged({ name: `${index}.txt`, error }))));
    const notes = view.all('.staged-note').map((one) => one.textContent);
    expect(notes).to.deep.equal(Array(2).fill('Not uploaded. Attach it again or send without it.'));
  });

  it('can be sent without a word', async () => {
    const view = await open(draftOf(staged({ uploaded: attachment(), progress: 1 })));
    field(view).focus();
    view.press('Enter');
    expect(view.store.called('send')).to.deep.equal([['mara']]);
  });
});
