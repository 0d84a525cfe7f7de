import { expect } from 'chai';
import { CHANNELS } from '../../demo/service/accounts/channels.js';
import { ATTACHMENT_MAX_BYTES } from '../../demo/service/inbox/attachments.js';
import {
  ATTACHMENTS_MAX_COUNT, conversationQuerySchema, conversationStatusSchema, deliveryStatusSchema, PAGE_MAX_LENGTH, TEXT_MAX_LENGTH,
} from '../../demo/service/inbox/schemas.js';
import { ATTACHMENTS_PER_MESSAGE, LARGEST_ATTACHMENT_BYTES, LARGEST_PAGE_SIZE, LONGEST_SEARCH, LONGEST_TEXT } from '../../src/inbox/limits.js';
import { CONVERSATION_FILTERS, DELIVERY_STATUSES, KNOWN_CHANNELS } from '../../src/inbox/model.js';

/** Neither imports anything of the other, as a real service would not: so nothing else finds what only one of them knows. */
describe('the stand-in and the widget', () => {
  it('know the same channels, filters and states', () => {
    expect(CHANNELS).to.have.members([...KNOWN_CHANNELS]);
    expect(deliveryStatusSchema.options).to.have.members([...DELIVERY_STATUSES]);
    for (const filter of CONVERSATION_FILTERS) expect(conversationQuerySchema.parse({ filter })).to.include({ filter });
    expect([...CONVERSATION_FILTERS]).to.include.members(conversationStatusSchema.options);
  });

  it('have the same limits', () => {
    expect([TEXT_MAX_LENGTH, PAGE_MAX_LENGTH, ATTACHMENTS_MAX_COUNT, ATTACHMENT_MAX_BYTES]).to.deep.equal([
      LONGEST_TEXT, LARGEST_PAGE_SIZE, ATTACHMENTS_PER_MESSAGE, LARGEST_ATTACHMENT_BYTES,
    ]);
    const search = (length: number) => conversationQuerySchema.safeParse({ q: 'x'.repeat(length) }).success;
    expect([search(LONGEST_SEARCH), search(LONGEST_SEARCH + 1)]).to.deep.equal([true, false]);
  });
});
