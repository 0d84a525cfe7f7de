import { expect } from 'chai';
import type { InboxWidget } from '../../src/index.js';
import { GuestPage, inside, open, type } from './guest-page.js';
import { turn, until } from './until.js';

/** Makes an element's attributes those of a server's markup, as morphs do: of Turbo, idiomorph, morphdom, Livewire or Alpine. */
function morph(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  for (const name of element.getAttributeNames()) if (!(name in attributes)) element.removeAttribute(name);
}

describe('a morph to the markup of a server', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  const openOf = (widget: InboxWidget): string | null => widget.getAttribute('conversation');

  it('leaves alone who is writing in the conversation that they have opened, and says again which one it is', async () => {
    const attributes = { 'refresh-endpoint': page.web.endpoint, token: page.web.issue() };
    const widget = await page.show({ attributes });
    const field = await open(widget, 'with-ada');
    type(field, 'Half a sentence');
    field.focus();
    for (const token of [attributes.token, page.web.issue(), '[[ TOKEN ]]']) {
      morph(widget, { ...attributes, token });
      expect(widget.hasAttribute('token')).to.equal(false);
      await until(() => openOf(widget) === 'with-ada');
      expect(inside(widget, '.field') === field).to.equal(true);
    }
    expect(widget.shadowRoot?.activeElement === field).to.equal(true);
    expect(field.value).to.equal('Half a sentence');
    expect(page.kinds).to.not.include('inbox-conversation-closed');
    widget.openConversation(null);
    await until(() => !inside(widget, '.bubble'));
    expect(openOf(widget)).to.equal(null);
  });

  it('keeps the theme that a script has set', async () => {
    const widget = page.put();
    widget.theme = 'dark';
    await widget.updateComplete;
    morph(widget, {});
    await widget.updateComplete;
    expect([widget.theme, widget.getAttribute('theme')]).to.deep.equal(['dark', 'dark']);
  });

  it('closes a conversation that the markup before had named', async () => {
    const widget = await page.show({ attributes: { conversation: 'with-ada' } });
    await until(() => inside(widget, '.bubble'));
    morph(widget, {});
    await until(() => page.heard('inbox-conversation-closed')[0]);
    expect(widget.conversation).to.equal(null);
  });

  it('leaves alone what somebody opens once the markup names none any more', async () => {
    const widget = await page.show({ attributes: { conversation: 'with-ada' } });
    await until(() => inside(widget, '.bubble'));
    morph(widget, {});
    await until(() => !inside(widget, '.bubble'));
    await open(widget, 'with-ada');
    await until(() => openOf(widget) === 'with-ada');
    morph(widget, {});
    await until(() => openOf(widget) === 'with-ada');
    expect(widget.conversation).to.equal('with-ada');
    expect(page.heard('inbox-conversation-closed')).to.have.lengthOf(1);
  });

  it('closes what somebody has opened where the page, told of it, had written it as well', async () => {
    const widget = await page.show();
    await open(widget, 'with-ada');
    await until(() => openOf(widget) === 'with-ada');
    // Bound attributes are written whatever the element has.
    widget.setAttribute('conversation', 'with-ada');
    await turn();
    widget.removeAttribute('conversation');
    await until(() => page.heard('inbox-conversation-closed')[0]);
    expect(widget.conversation).to.equal(null);
  });
});
