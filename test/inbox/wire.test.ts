import { expect } from 'chai';
import { DELIVERY_STATUSES } from '../../src/inbox/model.js';
import { parseConversation, parseEvent, parseMessage } from '../../src/inbox/service/wire.js';

const MESSAGE = { id: 'm', conversationId: 'c', direction: 'out', authorName: 'Ada', text: 'Hello', sentAt: '2026-05-12T09:42:00Z', attachments: [] };
const CONVERSATION = { id: 'c', channel: 'email', contact: { id: 'p', name: 'Ada' }, preview: '', unread: 0, status: 'open', lastMessageAt: MESSAGE.sentAt };

describe('the state of a delivery, as the service sends it', () => {
  for (const status of DELIVERY_STATUSES) {
    it(`stays "${status}"`, () => {
      expect(parseMessage({ ...MESSAGE, status }).status).to.equal(status);
      expect(parseConversation({ ...CONVERSATION, lastStatus: status }).lastStatus).to.equal(status);
    });
  }

  it('counts as "sent" where this version does not know it: it means at least that', () => {
    expect(parseMessage({ ...MESSAGE, status: 'pinned' }).status).to.equal('sent');
  });
});

describe('what the service sends', () => {
  it('is not understood where a count is below none or no whole number', () => {
    for (const unread of [-1, 0.5, '1', null]) {
      expect(() => parseConversation({ ...CONVERSATION, unread }), String(unread)).to.throw().with.property('code', 'INBOX_SERVICE_UNEXPECTED');
    }
  });

  it('may be that the position is too old', () => {
    expect(parseEvent('reset', '{}')).to.deep.equal({ type: 'reset' });
  });
});
