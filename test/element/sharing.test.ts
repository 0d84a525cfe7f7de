import { expect } from 'chai';
import { InboxWidget } from '../../src/index.js';
import { bearerOf } from './fake-web.js';
import { GuestPage, inside, open, type } from './guest-page.js';
import { secondCopy } from './second-copy.js';
import { frame, until } from './until.js';

describe('several widgets on a page', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  it('F13 F35 share one token and one stream, also with a second copy of the bundle', async () => {
    const copy = await secondCopy<{ InboxWidget: typeof InboxWidget }>('/src/index.ts');
    expect(copy.InboxWidget).not.to.equal(InboxWidget);
    if (!customElements.get('copied-inbox')) customElements.define('copied-inbox', copy.InboxWidget);
    const old = page.web.issue();
    const widgets = ['inbox-widget', 'copied-inbox', 'inbox-widget', 'copied-inbox', 'inbox-widget'].map((name) => {
      const widget = document.createElement(name) as InboxWidget;
      Object.assign(widget, { token: old, baseUrl: page.web.origin, refreshEndpoint: page.web.endpoint });
      document.body.append(widget);
      return widget;
    });
    await until(() => widgets.every((widget) => inside(widget, '.row')));
    await until(() => page.web.openStreams[0]);
    expect(page.web.openStreams).to.have.lengthOf(1);
    expect(page.web.refreshes).to.have.lengthOf(0);

    page.web.service().tokens.delete(old);
    for (const widget of widgets) widget.reload();
    await until(() => page.heard('inbox-token-refreshed').length === 5);
    expect(page.web.refreshes).to.have.lengthOf(1);
    const { length } = page.web.calls;
    for (const widget of widgets) widget.reload();
    const asked = () => page.web.calls.slice(length).filter(({ url }) => url.pathname.endsWith('/conversations'));
    await until(() => asked().length >= 5);
    const sent = page.web.calls.slice(length).map(({ init }) => bearerOf(init));
    expect(new Set(sent)).to.deep.equal(new Set([page.web.tokens[1]]));
    expect(widgets.map(({ tokenStatus }) => tokenStatus)).to.deep.equal(Array(5).fill('fresh'));
  });

  it('F13 go on where all but one leave', async () => {
    const widgets = [await page.show(), await page.show(), await page.show()];
    for (const widget of widgets.slice(1)) widget.remove();
    await until(() => !inside(widgets[1] as InboxWidget, '.row') && !inside(widgets[2] as InboxWidget, '.row'));
    await widgets[0]?.refreshToken();
    await until(() => page.web.openStreams[0]);
    page.web.service().inbox.receive('with-ada', 'Still there?');
    await until(() => inside(widgets[0] as InboxWidget, '.row')?.textContent?.includes('Still there?'));
  });

  it('F35 have one stream, and each shows what comes by it', async () => {
    const widgets = [await page.show(), await page.show(), await page.show()];
    await until(() => page.web.openStreams[0]);
    page.web.service().inbox.receive('second-ada', 'To all of you');
    await until(() => widgets.every((widget) => inside(widget, '.row')?.textContent?.includes('To all of you')));
    expect(page.web.streams).to.have.lengthOf(1);
  });

  it('of two clients show each their own, and neither the other\'s', async () => {
    const ada = await page.show({ properties: { token: page.web.issue({ client: 'ada' }), refreshEndpoint: undefined } });
    const bob = await page.show({ properties: { token: page.web.issue({ client: 'bob' }), refreshEndpoint: undefined } });
    expect(ada.shadowRoot?.innerHTML).not.to.include('bob');
    expect(bob.shadowRoot?.innerHTML).not.to.include('ada');
    expect(page.heard('inbox-client-changed')).to.have.lengthOf(0);
  });

  it('F32 leave field, draft, caret and scroll as they are where the token changes', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    const field = await open(widget, 'with-ada');
    type(field, 'Half a sentence');
    field.focus();
    field.setSelectionRange(4, 6);
    const log = inside(widget, '.log') as HTMLElement;
    await until(() => log.scrollHeight > log.clientHeight + 200);
    await frame();
    log.scrollTop -= 150;
    await frame();
    await frame();
    const row = inside(widget, '.row');
    const { scrollTop } = log;
    await until(() => page.web.openStreams[0]);

    await widget.refreshToken();
    page.web.service().inbox.receive('second-ada', 'In that very second');
    await until(() => inside(widget, '.rows')?.textContent?.includes('In that very second'));

    expect(inside(widget, '.field') === field).to.equal(true);
    expect(inside(widget, '.log') === log).to.equal(true);
    expect(row?.isConnected).to.equal(true);
    expect(widget.shadowRoot?.activeElement === field).to.equal(true);
    expect([field.value, field.selectionStart, field.selectionEnd, log.scrollTop]).to.deep.equal(['Half a sentence', 4, 6, scrollTop]);
    expect(inside(widget, '.rows')?.textContent?.split('In that very second')).to.have.lengthOf(2);
    expect(page.heard('inbox-message-received')).to.have.lengthOf(1);
  });
});
