import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { at, conversation, message, outgoing, thread } from './fixtures.js';
import { log, many, numbered, open, scrollTo, scrollToNewest } from './long-thread.js';
import { unmountAll, type Mounted } from './mount.js';

const shownTexts = (view: Mounted): string[] => view.all('.bubble').map((bubble) => bubble.textContent ?? '');

/** The first text that is whole in sight, where it stands, and the number of its message. */
function reading(view: Mounted): { node: HTMLElement; top: number; number: number } {
  const { top } = log(view).getBoundingClientRect();
  const node = view.all('.bubble').find((one) => one.getBoundingClientRect().top >= top)!;
  return { node, top: node.getBoundingClientRect().top, number: Number(node.closest<HTMLElement>('.message')!.dataset.key!.slice(1)) };
}

describe('The log', function () {
  // Each step waits for frames, which come slowly where no screen is: on a busy machine, WebKit took a minute for a test of many.
  this.timeout(180_000);
  afterEach(unmountAll);

  it('rests at its end while messages arrive', async () => {
    const view = await open(many(60));
    expect(Math.abs(log(view).scrollTop)).to.be.below(1);
    view.store.putThread('mara', thread(many(63)));
    await view.drawn();
    expect(Math.abs(log(view).scrollTop)).to.be.below(1);
    expect(view.all('.message').at(-1)!.dataset.key).to.equal('m62');
    expect(view.all('.jump-button')).to.be.empty;
  });

  it('holds what is being read while messages arrive, and counts the received ones below', async () => {
    const view = await open(many(60));
    await scrollTo(view, 500);
    const { node, top } = reading(view);
    view.store.putThread('mara', thread([...many(60), message({ id: 'x' }), message({ id: 'y', direction: 'out' }), message({ id: 'z' })]));
    await view.drawn();
    expect(node.isConnected).to.be.true;
    expect(Math.abs(node.getBoundingClientRect().top - top)).to.be.below(1.5);
    expect(view.text('.jump-button')).to.equal('2 new messages');
  });

  it('is held among very many without looking at those that are far from it, or copying them', async () => {
    const view = await open(many(20_000));
    await scrollTo(view, 500);
    const { node, top } = reading(view);
    let looks = 0;
    const messages = new Proxy(many(20_000), { get: (all, name) => (looks++, Reflect.get(all, name) as unknown) });
    view.store.putThread('mara', thread(messages));
    await view.drawn();
    expect(node.getBoundingClientRect().top).to.equal(top);
    expect(looks).to.be.below(1_000);
  });

  it('holds it however often something grows below, though browsers scroll by whole pixels', async () => {
    const view = await open(many(60));
    view.host.style.setProperty('--inbox-font-size', '15.3px');
    await scrollTo(view, 60);
    const { node, top } = reading(view);
    for (let lines = 1; lines <= 20; lines++) {
      view.store.putThread('mara', thread([...many(59), { ...numbered(59), text: 'A line\n'.repeat(lines) }]));
      await view.drawn();
      expect(Math.abs(node.getBoundingClientRect().top - top), `${lines} lines`).to.be.below(1.5);
    }
  });

  it('holds it too while the inbox is hidden, whatever arrives meanwhile', async () => {
    const view = await open(many(60));
    await scrollTo(view, 500);
    const { node, top } = reading(view);
    for (const arrived of [0, 1]) {
      view.host.hidden = true;
      await view.drawn();
      view.store.putThread('mara', thread(many(60 + arrived)));
      await view.drawn();
      view.host.hidden = false;
      await view.drawn();
      await view.drawn();
      expect(node.isConnected).to.be.true;
      expect(Math.abs(node.getBoundingClientRect().top - top), `${arrived} arrived`).to.be.below(1.5);
    }
  });

  it('jumps to the newest message, and leaves the focus on the log', async () => {
    const view = await open(many(500));
    for (let step = 0; step < 6; step++) await scrollTo(view, 99_999);
    expect(view.text('.jump-button')).to.equal('Newest messages');
    view.find('.jump-button').click();
    await view.drawn();
    expect(view.all('.message').at(-1)!.dataset.key).to.equal('m499');
    expect(Math.abs(log(view).scrollTop)).to.be.below(1);
    expect(view.focused).to.equal(log(view));
    expect(view.all('.jump-button')).to.be.empty;
  });

  it('moves its window back and forth over what is known, and what is read never jumps', async () => {
    const view = await open(many(400));
    const first = (): number => Number(view.find('.message').dataset.key?.slice(1));
    const before = first();
    for (let step = 0; step < 8; step++) {
      const { node, top } = reading(view);
      const distance = Math.min(300, log(view).scrollHeight - log(view).clientHeight + log(view).scrollTop);
      log(view).scrollTop -= distance;
      await view.drawn();
      if (node.isConnected) expect(Math.abs(node.getBoundingClientRect().top - top - distance), `step ${step}`).to.be.below(2);
    }
    expect(first()).to.be.below(before - 8);
    const count = view.all('.message').length;
    expect(count).to.be.below(40);
    await scrollToNewest(view, 'm399');
    expect(view.all('.message').at(-1)!.dataset.key).to.equal('m399');
  });

  it('is scrolled by 300 px at once without stopping at the end of what is drawn, and draws no more elements for it', async () => {
    for (const height of [300, 500, 640]) {
      const view = await open(many(400), {}, { height });
      const elements = view.root.querySelectorAll('*').length;
      for (const by of [-300, 300]) {
        // Who turns round has little behind them.
        await scrollTo(view, Math.sign(by) - log(view).scrollTop);
        for (let step = 0; step < 10; step++) {
          const { scrollTop } = log(view);
          log(view).scrollTop += by;
          expect(log(view).scrollTop, `${by} px at ${height} px, step ${step}`).to.be.closeTo(scrollTop + by, 1);
          await view.drawn();
          expect(view.root.querySelectorAll('*').length).to.be.below(elements + 40);
        }
      }
    }
  });

  it('stays at its end where it is moved by a few pixels there', async () => {
    const view = await open(many(400), {}, { height: 900 });
    await scrollTo(view, 8);
    view.store.putThread('mara', thread(many(401)));
    await view.drawn();
    expect(view.all('.message').at(-1)!.dataset.key).to.equal('m400');
    expect(view.all('.jump-button')).to.be.empty;
  });

  it('comes to rest wherever it is scrolled to in a run of short messages that fills a high box', async () => {
    const run = Array.from({ length: 400 }, (_, index) => message({ id: `m${index}`, text: `Line ${index}`, sentAt: at('9:00') }));
    const view = await open(run, {}, { height: 1_100 });
    for (let step = 0; step < 12; step++) {
      const { node, top } = reading(view);
      log(view).scrollTop -= 150;
      await view.drawn();
      expect(Math.abs(node.getBoundingClientRect().top - top - 150), `step ${step}`).to.be.below(2);
      await view.drawn();
      const before = view.find('.message').dataset.key;
      await view.drawn();
      expect(view.find('.message').dataset.key, 'nobody scrolls').to.equal(before);
      expect(Math.abs(node.getBoundingClientRect().top - top - 150), `after step ${step}`).to.be.below(2);
    }
    expect(reading(view).number).to.be.below(350);
  });

  it('is scrolled past a message of very many files, up and down', async () => {
    const files = Array.from({ length: 20 }, (_, index) => ({ id: `f${index}`, name: `${index}.pdf`, type: 'application/pdf', size: 1 }));
    const texts = many(60).map((one) => ({ ...one, direction: 'out' as const, attachments: one.id === 'm30' ? files : [] }));
    const view = await open(texts);
    const isInSight = (id: string): boolean => {
      const box = view.all(`[data-key="${id}"]`)[0]?.getBoundingClientRect();
      const bounds = log(view).getBoundingClientRect();
      return !!box && box.bottom > bounds.top && box.top < bounds.bottom;
    };
    for (const [way, id] of [[-1, 'm5'], [1, 'm55']] as const) {
      for (let step = 0; step < 100 && !isInSight(id); step++) {
        log(view).scrollTop += way * 120;
        await view.drawn();
      }
      expect(isInSight(id), id).to.equal(true);
    }
  });

  it('asks for older messages near the beginning, and shows them without a jump', async () => {
    const view = await open(many(40, 40), { hasMore: true });
    for (let step = 0; step < 4; step++) await scrollTo(view, 99_999);
    expect(view.store.called('loadOlderMessages')[0]).to.deep.equal(['mara']);
    view.store.putThread('mara', thread(many(40, 40), { hasMore: true, loadingOlder: true }));
    await view.drawn();
    const { node, top } = reading(view);
    const asked = view.store.called('loadOlderMessages').length;
    view.store.putThread('mara', thread(many(80), { hasMore: true }));
    await view.drawn();
    expect(Math.abs(node.getBoundingClientRect().top - top)).to.be.below(1.5);
    await scrollTo(view, 99_999);
    expect(shownTexts(view).some((text) => text === 'Message 39' || text === 'Message 38')).to.be.true;
    expect(view.store.called('loadOlderMessages')).to.have.length(asked);
  });

  it('asks for older messages where the newest do not fill it', async () => {
    const view = await open(many(2), { hasMore: true });
    expect(view.store.called('loadOlderMessages').length).to.be.above(0);
  });

  it('goes to its end when something is sent from further up', async () => {
    const view = await open(many(200));
    await scrollTo(view, 800);
    view.type('.field', 'On my way');
    view.press('Enter');
    view.store.change({ outbox: [outgoing({ text: 'On my way' })] });
    await view.drawn();
    expect(Math.abs(log(view).scrollTop)).to.be.below(1);
    expect(shownTexts(view).at(-1)).to.equal('On my way');
  });

  it('takes nothing old for new where the last message is discarded', async () => {
    const view = await open(many(60));
    view.store.change({ outbox: [outgoing({ key: 'k', status: 'failed', error: new InboxError('INBOX_MESSAGE_REJECTED', 'No.') })] });
    await view.drawn();
    await scrollTo(view, 150);
    view.store.change({ outbox: [] });
    await view.drawn();
    expect(view.all('.message').at(-1)!.dataset.key).to.equal('m59');
    expect(view.all('[data-new]'), 'as if it had just arrived').to.be.empty;
    expect(view.all('.jump-button'), 'as if all had').to.be.empty;
  });

  it('keeps an own message’s element when it is confirmed', async () => {
    const view = await open(many(3));
    view.store.change({ outbox: [outgoing({ key: 'k', text: 'Hello' })] });
    await view.drawn();
    const sending = view.find('[data-key="k"]');
    expect(sending.dataset.status).to.equal('sending');
    view.store.change({ outbox: [] });
    view.store.putThread('mara', thread([...many(3), message({ id: 's', clientKey: 'k', text: 'Hello', direction: 'out', status: 'sent' })]));
    await view.drawn();
    expect(view.find('[data-key="k"]')).to.equal(sending);
    expect(sending.dataset.status).to.equal('sent');
  });

  it('leaves room above its oldest message and below its newest', async () => {
    const view = await open(many(60));
    for (let step = 0; step < 30; step++) await scrollTo(view, 99_999);
    expect(view.find('.day').getBoundingClientRect().top - log(view).getBoundingClientRect().top).to.be.above(10);
    await scrollToNewest(view, 'm59');
    expect(log(view).getBoundingClientRect().bottom - view.all('.message').at(-1)!.getBoundingClientRect().bottom).to.be.above(5);
  });

  it('breaks no line that has room, also where a message has several', async () => {
    const texts = ['Could it be\ndelivered before the 24th?', 'Line one\nline two', 'Is the oil\n\nsafe for food', 'Thank you so much'];
    const view = await open(texts.map((text, index) => message({ id: `m${index}`, text })));
    for (const bubble of view.all('.bubble')) {
      const { clientHeight } = bubble;
      bubble.style.whiteSpace = 'pre';
      expect(clientHeight, bubble.textContent).to.equal(bubble.clientHeight);
    }
  });

  it('starts at the end of another conversation', async () => {
    const view = await open(many(200));
    await scrollTo(view, 800);
    const theo = conversation({ id: 'theo', name: 'Théo Baptiste' });
    view.store.put(theo);
    view.store.putThread('theo', thread(many(100, 1000)));
    view.store.change({ openId: 'theo' });
    await view.drawn();
    expect(Math.abs(log(view).scrollTop)).to.be.below(1);
    expect(view.all('.message').at(-1)!.dataset.key).to.equal('m1099');
    expect(view.all('.jump-button')).to.be.empty;
  });

  it('fills a box that grows, and asks for older messages where it is not filled', async () => {
    const view = await open(many(60), { hasMore: true }, { height: 300 });
    view.host.style.height = '2400px';
    await view.drawn();
    await view.drawn();
    expect(view.find('.messages').getBoundingClientRect().top).to.be.below(log(view).getBoundingClientRect().top);
    view.store.putThread('mara', thread([numbered(1)], { hasMore: true }));
    await view.drawn();
    // A store that is asked twice asks once.
    expect(view.store.called('loadOlderMessages')).to.deep.include(['mara']);
  });

  it('knows that somebody scrolls up though the pointer is told of a message before the scrolling is', async () => {
    const view = await open(many(400));
    const before = view.find('.message').dataset.key;
    for (let step = 0; step < 12; step++) {
      log(view).scrollTop -= 200;
      reading(view).node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
      await view.drawn();
    }
    // All that was drawn at first is far below by now.
    expect(reading(view).number).to.be.below(Number(before?.slice(1)) - 10);
  });

  it('says that older messages could not be had, and asks for them again', async () => {
    const view = await open(many(3), { hasMore: true, error: new InboxError('INBOX_SERVICE_REFUSED', 'No.') });
    expect(view.heard).to.equal('This could not be loaded');
    expect(view.text('.messages > :first-child')).to.equal('Try again');
    view.find('.messages > :first-child button').click();
    expect(view.store.called('loadOlderMessages')).to.deep.equal([['mara']]);
    view.store.putThread('mara', thread(many(3), { hasMore: true, loadingOlder: true }));
    await view.drawn();
    expect(view.all('.messages button')).to.be.empty;
  });

  it('leaves its way to the newest message to the pointer while the focus is on it', async () => {
    const view = await open(many(100));
    log(view).focus();
    log(view).scrollTop = -1_500;
    await view.drawn();
    const { x, y, width, height } = view.find('.jump-button').getBoundingClientRect();
    const hit = view.root.elementFromPoint(x + width / 2, y + height / 2);
    expect(hit?.closest('.jump-button')).to.equal(view.find('.jump-button'));
  });

  it('walks over its messages by the arrows, and shows when each was sent and a way to copy it', async () => {
    const view = await open([message({ id: 'a', text: 'First' }), message({ id: 'b', text: 'Second' })]);
    log(view).focus();
    view.press('ArrowUp');
    await view.drawn();
    expect(view.find('[data-key="b"] .message-tools time').textContent).to.contain('20 May 2026');
    view.press('ArrowUp');
    await view.drawn();
    expect(view.all('.message-tools')).to.have.length(1);
    expect(view.focused, 'so that it is read, and Tab leads to what can be done with it').to.equal(view.find('[data-key="a"]'));
    expect(view.find('[data-key="a"] .message-tools button').getAttribute('aria-label')).to.equal('Copy message');
  });

  it('shows which message the arrows have come to, whole, also to whoever has used the mouse before', async () => {
    const view = await open(many(30));
    view.all('.message').at(-1)!.focus({ focusVisible: false });
    for (let step = 0; step < 4; step++) {
      view.press('ArrowUp');
      await view.drawn();
      expect(view.focused!.matches(':focus-visible'), `${step}`).to.be.true;
    }
    expect(view.focused!.getBoundingClientRect().top).to.be.at.least(log(view).getBoundingClientRect().top - 1);
  });

  it('is walked over from the message with the focus, whatever has come under the pointer', async () => {
    const view = await open(['a', 'b', 'c'].map((id) => message({ id, text: id })));
    log(view).focus();
    view.press('ArrowUp');
    await view.drawn();
    view.find('[data-key="a"] .bubble').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await view.drawn();
    view.press('ArrowUp');
    await view.drawn();
    expect(view.focused).to.equal(view.find('[data-key="b"]'));
    expect(view.find('.message-tools').closest('.message')).to.equal(view.focused);
  });

  it('shows the same under the pointer, and nothing moves by it', async () => {
    const view = await open([message({ id: 'a', text: 'First' }), message({ id: 'b', text: 'Second' })]);
    const tops = (): number[] => view.all('.bubble').map((bubble) => bubble.getBoundingClientRect().top);
    const before = tops();
    view.find('[data-key="a"] .bubble').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await view.drawn();
    expect(view.find('[data-key="a"] .message-tools')).to.exist;
    expect(tops()).to.deep.equal(before);
    log(view).dispatchEvent(new PointerEvent('pointerleave'));
    await view.drawn();
    expect(view.all('.message-tools')).to.be.empty;
  });
});
