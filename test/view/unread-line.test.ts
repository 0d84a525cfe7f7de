import { expect } from 'chai';
import { conversation, message, outgoing, thread } from './fixtures.js';
import { log, many, mara, numbered, open, scrollTo, scrollToNewest } from './long-thread.js';
import { mount, unmountAll, type Mounted } from './mount.js';

/** How far below its place near the top of what is in sight the line "New" is, in px. */
const lineBelowTop = (view: Mounted): number =>
  view.find('.unread-marker').getBoundingClientRect().top - log(view).getBoundingClientRect().top - 16;

/** Nothing moves though nobody scrolls. */
async function rests(view: Mounted): Promise<void> {
  const { scrollTop } = log(view);
  await view.drawn();
  expect(log(view).scrollTop).to.equal(scrollTop);
}

describe('The line "New"', function () {
  this.timeout(60_000);
  afterEach(unmountAll);

  for (const count of [70, 400]) {
    it(`is at the top where the ${count} messages below it do not fit, and how many are new can be read`, async () => {
      const from = 430 - count;
      const view = await open(many(430), { unreadFrom: `m${from}` });
      expect(Math.abs(lineBelowTop(view)), 'the line').to.be.below(2);
      const received = many(430).slice(from).filter(({ direction }) => direction === 'in').length;
      expect(view.text('.jump-button')).to.equal(`${received} new messages`);
      await rests(view);
    });
  }

  for (const [property, value] of [['zoom', '2'], ['scale', '0.5']] as const) {
    it(`is at the top in a page that shows everything in another size, by "${property}: ${value}"`, async () => {
      const view = await mount({ conversations: [mara], openId: 'mara' });
      view.host.style.setProperty(property, value);
      view.store.putThread('mara', thread(many(430), { unreadFrom: 'm360' }));
      await view.drawn();
      expect(lineBelowTop(view) + 16).to.be.within(0, 40);
      await rests(view);
    });
  }

  it('leaves the log at its end where it is in sight there', async () => {
    const view = await open(many(60), { unreadFrom: 'm58' });
    expect(Math.abs(log(view).scrollTop)).to.be.below(1);
    expect(lineBelowTop(view)).to.be.above(0);
    expect(view.all('.jump-button')).to.be.empty;
  });

  it('can be scrolled away from, up to what was said before and down to the newest message', async () => {
    // What is at the end fills the box with few messages; where the unread ones begin, that takes many.
    const texts = [...'Y'.repeat(60), ...'N'.repeat(8)].map((text, index) =>
      message({ id: `s${index}`, text: text.repeat(text === 'N' ? 2_000 : 1), sentAt: numbered(60 + index).sentAt }),
    );
    const view = await open([...many(60), ...texts], { unreadFrom: 's1' }, { height: 1_500 });
    expect(Math.abs(lineBelowTop(view))).to.be.below(2);
    await scrollTo(view, 50 - log(view).scrollTop);
    expect(lineBelowTop(view), 'up').to.be.closeTo(50, 2);
    await scrollToNewest(view, 's67');
    expect(view.all('.message').at(-1)!.dataset.key).to.equal('s67');
    expect(view.all('.jump-button')).to.be.empty;
  });

  it('keeps the conversation unread until the newest message has been in sight', async () => {
    const unread = { ...mara, unread: 40 };
    const threads = new Map([['mara', thread(many(200), { unreadFrom: 'm120' })]]);
    const view = await mount({ conversations: [unread], openId: 'mara', threads });
    await view.drawn();
    expect(view.store.called('markRead')).to.be.empty;
    view.find('.jump-button').click();
    await view.drawn();
    expect(view.store.called('markRead')).to.deep.equal([['mara']]);
  });

  // Browsers scroll by whole pixels: where the line is gone to, a fraction of one of what is above it may be in sight.
  for (const [name, below] of [['as it was opened', 0.4], ['with a few pixels of what is above it', 8]] as const) {
    it(`leaves what is below it where it is when it moves up, ${name}`, async () => {
      const view = await open(many(430), { unreadFrom: 'm360' });
      await scrollTo(view, Math.ceil(below - lineBelowTop(view) - log(view).scrollTop));
      const bubble = view.find('[data-key="m360"] .bubble');
      const { top } = bubble.getBoundingClientRect();
      view.store.putThread('mara', thread(many(430), { unreadFrom: 'm357' }));
      await view.drawn();
      expect(view.find('.unread-marker').nextElementSibling).to.equal(view.find('[data-key="m357"]'));
      expect(bubble.getBoundingClientRect().top).to.be.closeTo(top, 1.5);
    });
  }

  it('leaves a message where it is when it comes to stand right above it', async () => {
    const view = await open(many(430), { unreadFrom: 'm360' });
    await scrollTo(view, 300 - log(view).scrollTop);
    const { top: edge } = log(view).getBoundingClientRect();
    const first = view.all('[data-first]').find((one) => one.getBoundingClientRect().top > edge)!;
    const bubble = first.querySelector('.bubble')!;
    await scrollTo(view, Math.floor(edge + 16 - first.getBoundingClientRect().top - log(view).scrollTop));
    const { top } = bubble.getBoundingClientRect();
    view.store.putThread('mara', thread(many(430), { unreadFrom: first.dataset.key! }));
    await view.drawn();
    expect(view.find('.unread-marker').nextElementSibling).to.equal(first);
    expect(bubble.getBoundingClientRect().top).to.be.closeTo(top, 1.5);
  });

  it('is gone to once: not after somebody has jumped to the newest message, not when another thread comes', async () => {
    const view = await open(many(200), { unreadFrom: 'm120' });
    view.find('.jump-button').click();
    await view.drawn();
    view.store.putThread('mara', thread(many(201), { unreadFrom: 'm120' }));
    await view.drawn();
    expect(Math.abs(log(view).scrollTop), 'another message').to.be.below(1);
    view.store.put(conversation({ id: 'theo' }));
    view.store.putThread('theo', thread(many(80)));
    view.store.change({ openId: 'theo' });
    await view.drawn();
    expect(Math.abs(log(view).scrollTop), 'nothing unread').to.be.below(1);
    view.store.change({ openId: 'mara' });
    await view.drawn();
    expect(Math.abs(lineBelowTop(view)), 'opened again').to.be.below(2);
  });

  it('is gone to where the thread is drawn behind a page that hides the inbox, once that is shown', async () => {
    const view = await mount({ conversations: [mara], openId: 'mara' });
    view.host.hidden = true;
    view.store.putThread('mara', thread(many(200), { unreadFrom: 'm120' }));
    await view.drawn();
    view.host.hidden = false;
    await view.drawn();
    await view.drawn();
    expect(Math.abs(lineBelowTop(view))).to.be.below(2);
  });

  it('is not gone to any more where all of a thread was in sight, whatever grows or shrinks since', async () => {
    const few = many(4);
    for (const height of [300, 640]) {
      const view = await open(few, { unreadFrom: 'm1' });
      expect(log(view).scrollHeight, 'all is in sight').to.equal(log(view).clientHeight);
      if (height === 300) view.host.style.height = '300px';
      else view.store.change({ outbox: [outgoing({ text: 'long words here. '.repeat(300) })] });
      await view.drawn();
      expect([Math.round(log(view).scrollTop), view.all('.jump-button').length], `${height}`).to.deep.equal([0, 0]);
      view.remove();
    }
  });

  it('is not there yet where more is unread than has been fetched: the oldest message is at the top, and older ones are asked for', async () => {
    const view = await open(many(100), { unreadAbove: 21, hasMore: true });
    const oldest = view.find('.message');
    expect(oldest.dataset.key).to.equal('m0');
    expect(oldest.getBoundingClientRect().top - log(view).getBoundingClientRect().top).to.be.within(0, 60);
    expect(view.store.called('loadOlderMessages')).to.deep.equal([['mara']]);
    const text = oldest.querySelector('.bubble')!;
    const { top } = text.getBoundingClientRect();
    view.store.putThread('mara', thread(many(150, -50), { unreadFrom: 'm-21' }));
    await view.drawn();
    expect(text.isConnected).to.be.true;
    expect(text.getBoundingClientRect().top, 'what is read stays').to.be.closeTo(top, 2);
    expect(view.store.called('markRead')).to.be.empty;
  });

  it('is gone to in messages that come later than the opening', async () => {
    const view = await mount({ conversations: [mara], openId: 'mara' });
    await view.drawn();
    view.store.putThread('mara', thread(many(200), { unreadFrom: 'm120' }));
    await view.drawn();
    expect(Math.abs(lineBelowTop(view))).to.be.below(2);
  });

  // A page that does not fill the log, as an app's own source may give: more is fetched at once, and drawn in part.
  for (const [unreadFrom, words] of [['m120', '42 new messages'], [null, '2 new messages']] as const) {
    it(`is gone to once, and what comes later is counted, where pages are small (${unreadFrom ?? 'nothing is unread'})`, async () => {
      const view = await open(many(3, 197), { hasMore: true });
      expect(log(view).scrollHeight, 'all is in sight').to.equal(log(view).clientHeight);
      view.store.putThread('mara', thread(many(200), { unreadFrom }));
      await view.drawn();
      if (unreadFrom) expect(Math.abs(lineBelowTop(view))).to.be.below(2);
      else await scrollTo(view, 500);
      view.store.putThread('mara', thread([...many(200), message({ id: 'x' }), message({ id: 'y' })], { unreadFrom }));
      await view.drawn();
      expect(view.text('.jump-button')).to.equal(words);
    });
  }

  it('is gone to, and counted from, though somebody has scrolled in what was there before the thread', async () => {
    for (const [unreadFrom, words] of [['m120', '40 new messages'], [null, 'Newest messages']] as const) {
      const view = await mount({ conversations: [mara], openId: 'mara' });
      const waiting = outgoing({ text: 'long words here. '.repeat(600) });
      view.store.change({ outbox: [waiting] });
      await view.drawn();
      await scrollTo(view, 300);
      view.store.putThread('mara', thread(many(200), { unreadFrom }));
      await view.drawn();
      if (unreadFrom) expect(Math.abs(lineBelowTop(view))).to.be.below(2);
      else expect(log(view).scrollTop).to.equal(-300);
      expect(view.text('.jump-button')).to.equal(words);
      view.remove();
    }
  });

  it('leaves what is read in its place until the thread comes', async () => {
    const view = await mount({ conversations: [mara], openId: 'mara' });
    const waiting = outgoing({ text: 'long words here. '.repeat(600) });
    view.store.change({ outbox: [waiting] });
    await view.drawn();
    await scrollTo(view, 300);
    const { top } = view.find('.bubble').getBoundingClientRect();
    view.store.change({ outbox: [waiting, outgoing({ key: 'another', text: 'one more' })] });
    await view.drawn();
    expect(Math.abs(view.find('.bubble').getBoundingClientRect().top - top)).to.be.below(2);
  });
});
