import { expect } from 'chai';
import type { InboxError } from '../../src/errors.js';
import type { SourceEvent } from '../../src/inbox/inbox-source.js';
import type { Message } from '../../src/inbox/model.js';
import { createMemorySource, exampleInbox, type MemorySource } from '../../src/inbox/memory/index.js';
import { counted } from './counted-source.js';
import { GuestPage, inside, open, send, type } from './guest-page.js';
import { turn, until } from './until.js';

describe('a source of the app’s own', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  const counts = (): number[] => page.heard('inbox-unread-changed').map(({ unreadCount }) => unreadCount);

  it('has the last word of the unread count, whatever the one before was about to say', async () => {
    const widget = await page.show({ properties: { source: createMemorySource(exampleInbox()) } });
    await until(() => widget.unreadCount === 3);
    widget.source = createMemorySource();
    await until(() => inside(widget, '.panel'));
    for (let count = 0; count < 5; count++) await turn();
    expect([counts().at(-1), widget.unreadCount]).to.deep.equal([0, 0]);
  });

  it('that throws where it is subscribed to is told as such, and gives way to one that does not', async () => {
    const broken = Object.assign(Object.create(createMemorySource()) as MemorySource, {
      subscribe: () => {
        throw new TypeError('Not yet.');
      },
    });
    const widget = page.put({ properties: { source: broken } });
    const states: boolean[] = [];
    widget.addEventListener('inbox-misconfigured', () => states.push(...['misconfigured', 'loading'].map((name) => widget.matches(`:state(${name})`))));
    await until(() => inside(widget, '.panel')?.textContent?.includes('INBOX_SERVICE_UNEXPECTED'));
    expect(page.heard('inbox-misconfigured').map(({ error }) => error.code)).to.deep.equal(['INBOX_SERVICE_UNEXPECTED']);
    expect(states).to.deep.equal([true, false]);
    widget.source = createMemorySource(exampleInbox());
    await until(() => widget.unreadCount === 3);
    expect(widget.shadowRoot?.querySelectorAll('.inbox')).to.have.length(1);
  });

  it('that returns nothing from where it is subscribed to gives way to another one', async () => {
    const source = createMemorySource(exampleInbox());
    const { subscribe } = source;
    Object.assign(source, { subscribe: (listener: (event: SourceEvent) => void) => void subscribe.call(source, listener) });
    const widget = await page.show({ properties: { source } });
    widget.source = createMemorySource();
    await until(() => inside(widget, '.panel'));
    expect(widget.unreadCount).to.equal(0);
    expect(page.heard('inbox-unread-changed').at(-1)?.unreadCount).to.equal(0);
  });

  it('may leave out the files of a message that has none', async () => {
    const source = createMemorySource(exampleInbox());
    const { listMessages } = source;
    const bare = (message: Message): Message => JSON.parse(JSON.stringify({ ...message, attachments: undefined })) as Message;
    source.listMessages = async (...words) => {
      const answer = await listMessages.apply(source, words);
      return { ...answer, messages: answer.messages.map(bare) };
    };
    const widget = await page.show({ properties: { source } });
    const field = await open(widget, 'mara');
    const bubbles = (): number => widget.shadowRoot?.querySelectorAll('.bubble').length ?? 0;
    const before = bubbles();
    type(field, 'Mine');
    send(field);
    await until(() => bubbles() > before);
    expect(before).to.be.above(1);
  });

  it('is listened to no more once it has given way to another one', async () => {
    const { source, listeners } = counted();
    const widget = await page.show({ properties: { source } });
    expect(listeners.size).to.be.above(0);
    widget.source = createMemorySource();
    await until(() => inside(widget, '.panel'));
    expect(listeners.size).to.equal(0);
  });

  it('needs no token: who asks for one is told how to get one', async () => {
    const widget = await page.show({ properties: { source: createMemorySource(exampleInbox()) } });
    const { code, message } = await widget.refreshToken().then(() => ({ code: '', message: '' }), (error: InboxError) => error);
    expect(code).to.equal('INBOX_REFRESH_UNCONFIGURED');
    expect(message).to.include('refresh-endpoint');
  });

  it('leaves no state on an element that has left the page', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ properties: { source } });
    source.setConnection('offline');
    await until(() => widget.matches(':state(offline)'));
    widget.remove();
    await until(() => !inside(widget, '.inbox'));
    expect(widget.matches(':state(offline)')).to.equal(false);
  });

  it('is asked from outside of Angular’s zone, where what it begins starts no change detection', async () => {
    let isOutside = false;
    const run = <T>(work: () => T): T => {
      const before = isOutside;
      isOutside = true;
      try {
        return work();
      } finally {
        isOutside = before;
      }
    };
    const source = createMemorySource(exampleInbox());
    const asked: boolean[] = [];
    const { subscribe, getInbox } = source;
    source.subscribe = (listener) => (asked.push(isOutside), subscribe.call(source, listener));
    source.getInbox = () => (asked.push(isOutside), getInbox.call(source));
    Object.assign(globalThis, { Zone: { root: { run } } });
    try {
      await page.show({ properties: { source } });
    } finally {
      Reflect.deleteProperty(globalThis, 'Zone');
    }
    expect(asked).to.deep.equal([true, true, true]);
  });
});
