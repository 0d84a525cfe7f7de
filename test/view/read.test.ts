import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { at, attachment, conversation, message, outgoing, StateStore, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted } from './mount.js';

const mara = conversation({ id: 'mara', unread: 2, preview: 'No rush on the second one' });
const theo = conversation({ id: 'theo', name: 'Théo Baptiste', channel: 'email' });
const lost = new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
const open = (part = {}): Promise<Mounted> =>
  mount({ conversations: [mara, theo], openId: 'mara', threads: new Map([['mara', thread([message()])]]), ...part });
/** What is read of an element, one piece after the other, with a space between boxes. Engines differ in the leading zero of times. */
const read = (element: Element): string => {
  const words = (node: Node): string => {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
    if (node.getAttribute('aria-hidden') === 'true') return '';
    const { display } = getComputedStyle(node);
    if (display === 'none') return '';
    const space = display === 'inline' ? '' : ' ';
    return space + (node.getAttribute('aria-label') ?? [...node.childNodes].map(words).join('')) + space;
  };
  return words(element).replace(/\s+/g, ' ').replace(/\b0(?=\d:)/g, '').trim();
};
const label = (view: Mounted, id: string): string => read(view.find(`.row[data-id="${id}"]`));

describe('A row is heard as', () => {
  afterEach(unmountAll);

  it('name, channel, unread, time and the newest message', async () => {
    const view = await open({ conversations: [mara, { ...theo, lastDirection: 'out', lastStatus: 'read', preview: 'Gladly' }] });
    expect(label(view, 'mara')).to.equal('Mara Lindqvist, WhatsApp, 2 unread, 9:42, No rush on the second one');
    expect(label(view, 'theo')).to.equal('Théo Baptiste, E-mail, 9:42, You, read: Gladly');
    expect(view.find('.row[aria-current]').dataset.id).to.equal('mara');
  });

  it('the same where the page leaves out pictures, times and numbers', async () => {
    const view = await open();
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    for (const part of ['avatar', 'row-time', 'unread-count']) sheet.insertRule(`::part(${part}) { display: none }`);
    const heard = label(view, 'mara');
    document.adoptedStyleSheets.pop();
    expect(heard).to.equal('Mara Lindqvist, WhatsApp, 2 unread, 9:42, No rush on the second one');
  });

  it('what waits to be sent, or was not, before what the service knows', async () => {
    const waits = outgoing({ conversationId: 'theo', text: 'See you at four', status: 'waiting' });
    const view = await open({ outbox: [waits] });
    expect(label(view, 'theo')).to.equal('Théo Baptiste, E-mail, 9:43, You, waiting: See you at four');
    view.store.change({ outbox: [waits, { ...waits, key: 'other', text: '', attachments: [attachment()], status: 'failed', error: lost }] });
    await view.drawn();
    expect(label(view, 'theo')).to.equal('Théo Baptiste, E-mail, 9:43, You, not sent: Quote 2041.pdf');
    expect(view.find('.row[data-id="theo"] .delivery-mark').dataset.status).to.equal('failed');
  });

  it('its draft, or that somebody types', async () => {
    const drafts = new Map([['theo', { text: 'Hello', attachments: [] }]]);
    const view = await open({ drafts });
    expect(label(view, 'theo')).to.equal('Théo Baptiste, E-mail, 9:42, Draft: Hello');
    view.store.change({ typing: new Map([['theo', 'Théo']]) });
    await view.drawn();
    expect(label(view, 'theo')).to.equal('Théo Baptiste, E-mail, 9:42, Typing…');
  });
});

