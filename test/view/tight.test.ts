import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import type { StagedAttachment } from '../../src/inbox/state.js';
import { at, attachment, conversation, message, outgoing, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted, type MountOptions } from './mount.js';

const mara = conversation({ id: 'mara' });
const open = async (words: object, { attributes, ...options }: MountOptions): Promise<Mounted> => {
  const view = await mount(
    { conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message()])]]), ...words },
    // Browsers that run tests have narrow windows, too.
    { ...options, attributes: { style: 'max-inline-size: none', ...attributes } },
  );
  // A pane that slides in is where it belongs at once.
  for (const animation of view.root.getAnimations()) animation.finish();
  return view;
};
const attachments = Array.from(
  { length: 10 },
  (_, index): StagedAttachment => ({ key: `k${index}`, name: `Samples of oak ${index}.pdf`, type: 'application/pdf', size: 1000, progress: 1, uploaded: attachment(), error: null }),
);
const tenFiles = { drafts: new Map([['mara', { text: 'One line\n'.repeat(30), attachments }]]) };
/** 200 characters, and nowhere to break a line. */
const endless = 'Bartholomäus'.repeat(17).slice(0, 200);

/** How far, in px, it stands out of the frame. */
function outside(view: Mounted, selector: string): number {
  const frame = view.frame.getBoundingClientRect();
  const box = view.find(selector).getBoundingClientRect();
  return Math.max(0, frame.left - box.left, frame.top - box.top, box.right - frame.right, box.bottom - frame.bottom);
}

