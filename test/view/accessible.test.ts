import 'axe-core/axe.min.js';
import type { run } from 'axe-core';
import { expect } from 'chai';
import { InboxView } from '../../src/view/inbox-view.js';
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
    const groups = view.all('[role="group"]').map((group) => group.getAttribute('aria-label') ?? view.root.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent);
    expect(groups).to.deep.equal(['Inbox', 'Mara Lindqvist']);
    expect(view.all('h2').map(({ textContent }) => textContent)).to.deep.equal(groups);
    const host = document.createElement('div').attachShadow({ mode: 'open' });
    const other = new InboxView(host, { store: null, settings: { lang: 'en', withoutComposer: false, strings: {} }, onContinue: () => undefined });
    expect(host.querySelectorAll('[role="status"]')).to.have.length(1);
    other.dispose();
  });
});
