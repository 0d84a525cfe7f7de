import { expect } from 'chai';
import type { Happening } from '../../src/inbox/state.js';
import { conversation, message, thread } from './fixtures.js';
import { mount, unmountAll } from './mount.js';

describe('A contact whose name cannot be seen', () => {
  afterEach(unmountAll);

  const names: [string, string][] = [
    ['empty', ''],
    ['spaces', ' \u00a0\u3000'],
    ['characters without a width', '\u200b\u200d\u2060\ufeff'],
    ['marks of direction', '\u200e\u202e'],
    ['fillers of Hangul, which count as letters', '\u3164\uffa0\u115f'],
    ['blank braille', '\u2800'],
  ];
  for (const [what, name] of names) {
    it(`is called unknown, since it is ${what}`, async () => {
      const mara = conversation({ id: 'mara', name });
      const view = await mount({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message()])]]) });
      expect(view.text('.row-name')).to.equal('Unknown');
      expect(view.text('.thread-title')).to.equal('Unknown');
      expect(view.text('.row .avatar'), 'no blank letter').to.equal('');
      expect(view.find('.field').getAttribute('aria-label')).to.equal('Reply on WhatsApp to Unknown');
      const happening: Happening = { type: 'received', message: message({ conversationId: 'theo' }), conversation: { ...mara, id: 'theo' } };
      view.store.happen(happening);
      view.clock.pass(1_000);
      await view.drawn();
      expect(view.heard).to.equal('New message from Unknown');
    });
  }

  it('is called unknown as an author too, and so is a colleague of that kind', async () => {
    const mara = conversation({ id: 'mara', name: '\u200b' });
    const messages = [message({ id: 'a', authorName: '\u200b' }), message({ id: 'b', authorName: '\u2800', direction: 'out' })];
    const view = await mount({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread(messages)]]) });
    expect(view.all('.message > .visually-hidden').map((author) => author.textContent)).to.deep.equal(['Unknown:', 'Unknown:']);
    expect(view.text('.author')).to.equal('Unknown');
    const received = message({ id: 'c', authorName: '\u200b', conversationId: 'mara', text: 'Hello' });
    view.store.happen({ type: 'received', message: received, conversation: mara });
    view.clock.pass(1_000);
    await view.drawn();
    expect(view.heard).to.equal('Unknown: Hello');
  });

  it('is found by the letters of what it is called, as others are by their first visible one', async () => {
    const view = await mount({ conversations: ['Mara', '\u200b', ' Théo'].map((name, index) => conversation({ id: `c${index}`, name })) });
    view.row('Mara').focus();
    view.press('u');
    await view.drawn();
    expect(view.focused).to.equal(view.row('Unknown'));
    view.press('ArrowUp');
    view.clock.pass(1_000);
    view.press('t');
    await view.drawn();
    expect((view.focused as HTMLElement).dataset.id).to.equal('c2');
  });

  it('is not whoever has a short one', async () => {
    for (const name of ['.', '👻', '\u200bA', 'ー', '1']) {
      const view = await mount({ conversations: [conversation({ id: 'mara', name })] });
      expect(view.find('.row-name').textContent).to.equal(name);
    }
  });
});