describe('In little room', () => {
  afterEach(unmountAll);

  for (const [width, height] of [[320, 256], [375, 300], [1000, 300]] as const) {
    it(`ten files and a long draft leave field and Send within the frame, ${width} × ${height}`, async () => {
      const view = await open(tenFiles, { width, height });
      expect(view.all('.staged > li')).to.have.length(10);
      for (const part of ['.field', '.send-button']) {
        expect(view.find(part).clientHeight, part).to.be.at.least(20);
        expect(outside(view, part), part).to.equal(0);
      }
    });
  }

  it('ten files in a low box are one line, which scrolls sideways', async () => {
    const view = await open(tenFiles, { width: 320, height: 256 });
    const strip = view.find('.staged');
    const files = view.all('.staged > li').map((file) => file.getBoundingClientRect());
    expect(new Set(files.map(({ top }) => top)).size).to.equal(1);
    for (const { width } of files) expect(width).to.be.above(150);
    strip.scrollLeft = 10_000;
    expect(view.all('.staged > li').at(-1)!.getBoundingClientRect().right).to.be.at.most(strip.getBoundingClientRect().right);
    expect(getComputedStyle(strip).overflowX).to.equal('auto');
  });

  it('a long name is cut before it covers the notice above it', async () => {
    const view = await open(
      {
        conversations: [conversation({ id: 'mara', contact: { id: 'p', name: 'Bartholomäus Freiherr von '.repeat(8) }, subject: 'About the oak, '.repeat(12) })],
        refused: { change: 'status', conversationId: 'mara', error: new InboxError('INBOX_SERVICE_REFUSED', 'no') },
        ...tenFiles,
      },
      { width: 300, height: 400, attributes: { style: 'max-inline-size: none; font-size: 28px' } },
    );
    const { left, bottom, width } = view.find('.notice').getBoundingClientRect();
    expect(view.root.elementFromPoint(left + width / 2, bottom - 2)?.closest('.thread-header')).to.equal(null);
  });

  it('a file that was refused is told in full: which, why, and what to do', async () => {
    const error = new InboxError('INBOX_ATTACHMENT_REJECTED', 'no');
    const refused = { ...attachments[0]!, name: `Holiday_plan_${'2'.repeat(40)}.key`, uploaded: null, error };
    const view = await open({ drafts: new Map([['mara', { text: '', attachments: [refused] }]]) }, { width: 280 });
    const { left } = view.find('.staged .icon-button').getBoundingClientRect();
    for (const text of view.all('.staged span')) {
      const range = document.createRange();
      range.selectNodeContents(text);
      expect(range.getBoundingClientRect().right, text.textContent).to.be.at.most(left);
    }
  });

  it('whoever comes to the end of what scrolls does not scroll the page by it', async () => {
    const view = await open(tenFiles, { width: 960, height: 300 });
    const scrolling = view.all('*').filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow));
    expect(scrolling.map(({ classList: [name] }) => name)).to.include.members(['rows-scroller', 'log', 'staged', 'field']);
    for (const one of scrolling) expect(getComputedStyle(one).overscrollBehaviorY, one.className).to.equal('contain');
  });

  for (const [width, height] of [[320, 256], [320, 200], [500, 180], [1280, 256]] as const) {
    it(`more than half of a low box is left to rows and to messages, ${width} × ${height}`, async () => {
      const view = await open({}, { width, height });
      expect(view.find('.log').clientHeight, 'log').to.be.above(height / 2);
      if (width < 720) view.store.change({ openId: null });
      await view.drawn();
      expect(view.find('.rows-scroller').clientHeight, 'rows').to.be.above(height / 2);
      expect(view.text('.list-title'), 'still heard').to.equal('Inbox');
    });
  }

  it('the log of a low box rests at its newest message, and can be scrolled back from there', async () => {
    const messages = Array.from({ length: 12 }, (_, index) => message({ id: `m${index}`, text: `Message ${index}` }));
    const view = await open({ threads: new Map([['mara', thread(messages)]]) }, { width: 740, height: 200 });
    const log = view.find('.log');
    const { bottom } = view.find('[data-key="m11"]').getBoundingClientRect();
    expect(bottom, 'in sight').to.be.within(log.getBoundingClientRect().top, log.getBoundingClientRect().bottom);
    expect(log.scrollHeight, 'more to read').to.be.above(log.clientHeight);
  });

  it('text of twice the size leaves the buttons beside the field, and within their box', async () => {
    const view = await open({}, { width: 700, attributes: { style: 'max-inline-size: none; font-size: 32px' } });
    view.type('.search-field', 'mara');
    await view.drawn();
    const [attach, field, send, box] = ['[part="attach-button"]', '.field', '.send-button', '.composer-box'].map((part) => view.find(part).getBoundingClientRect());
    expect(attach!.right, 'beside the field').to.be.at.most(field!.left);
    expect(send!.left, 'beside the field').to.be.at.least(field!.right);
    expect(send!.right, 'within the box').to.be.at.most(box!.right);
    expect(send!.width, 'as wide as its icon').to.be.at.least(view.find('.send-button .icon').clientWidth);
  });

  for (const [where, options] of [
    ['on a phone with text of twice the size', { width: 390, attributes: { style: 'max-inline-size: none; font-size: 32px' } }],
    ['in a window zoomed to 400 %', { width: 320, height: 256 }],
  ] as const) {
    it(`who writes, about what, and what a file is called can be read to the end ${where}`, async () => {
      const mail = conversation({ id: 'mara', name: 'Bartholomew Lindqvist', channel: 'email', subject: 'Invoice 2041', status: 'closed' });
      const quote = message({ attachments: [attachment({ name: 'Quote 2041 – oak table.pdf' })] });
      const view = await open({ conversations: [mail], threads: new Map([['mara', thread([quote])]]) }, options);
      for (const part of ['.thread-title', '.thread-meta', '.attachment-name']) {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = view.find(part);
        expect(scrollWidth, part).to.be.at.most(clientWidth);
        // Letters may stand out of a close line, by a pixel.
        expect(scrollHeight, part).to.be.at.most(clientHeight + 2);
      }
    });
  }

  it('a name without end leaves more than half of the height to the messages', async () => {
    const view = await open({ conversations: [conversation({ id: 'mara', name: endless, subject: endless })] }, { width: 320, height: 640 });
    expect(outside(view, '.thread-header')).to.equal(0);
    expect(view.find('.thread-header').scrollWidth).to.be.at.most(view.find('.thread-header').clientWidth);
    expect(view.find('.log').clientHeight).to.be.above(320);
  });

  it('the title is whole before the choice of channel is, which stays within the header', async () => {
    const strings = { inbox: 'Bandeja de ti', allChannels: 'Todos los canales de la empresa' };
    const view = await open({ openId: null }, { width: 280, settings: { strings } });
    const [title, filter, search] = ['.list-title', '.channel-filter', '.search-field'].map((part) => view.find(part));
    expect(title!.scrollWidth).to.be.at.most(title!.clientWidth);
    const [from, to] = [title!.getBoundingClientRect().right, search!.getBoundingClientRect().right + 8];
    const { left, right } = filter!.getBoundingClientRect();
    expect(left).to.be.at.least(from);
    expect(right).to.be.closeTo(to, 0.5);
    expect(view.find('select').getBoundingClientRect().right).to.be.at.most(right + 0.5);
  });

  it('the filters are closer together before they take a second line', async () => {
    const paddingAt = async (width: number): Promise<string> => {
      const view = await open({ openId: null }, { width });
      return getComputedStyle(view.find('.filter > span')).paddingInlineStart;
    };
    expect([await paddingAt(340), await paddingAt(370)]).to.deep.equal(['8px', '11px']);
  });

  it('a notice with text of twice the size gives its way out a line of its own, and more than half of the width to its words', async () => {
    const refused = { change: 'status', conversationId: 'mara', error: new InboxError('INBOX_SERVICE_UNREACHABLE', 'no') } as const;
    const view = await open({ refused }, { width: 280, attributes: { style: 'max-inline-size: none; font-size: 32px' } });
    const [words, button] = ['.notice > span', '.notice > button'].map((part) => view.find(part).getBoundingClientRect());
    expect(words!.width).to.be.above(140);
    expect(button!.top).to.be.at.least(words!.bottom);
  });

  for (const density of [1, 0.75]) {
    it(`the rows that are waited for are as high as those that come, at a density of ${density}`, async () => {
      const view = await mount({ conversations: [mara] }, { attributes: { style: `--inbox-density: ${density}` } });
      const { height } = view.find('.row').getBoundingClientRect();
      const { list } = view.store.state;
      view.store.change({ list: { ...list, ids: [], status: 'loading' } });
      await view.drawn();
      expect(view.find('.list .skeleton > li').getBoundingClientRect().height).to.be.closeTo(height, 2);
    });
  }

  it('every button of which only an icon is left says to a pointer what it does', async () => {
    const view = await open({}, { width: 320 });
    const parts = ['.back-button', '.status-button', '[part="attach-button"]', '.send-button'];
    const tips = parts.map((part) => view.find(part).title);
    expect(tips).to.deep.equal(['Back to conversations', 'Mark closed', 'Attach a file, up to 26 MB', 'Send']);
  });

  for (const width of [320, 1000]) {
    it(`a notice with an endless word keeps its way out within the frame, ${width}px wide`, async () => {
      const file = attachment({ name: `${endless}.pdf` });
      const view = await open({ threads: new Map([['mara', thread([message({ attachments: [file] })])]]) }, { width });
      view.find('.attachment-file').click();
      await view.drawn();
      expect(view.text('.notice span')).to.equal(`${endless}.pdf could not be loaded.`);
      expect(outside(view, '.notice button')).to.equal(0);
    });

    it(`the name of whoever must write first breaks, however long, ${width}px wide`, async () => {
      const view = await open({ conversations: [conversation({ id: 'mara', name: endless, replyUntil: at('9:40') })] }, { width });
      expect(view.text('.composer-closed p')).to.contain(endless);
      for (const part of ['.composer-closed', '.composer', '.thread', '.inbox']) {
        expect(view.find(part).scrollWidth, part).to.be.at.most(view.find(part).clientWidth);
      }
      expect(outside(view, '.composer-closed p')).to.equal(0);
    });
  }

  describe('a message that failed', () => {
    const failed = { outbox: [outgoing({ key: 'k', text: 'So', status: 'failed', error: new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.') })] };

    for (const width of [280, 960]) {
      it(`has two ways on that do not overlap, ${width}px wide`, async () => {
        const view = await open(failed, { width });
        const [retry, discard] = view.all('[data-key="k"] .text-button').map((one) => one.getBoundingClientRect());
        const apart = retry!.right <= discard!.left || retry!.bottom <= discard!.top;
        expect(apart, JSON.stringify([retry, discard])).to.be.true;
      });
    }

    for (const dir of ['ltr', 'rtl'] as const) {
      it(`has its line at the bubble’s side, wherever that breaks (${dir})`, async () => {
        const view = await open(failed, { width: 280, attributes: { dir } });
        const side = (element: Element): number => element.getBoundingClientRect()[dir === 'ltr' ? 'right' : 'left'];
        const sides = new Map<number, number>();
        for (const piece of view.find('[data-key="k"] .message-meta').children) {
          const { top, bottom } = piece.getBoundingClientRect();
          const line = [...sides.keys()].find((middle) => middle > top && middle < bottom) ?? (top + bottom) / 2;
          sides.set(line, Math[dir === 'ltr' ? 'max' : 'min'](side(piece), sides.get(line) ?? side(piece)));
        }
        expect(sides.size, 'lines').to.be.above(1);
        for (const end of sides.values()) expect(Math.abs(end - side(view.find('[data-key="k"] .bubble')))).to.be.below(8);
      });
    }
  });
});
