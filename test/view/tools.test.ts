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

  it('are none where there is nothing to copy', async () => {
    const view = await open([message({ id: 'files', text: '', attachments: [attachment()] }), message({ id: 'words', sentAt: at('9:43') })]);
    await point(view, 'files');
    expect(view.all('.message-tools')).to.be.empty;
    await point(view, 'words');
    expect(view.all('.message-tools')).to.have.length(1);
  });

  it('stay where a finger has tapped, and go with the mouse', async () => {
    const view = await open([message({ id: 'a' })]);
    const leave = async (pointerType: string): Promise<void> => {
      view.find('.log').dispatchEvent(new PointerEvent('pointerleave', { pointerType }));
      await view.drawn();
    };
    await point(view, 'a', 'touch');
    await leave('touch');
    expect(view.all('[data-key="a"] .message-tools')).to.have.length(1);
    await point(view, 'a', 'mouse');
    await leave('mouse');
    expect(view.all('.message-tools')).to.be.empty;
  });
});
