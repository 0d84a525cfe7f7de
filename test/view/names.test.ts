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

  it('is not whoever has a short one', async () => {
    for (const name of ['.', '👻', '\u200bA', 'ー', '1']) {
      const view = await mount({ conversations: [conversation({ id: 'mara', name })] });
      expect(view.find('.row-name').textContent).to.equal(name);
    }
  });
});
