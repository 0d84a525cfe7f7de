import 'axe-core/axe.min.js';
import type { run } from 'axe-core';
import { expect } from 'chai';
import { InboxView } from '../../src/view/inbox-view.js';
import { contrast } from './contrast.js';
import { conversation, message, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted, type MountOptions } from './mount.js';
import { scenes, type Scene } from './scenes.js';

/** The library is a script, which leaves itself on the window. */
const { axe } = window as unknown as { axe: { run: typeof run } };

const show = async (scene: Scene, options: MountOptions): Promise<Mounted> => {
  const view = await mount(scene, options);
  if (scene.condition) view.view.setCondition(scene.condition);
  await view.drawn();
  view.clock.pass(6_000);
  await view.drawn();
  for (const { finish } of view.root.getAnimations?.().map((animation) => ({ finish: () => animation.cancel() })) ?? []) finish();
  return view;
};

async function violations(view: Mounted): Promise<string[]> {
  const { violations: found } = await axe.run(view.host, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Of whole pages, which this is none of.
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false }, 'landmark-one-main': { enabled: false }, 'heading-order': { enabled: false } },
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`));
}

const variants: [string, MountOptions][] = [
  ['split, light', { attributes: { layout: 'split', theme: 'light' } }],
  ['split, dark', { attributes: { layout: 'split', theme: 'dark' } }],
  ['stacked, light', { width: 390, attributes: { layout: 'stack', theme: 'light' } }],
  ['stacked, dark', { width: 280, attributes: { layout: 'stack', theme: 'dark' } }],
  ['right to left', { attributes: { layout: 'split', dir: 'rtl', theme: 'light' }, settings: { lang: 'ar' } }],
];

/** How a group is called; by what is on screen, since a name that hangs on something hidden is not read everywhere. */
function nameOf(view: Mounted, group: Element): string | undefined {
  const label = view.root.getElementById(group.getAttribute('aria-labelledby') ?? '');
  return group.getAttribute('aria-label') ?? (label?.getClientRects().length ? label.textContent : undefined) ?? undefined;
}

describe('Accessibility', function () {
  this.timeout(60_000);
  afterEach(unmountAll);

  for (const [variant, options] of variants) {
    for (const [name, scene] of Object.entries(scenes)) {
      it(`axe finds nothing in: ${name} (${variant})`, async () => {
        expect(await violations(await show(scene, options))).to.deep.equal([]);
      });
    }
  }

  it('has one landmark, two groups named as their headings are, and a status region from the first moment', async () => {
    const view = await mount(scenes.thread);
    expect(view.frame.tagName).to.equal('SECTION');
    expect(view.frame.ariaLabel).to.equal('Inbox');
    // Whoever jumps to the landmark arrives at what stands first in it, and silence is heard as "status bar".
    expect(view.frame.lastElementChild?.role).to.equal('status');
    const groups = view.all('.inbox > [role="group"]').map((group) => nameOf(view, group));
    expect(groups).to.deep.equal(['Inbox', 'Mara Lindqvist']);
    expect(view.all('h2').map(({ textContent }) => textContent)).to.deep.equal(groups);
    // Around the filters, which are a group already, a form would only be heard twice: on the way in, and out.
    expect(view.find('.list form').role).to.equal('none');
    const host = document.createElement('div').attachShadow({ mode: 'open' });
    const other = new InboxView(host, { store: null, settings: { lang: 'en', withoutComposer: false, strings: {} }, onContinue: () => undefined });
    expect(host.querySelectorAll('[role="status"]')).to.have.length(1);
    other.dispose();
  });

  it('says who is typing: whom the service names, be it another than the contact', async () => {
    const mara = conversation({ id: 'mara' });
    const view = await mount({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message()])]]), typing: new Map([['mara', 'Ida Holm']]) });
    expect(view.text('.typing').trim()).to.equal('Ida is typing');
  });

  it('lets the dots of who is typing come to rest within five seconds, since nobody can stop them', async () => {
    const view = await mount({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread([message()])]]), typing: new Map([['mara', 'Mara']]) });
    const ends = view.all('.typing > span').flatMap((dot) => dot.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime));
    expect(ends).to.not.be.empty;
    for (const end of ends) expect(end).to.be.at.most(5_000);
  });

  it('has no group without a name: neither below a header of the page’s own, nor where nothing is open', async () => {
    const view = await mount(scenes['no conversation chosen']);
    view.host.append(Object.assign(document.createElement('h1'), { slot: 'header', textContent: 'Post' }));
    await view.drawn();
    expect(view.all('.list-title').map((title) => title.getClientRects().length)).to.deep.equal([0]);
    expect(view.all('[role="group"]').map((group) => nameOf(view, group))).to.deep.equal(['Inbox']);
  });

  for (const theme of ['light', 'dark']) {
    it(`shows which filter is chosen, which row is open and where to write at 3:1 at least (${theme})`, async () => {
      const view = await mount(scenes.thread, { attributes: { theme, layout: 'split' } });
      expect(contrast(view.find('.filter > :checked + span'), 'borderTopColor')).to.be.at.least(3);
      expect(contrast(view.find('.row[aria-current="true"]'), 'borderInlineStartColor')).to.be.at.least(3);
      expect(contrast(view.find('.composer-box'), 'borderTopColor')).to.be.at.least(3);
    });

    it(`underlines links at 3:1 at least, since nothing else tells them from other words (${theme})`, async () => {
      const text = 'See https://oak.example';
      const messages = [message({ id: 'in', text }), message({ id: 'out', text, direction: 'out' })];
      const view = await mount(
        { conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread(messages)]]) },
        { attributes: { theme, layout: 'split' } },
      );
      const links = view.all('.bubble a');
      expect(links).to.have.length(2);
      for (const link of links) expect(contrast(link, 'textDecorationColor'), link.closest('.message')?.getAttribute('data-key') ?? '').to.be.at.least(3);
    });

    it(`shows what a search has found at 4.5:1 at least, on every kind of row (${theme})`, async () => {
      const conversations = [conversation({ id: 'read' }), conversation({ id: 'open' }), conversation({ id: 'unread', unread: 2 })];
      const view = await mount({ conversations, openId: 'open', list: { query: { filter: 'all', channel: '', q: 'mara rush' } } }, { attributes: { theme, layout: 'split' } });
      const marks = view.all('.row-name mark, .row-preview mark');
      expect(marks).to.have.length(6);
      expect(view.all('.row[aria-current="true"] mark')).to.have.length(2);
      for (const mark of marks) expect(contrast(mark), mark.closest('.row')?.getAttribute('data-id') ?? '').to.be.at.least(4.5);
    });

    it(`shows it as well in messages of both sides, whatever their colours (${theme})`, async () => {
      const messages = [message({ id: 'in', text: 'Oak' }), message({ id: 'out', text: 'Oak', direction: 'out' })];
      const view = await mount(
        { conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread(messages)]]), list: { query: { filter: 'all', channel: '', q: 'oak' } } },
        { attributes: { theme, layout: 'split' } },
      );
      view.host.style.setProperty('--inbox-bubble-out', theme === 'light' ? '#10104a' : '#ffe08a');
      const marks = view.all('.bubble mark');
      expect(marks).to.have.length(2);
      for (const mark of marks) expect(contrast(mark), mark.closest('.message')?.getAttribute('data-key') ?? '').to.be.at.least(4.5);
    });
  }
});
