import { expect } from 'chai';
import type { Message } from '../../src/inbox/model.js';
import { at, attachment, conversation, message, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted } from './mount.js';

const open = (messages: readonly Message[], width = 960): Promise<Mounted> =>
  mount(
    { conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread(messages)]]) },
    // Browsers that run tests have narrow windows, too.
    { width, attributes: { style: 'max-inline-size: none' } },
  );

/** The pointer is over this message. */
async function point(view: Mounted, key: string, pointerType = 'mouse'): Promise<void> {
  view.find(`[data-key="${key}"] > :is(.bubble, .attachment)`).dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
  await view.drawn();
}

/** The links that a press on them does not reach everywhere, and what it reaches instead. */
function swallowed(view: Mounted): string[] {
  return view.all('.bubble a').flatMap((link) => {
    link.scrollIntoView({ block: 'center', inline: 'center' });
    return [...link.getClientRects()].flatMap(({ x, y, width, height }) =>
      [0.1, 0.5, 0.9].flatMap((across) =>
        [0.1, 0.5, 0.9].flatMap((down) => {
          const hit = view.root.elementFromPoint(x + width * across, y + height * down);
          return hit === link ? [] : `${link.textContent ?? ''}: ${hit?.className ?? 'nothing'}`;
        }),
      ),
    );
  });
}