describe('A message is heard as', () => {
  afterEach(unmountAll);
  const heard = async (...messages: Parameters<typeof message>[0][]): Promise<string[]> => {
    const view = await open({ threads: new Map([['mara', thread(messages.map(message))]]) });
    return view.all('.message').map(read);
  };

  it('who, what and when', async () => {
    expect(await heard({ text: 'Hello', sentAt: at('9:42') })).to.deep.equal(['Mara Lindqvist: Hello 9:42']);
  });

  it('the same with its delivery, where it is one’s own', async () => {
    expect(await heard({ direction: 'out', text: 'Hello', sentAt: at('9:21') })).to.deep.equal(['You: Hello 9:21 Delivered']);
  });

  it('a colleague’s by the name above it', async () => {
    const hannah = { direction: 'out', authorName: 'Hannah' } as const;
    expect(await heard({ ...hannah, text: 'One', sentAt: at('9:41') }, { ...hannah, text: 'Two' })).to.deep.equal([
      'Hannah, 9:41: One',
      'Hannah: Two 9:42 Delivered',
    ]);
  });

  it('each of a run with its time, though only the last shows it', async () => {
    expect(await heard({ text: 'One', sentAt: at('9:41') }, { text: 'Two' })).to.deep.equal([
      'Mara Lindqvist, 9:41: One',
      'Mara Lindqvist: Two 9:42',
    ]);
  });

  it('the same while its tools are shown, which tell the time to the eye alone', async () => {
    const view = await mount(
      { conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message({ text: 'Hello' })])]]) },
      { width: 1200, attributes: { style: 'max-inline-size: none' } },
    );
    view.find('.message').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    await view.drawn();
    expect(view.find('.message-tools time').getClientRects(), 'for the eye').to.have.length(1);
    expect(read(view.find('.message'))).to.equal('Mara Lindqvist: Hello 9:42 Copy message');
  });

  it('line by line, without all of it again where its delivery stands', async () => {
    const view = await open({ threads: new Map([['mara', thread([message({ text: 'Hello', direction: 'out' })])]]) });
    // Browsers leave out a paragraph that is a flex container, unless it says that it is one. Its words then are the message's.
    const loose = [...view.find('.message').querySelectorAll('p')].filter((one) => getComputedStyle(one).display === 'flex' && one.role !== 'paragraph');
    expect(loose).to.be.empty;
  });

  it('with the comma of the language before its time', async () => {
    const view = await mount(
      { conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message({ text: 'One' }), message({ text: 'Two' })])]]) },
      { settings: { lang: 'ar' } },
    );
    expect(read(view.all('.message')[0]!)).to.match(/^Mara Lindqvist، .+: One$/);
  });

  it('its files, and what pressing them does', async () => {
    const store = new StateStore({
      conversations: [mara],
      openId: 'mara',
      threads: new Map([['mara', thread([message({ text: '', attachments: [attachment(), attachment({ name: 'Oak.png', type: 'image/png' })] })])]]),
    });
    store.download = () => new Promise(() => undefined);
    const view = await mount({}, { store });
    const text = read(view.find('.message'));
    expect(text).to.equal('Mara Lindqvist: Quote 2041.pdf PDF, 248 kB Open Oak.png 9:42');
  });

  it('not sent, why, and what can be done', async () => {
    const view = await open({ outbox: [outgoing({ key: 'k', status: 'failed', error: lost })] });
    expect(read(view.find('[data-key="k"]'))).to.equal('You: On its way Not sent. The connection was lost. Try again Discard');
    const [retry, discard] = view.all('[data-key="k"] .text-button');
    retry!.click();
    discard!.click();
    expect(view.store.called('retry')).to.deep.equal([['k']]);
    expect(view.store.called('discard')).to.deep.equal([['k']]);
  });
});

describe('An alert says', () => {
  afterEach(unmountAll);

  it('which file is refused, and why', async () => {
    const file = { key: 'k', name: 'Large.mov', type: 'video/quicktime', size: 99e6, progress: 0, uploaded: null, error: null };
    const draft = (part: object) => new Map([['mara', { text: '', attachments: [{ ...file, ...part }] }]]);
    const view = await open({ drafts: draft({}) });
    expect(view.all('[role="alert"]')).to.be.empty;
    view.store.change({ drafts: draft({ over: 'tooLarge', error: new InboxError('INBOX_ATTACHMENT_REJECTED', 'no') }) });
    await view.drawn();
    expect(view.all('[role="alert"]').map(read)).to.deep.equal(['Large.mov Larger than 26 MB']);
    expect(view.find('[role="alert"]').getClientRects()).to.have.length(1);
  });
});
