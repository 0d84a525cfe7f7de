import { expect } from 'chai';
import { bearerOf } from './fake-web.js';
import { GuestPage, inside, open, send, textOf, type } from './guest-page.js';
import { frame, passed, turn, until } from './until.js';

/** How long a page keeps an owner of a token whom nobody needs; with some room. */
const OWNER_GRACE_MS = 1_500;

describe('whose inbox it is', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  /** Ada's inbox, a thread of it open, and a draft. */
  async function ofAda() {
    const widget = await page.show({ attributes: { token: page.web.issue({ client: 'ada' }) } });
    const field = await open(widget, 'with-ada');
    type(field, 'Between Ada and her friend');
    await until(() => page.web.service('ada').openStreams[0]);
    return widget;
  }

  it('F24 shows nothing of one user after the first frame with another', async () => {
    const widget = await ofAda();
    const mixed: string[] = [];
    const root = widget.shadowRoot as ShadowRoot;
    const observer = new MutationObserver(() => {
      const text = textOf(widget);
      if (text.includes('ada') && text.includes('bob')) mixed.push(text);
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true });

    page.web.client = 'bob';
    const refreshed = widget.refreshToken();
    await until(() => page.heard('inbox-client-changed')[0]);
    await frame();
    expect(root.innerHTML).not.to.match(/ada|Ada/);
    await refreshed;
    await until(() => textOf(widget).includes('Friend of bob'));

    expect(mixed).to.deep.equal([]);
    expect(page.heard('inbox-client-changed')).to.have.lengthOf(1);
    expect(page.web.service('ada').openStreams).to.have.lengthOf(0);
    expect(widget.conversation).to.equal(null);
    const { calls, streams } = page.web.service('bob');
    expect(calls.map(({ path }) => path).join(' ')).not.to.match(/ada/);
    await until(() => streams[0]);
    expect(streams[0]?.lastEventId).to.equal(null);
    expect((await open(widget, 'with-bob')).value).to.equal('');
    observer.disconnect();
  });

  it('F24 shows nothing of a user even while the change is being told', async () => {
    const widget = await ofAda();
    let seen = '';
    widget.addEventListener('inbox-client-changed', () => (seen = widget.shadowRoot?.innerHTML ?? '?'), { once: true });
    widget.token = page.web.issue({ client: 'bob' });
    await until(() => page.heard('inbox-client-changed')[0]);
    expect(seen).not.to.match(/ada|Ada/);
  });

  it('F24 knows another user by the service where the token cannot be read', async () => {
    const widget = await page.show({ attributes: { token: page.web.accept('opaque-ada', 'ada') } });
    page.web.answer = () => page.web.give(page.web.accept('opaque-bob', 'bob'));
    await widget.refreshToken();
    widget.reload();
    await until(() => textOf(widget).includes('Friend of bob'));
    expect(page.heard('inbox-client-changed')).to.have.lengthOf(1);
    expect(textOf(widget)).not.to.include('ada');
  });

  it('F24 sends nothing of one user with a token of another that tells nothing', async () => {
    const widget = await page.show({ attributes: { token: page.web.accept('opaque-ada', 'ada') } });
    const field = await open(widget, 'with-ada');
    const stream = await until(() => page.web.service('ada').openStreams[0]);
    const mixed: string[] = [];
    const observer = new MutationObserver(() => {
      if (/ada.*bob|bob.*ada/i.test(textOf(widget))) mixed.push(textOf(widget));
    });
    observer.observe(widget.shadowRoot as ShadowRoot, { subtree: true, childList: true, characterData: true });
    const bob = page.web.service('bob');
    let tell = (): void => {};
    const told = new Promise<null>((resolve) => (tell = () => resolve(null)));
    bob.fault = () => told;

    page.web.answer = () => page.web.give(page.web.accept('opaque-bob', 'bob'));
    await widget.refreshToken();
    type(field, 'Between Ada and her friend');
    send(field);
    stream.end();
    await until(() => bob.calls[0]);
    await passed(1_100);
    expect(new Set(bob.calls.map(({ method, path }) => `${method} ${path}`))).to.deep.equal(new Set(['GET /inbox']));
    tell();
    await until(() => textOf(widget).includes('Friend of bob'));
    await until(() => bob.streams[0]);

    expect(bob.streams.map(({ lastEventId }) => lastEventId)).to.deep.equal([null]);
    expect(bob.calls.map(({ method, path }) => `${method} ${path}`).join()).not.to.match(/POST|ada/);
    expect(page.heard('inbox-client-changed')).to.have.lengthOf(1);
    expect(mixed).to.deep.equal([]);
    expect((await open(widget, 'with-bob')).value).to.equal('');
    observer.disconnect();
  });

  it('F24 keeps to the new user where the element leaves the page and comes back', async () => {
    const widget = await ofAda();
    page.web.client = 'bob';
    await widget.refreshToken();
    await until(() => textOf(widget).includes('Friend of bob'));
    const { length } = page.web.service('ada').calls;
    widget.remove();
    await until(() => !inside(widget, '.row'));
    document.body.append(widget);
    await until(() => textOf(widget).includes('Friend of bob'));
    expect(page.web.service('ada').calls.length).to.equal(length);
  });

  it('F24 keeps to the new user where a framework says once more what the page was loaded with', async () => {
    const token = page.web.issue();
    const [other, widget] = [await page.show({ properties: { token } }), await page.show({ properties: { token } })];
    widget.token = page.web.issue({ client: 'bob' });
    await until(() => textOf(widget).includes('Friend of bob'));
    widget.token = token;
    await widget.updateComplete;
    expect(page.heard('inbox-client-changed')).to.have.lengthOf(1);
    expect(textOf(widget)).to.include('Friend of bob');
    expect(textOf(other)).to.include('Friend of ada');
  });

  it('F24 keeps to the new user where the set-up changes', async () => {
    const widget = await ofAda();
    page.web.client = 'bob';
    await widget.refreshToken();
    await until(() => textOf(widget).includes('Friend of bob'));
    const { length } = page.web.service('ada').calls;
    widget.refreshHeaders = { 'X-CSRF': 'leaf' };
    await until(() => page.web.refreshes[1]);
    await until(() => textOf(widget).includes('Friend of bob'));
    expect(page.web.service('ada').calls.length).to.equal(length);
  });

  it('F24 keeps the user whom the page itself has named where the element comes back', async () => {
    const widget = page.put({ attributes: { token: page.web.issue() }, properties: { refreshEndpoint: undefined } });
    await until(() => inside(widget, '.row'));
    widget.token = page.web.issue({ client: 'bob' });
    await until(() => textOf(widget).includes('Friend of bob'));
    widget.remove();
    await until(() => !inside(widget, '.row'));
    await passed(OWNER_GRACE_MS);
    document.body.append(widget);
    await until(() => textOf(widget).includes('Friend of bob'));
  });

  it('F23 stays signed out where a token arrives late', async () => {
    const widget = await ofAda();
    const answer = page.web.hold();
    const asked = widget.refreshToken().catch((error: unknown) => error);
    const call = await until(() => page.web.refreshes[0]);
    widget.signOut();
    expect(widget.shadowRoot?.innerHTML).not.to.match(/ada|Ada/);
    expect(call.init.signal?.aborted).to.equal(true);
    expect(page.web.openStreams).to.have.lengthOf(0);
    const { length } = page.web.calls;
    const events = page.kinds.length;
    answer();
    expect(await asked).to.be.instanceOf(Error);
    await until(() => widget.matches(':state(ended)'));
    await passed(100);
    expect(widget.tokenStatus).to.equal('ended');
    expect(page.web.calls.length).to.equal(length);
    expect(page.kinds.length).to.equal(events);
  });

  it('F23 stays signed out where a request of the inbox is answered late', async () => {
    const widget = await ofAda();
    let answer = (): void => {};
    page.web.service('ada').fault = () => new Promise((resolve) => (answer = () => resolve(null)));
    widget.reload();
    await until(() => page.web.service('ada').callsTo('/inbox/conversations')[1]);
    widget.signOut();
    answer();
    await turn();
    await frame();
    expect(textOf(widget)).not.to.include('ada');
  });

  it('goes on after a sign-out with the token that the page then offers', async () => {
    const widget = await ofAda();
    widget.signOut();
    await until(() => widget.tokenStatus === 'ended');
    widget.token = page.web.issue({ client: 'bob' });
    await until(() => textOf(widget).includes('Friend of bob'));
    expect(widget.matches(':state(ended)')).to.equal(false);
  });

  it('signs out every widget of the page that shares the token, and none brings it back', async () => {
    const token = page.web.issue();
    const one = await page.show({ properties: { token, refreshEndpoint: undefined } });
    const other = await page.show({ properties: { token, refreshEndpoint: undefined } });
    one.signOut();
    await until(() => other.tokenStatus === 'ended');
    expect(textOf(other)).not.to.include('ada');
    const { length } = page.web.calls;
    for (const widget of [one, other]) widget.remove();
    await until(() => !other.shadowRoot?.childElementCount);
    document.body.append(one, other);
    await until(() => inside(other, '.inbox'));
    expect(other.tokenStatus).not.to.equal('fresh');
    expect(page.web.calls.length).to.equal(length);
  });

  it('keeps drafts of one user from another, and gives them back to the first', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    type(await open(widget, 'with-ada'), 'Only for Ada');
    widget.remove();
    await until(() => !inside(widget, '.row'));
    document.body.append(widget);
    await until(() => inside<HTMLTextAreaElement>(widget, '.field')?.value === 'Only for Ada');
    widget.token = page.web.issue({ client: 'bob' });
    await until(() => textOf(widget).includes('Friend of bob'));
    expect((await open(widget, 'with-bob')).value).to.equal('');
    expect(page.web.calls.filter(({ init }) => bearerOf(init) === page.web.tokens[1]).map(({ url }) => url.href).join()).not.to.include('ada');
  });
});