describe('A message’s tools', function () {
  this.timeout(60_000);
  afterEach(unmountAll);

  const links = Array.from({ length: 30 }, (_, index) => `https://a.io/${index}`).join(' ');
  const linked = [
    message({ id: 'short', text: 'https://a.io/' }),
    message({ id: 'long', text: links }),
    message({ id: 'own', direction: 'out', text: links }),
    message({ id: 'own-short', direction: 'out', text: 'https://a.io/' }),
    message({ id: 'colleague', direction: 'out', authorName: 'Hannah', text: links }),
  ];

  for (const width of [320, 720, 1000]) {
    it(`leave every link to be pressed, ${width}px wide`, async () => {
      const view = await open(linked, width);
      for (const { id } of linked) {
        await point(view, id);
        expect(view.all(`[data-key="${id}"] .message-tools button`)).to.have.length(1);
        expect(swallowed(view), id).to.deep.equal([]);
      }
    });
  }

  for (const dir of ['ltr', 'rtl']) {
    it(`stand beside the bubble, level with its first line, with the button towards it (${dir})`, async () => {
      const view = await mount(
        {
          conversations: [conversation({ id: 'mara' })],
          openId: 'mara',
          threads: new Map([['mara', thread([message({ id: 'a', text: 'Yes' }), message({ id: 'b', text: 'Yes', direction: 'out' })])]]),
        },
        { width: 960, attributes: { dir, style: 'max-inline-size: none' } },
      );
      for (const id of ['a', 'b']) {
        await point(view, id);
        const [bubble, tools, button] = ['.bubble', '.message-tools', '.message-tools button'].map((selector) =>
          view.find(`[data-key="${id}"] ${selector}`).getBoundingClientRect(),
        ) as [DOMRect, DOMRect, DOMRect];
        const isRightOf = (id === 'a') === (dir === 'ltr');
        expect(isRightOf ? tools.left - bubble.right : bubble.left - tools.right, id).to.be.within(2, 8);
        expect(isRightOf ? button.left - tools.left : tools.right - button.right, id).to.be.within(0, 2);
        // Where they come to rest, wherever they are on their way there.
        const topOf = (selector: string): number => view.find(`[data-key="${id}"] ${selector}`).offsetTop;
        expect(topOf('.message-tools'), id).to.be.closeTo(topOf('.bubble'), 1);
      }
    });
  }

  it('bear the time alone where there is nothing to copy', async () => {
    const view = await open([message({ id: 'files', text: '', attachments: [attachment()] }), message({ id: 'words', sentAt: at('9:43') })]);
    await point(view, 'files');
    expect(view.find('.message-tools').textContent).to.contain('9:42');
    expect(view.all('.message-tools button')).to.be.empty;
    await point(view, 'words');
    expect(view.all('.message-tools button')).to.have.length(1);
  });

  for (const [width, shown] of [[1600, 'the whole date'], [1000, 'the time'], [320, 'nothing']] as const) {
    it(`say when, as far as there is room for it beside the words, ${width}px wide`, async () => {
      const view = await open([message({ id: 'a' })], width);
      await point(view, 'a');
      const time = view.find('.message-tools time');
      const said = !time.offsetParent ? 'nothing' : /^0?9:42$/.test(time.innerText.trim()) ? 'the time' : 'the whole date';
      expect(said).to.equal(shown);
    });
  }

  it('come with a finger’s tap, not when it scrolls, and go with the next, or with the mouse', async () => {
    const view = await open([message({ id: 'a' })]);
    const bubble = view.find('[data-key="a"] > .bubble');
    const tools = async (): Promise<number> => {
      await view.drawn();
      return view.all('.message-tools').length;
    };
    await point(view, 'a', 'touch');
    expect(await tools(), 'touched').to.equal(0);
    bubble.click();
    expect(await tools(), 'tapped').to.equal(1);
    expect(view.find('.message-tools time').innerText, 'below the message, whatever its width').to.contain('2026');
    view.find('.log').dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'touch' }));
    expect(await tools(), 'lifted').to.equal(1);
    bubble.click();
    expect(await tools(), 'tapped again').to.equal(0);
    await point(view, 'a', 'mouse');
    bubble.click();
    expect(await tools(), 'pointed at').to.equal(1);
    view.find('.log').dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    expect(await tools(), 'left').to.equal(0);
  });

  it('go where Escape leads away from them', async () => {
    const view = await open([message({ id: 'a' })]);
    view.find('.log').focus();
    view.press('ArrowUp');
    await view.drawn();
    expect(view.all('.message-tools')).to.have.length(1);
    view.press('Escape');
    await view.drawn();
    expect(view.focused).to.equal(view.find('.row'));
    expect(view.all('.message-tools')).to.be.empty;
  });

  it('are no part of what is selected across messages, and neither is a colleague’s name twice', async () => {
    const hannah = { direction: 'out', authorName: 'Hannah' } as const;
    const view = await open([message({ id: 'a', text: 'One' }), message({ id: 'b', text: 'Two', ...hannah }), message({ id: 'c', text: 'Three' })]);
    await point(view, 'b');
    const [first, last] = ['a', 'c'].map((key) => view.find(`[data-key="${key}"] > .bubble`)) as [HTMLElement, HTMLElement];
    getSelection()!.setBaseAndExtent(first, 0, last, last.childNodes.length);
    const selected = getSelection()!.toString().replace(/\s+/g, ' ').replace(/\b0(?=\d:)/g, '');
    expect(selected).to.equal('One 9:42 Hannah: Two 9:42 Delivered Mara Lindqvist: Three');
  });

  it('come with the tap of a pen, and stay when it is lifted', async () => {
    const view = await open([message({ id: 'a' })]);
    await point(view, 'a', 'pen');
    view.find('.log').dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'pen' }));
    view.find('[data-key="a"] > .bubble').click();
    await view.drawn();
    expect(view.all('.message-tools')).to.have.length(1);
  });

  it('stay where a tap has scrolled them into sight, and go where a finger scrolls', async () => {
    const view = await open(Array.from({ length: 30 }, (_, index) => message({ id: `m${index}`, direction: 'in', text: 'What is read. '.repeat(20) })));
    const log = view.find('.log');
    log.scrollTop = -900;
    await view.drawn();
    const edge = log.getBoundingClientRect().bottom;
    const last = view.all('.message').findLast((one) => one.getBoundingClientRect().top < edge - 20)!;
    log.scrollTop += last.getBoundingClientRect().bottom - edge;
    await view.drawn();
    await point(view, last.dataset.key!, 'touch');
    const before = log.scrollTop;
    last.querySelector<HTMLElement>('.bubble')!.click();
    await view.drawn();
    await view.drawn();
    expect(view.all('.message-tools'), 'tapped').to.have.length(1);
    expect(log.scrollTop, 'scrolled').to.be.above(before);
    expect(view.find('.message-tools').getBoundingClientRect().bottom).to.be.at.most(edge + 1);
    log.scrollTop -= 30;
    await view.drawn();
    await view.drawn();
    expect(view.all('.message-tools'), 'scrolled by a finger').to.be.empty;
  });

  it('lie over the words again, and move nothing, once a key has led on from a message that was tapped', async () => {
    const view = await open(['a', 'b', 'c'].map((id) => message({ id })));
    await point(view, 'b', 'touch');
    view.find('[data-key="b"] > .bubble').click();
    await view.drawn();
    expect(view.all('[data-tapped]')).to.have.length(1);
    view.find('.log').focus();
    view.press('ArrowUp');
    await view.drawn();
    expect(view.focused).to.equal(view.find('[data-key="a"]'));
    expect(view.all('[data-key="a"] .message-tools')).to.have.length(1);
    expect(view.all('[data-tapped]')).to.be.empty;
  });
});
