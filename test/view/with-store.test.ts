import { expect } from 'chai';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { InboxView } from '../../src/view/inbox-view.js';
import { Mounted, unmountAll } from './mount.js';
import type { InboxStore } from '../../src/inbox/inbox-store.js';
import { plainStore } from '../helpers/plain-store.js';

/** The view on the real store and a whole source, in place of states made up for tests. */
async function open(): Promise<{ view: Mounted; source: ReturnType<typeof createMemorySource>; store: InboxStore; until: (isSo: () => boolean) => Promise<void>; stop: () => void }> {
  const source = createMemorySource(exampleInbox());
  const store = plainStore({ source });
  const mounted = new Mounted({}, { store: null });
  mounted.view.dispose();
  const view = new InboxView(mounted.root, { store, settings: { lang: 'en-GB', withoutComposer: false, strings: {} }, onContinue: () => undefined });
  store.start();
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await mounted.drawn();
  };
  await until(() => mounted.all('.row').length > 3);
  const stop = (): void => {
    view.dispose();
    store.stop();
    mounted.host.remove();
  };
  return { view: mounted, source, store, until, stop };
}

describe('The view on a real store', () => {
  let stop = (): void => undefined;
  afterEach(() => {
    stop();
    unmountAll();
  });

  it('opens a conversation, reads it, answers it and hears the answer', async () => {
    const { view, source, store, until, ...rest } = await open();
    stop = rest.stop;
    expect(view.row('Mara Lindqvist').hasAttribute('data-unread')).to.be.true;
    view.row('Mara Lindqvist').click();
    await until(() => view.all('.message').length > 5);
    expect(view.focused).to.equal(view.find('.thread-title'));
    await until(() => !view.row('Mara Lindqvist').hasAttribute('data-unread'));

    view.type('.field', 'On Thursday, then.');
    view.press('Enter');
    await until(() => view.heard === 'Sent');
    const mine = view.all('.message[data-direction="out"]').at(-1)!;
    expect(mine.querySelector('.bubble')?.textContent).to.equal('On Thursday, then.');
    expect(store.state.outbox).to.be.empty;
    expect(view.find<HTMLTextAreaElement>('.field').value).to.equal('');

    source.receive('mara', 'Wonderful');
    await until(() => view.heard === 'Mara Lindqvist: Wonderful');
    expect(view.all('.bubble').at(-1)!.textContent).to.equal('Wonderful');
    expect(view.text('.row[data-id="mara"] .row-preview')).to.equal('Wonderful');
  });

  it('says which files have been taken, and leaves those that are refused to their alerts', async () => {
    const { view, until, ...rest } = await open();
    stop = rest.stop;
    view.row('Mara Lindqvist').click();
    await until(() => view.all('.field').length === 1);
    const chosen = new DataTransfer();
    for (const [name, size] of [['One.txt', 1], ['Large.txt', 27e6], ['Two.txt', 2]] as const) {
      chosen.items.add(new File([new Uint8Array(size)], name, { type: 'text/plain' }));
    }
    const heard: string[] = [];
    const ear = new MutationObserver(() => heard.push(view.heard));
    ear.observe(view.find('[role="status"]'), { childList: true });
    Object.assign(view.find('.files'), { files: chosen.files }).dispatchEvent(new Event('change'));
    await until(() => heard.length > 0);
    ear.disconnect();
    expect(heard).to.deep.equal(['One.txt: 0% Two.txt: 0%']);
    expect(view.all('[role="alert"]').map(({ textContent }) => textContent)).to.deep.equal(['Large.txt Larger than 26 MB']);
  });

  it('searches, closes and reopens', async () => {
    const { view, until, ...rest } = await open();
    stop = rest.stop;
    view.type('.search-field', 'théo');
    await until(() => view.all('.row').length === 1);
    view.row('Théo Baptiste').click();
    await until(() => view.all('.status-button').length === 1);
    view.find('.status-button').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    // The second half of a double click.
    view.find('.status-button').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await until(() => view.all('.composer-closed').length === 1);
    view.find('.composer-closed button').click();
    await until(() => view.all('.field').length === 1);
  });
});
