import { expect } from 'chai';
import { InboxWidget } from '../../src/index.js';
import { bearerOf } from './fake-web.js';
import { EVENTS, GuestPage, inside, open, readable, send, textOf, type } from './guest-page.js';
import { turn, until } from './until.js';

let names = 0;
/** Registers the element once more under a name of its own, as it will be when its script arrives. */
const define = (name: string): void => customElements.define(name, class extends InboxWidget {});
const newName = (): string => `late-inbox-${++names}`;

describe('the token attribute', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  for (const around of ['\n  TOKEN\n', '"TOKEN"', "'TOKEN'", 'Bearer TOKEN', 'bearer  TOKEN', '"Bearer TOKEN"']) {
    it(`F27 is read out of ${JSON.stringify(around)}, and only the token is sent`, async () => {
      const token = page.web.issue();
      await page.show({ attributes: { token: around.replace('TOKEN', token) } });
      expect(page.web.bearers).to.deep.equal([token]);
      expect(page.web.refreshes).to.have.lengthOf(0);
    });
  }

  for (const text of [
    '[[ TOKEN ]]',
    '[[TOKEN]]',
    '[[\n token\t]]',
    '{{token}}',
    '<%= t %>',
    'null',
    'undefined',
    '[object Object]',
    '',
    '  ',
    'Bearer',
    'abc…def',
    'a.b c.d',
  ]) {
    it(`F27 holds no token where it is ${JSON.stringify(text)}: the endpoint is asked, once`, async () => {
      await page.show({ attributes: { token: text } });
      expect(page.web.refreshes).to.have.lengthOf(1);
      expect(page.web.bearers).to.deep.equal(page.web.tokens);
      expect(page.kinds).to.deep.equal(['inbox-token-refreshed', 'inbox-ready']);
    });
  }

  for (const [text, code] of [
    ['[[ TOKEN ]]', 'INBOX_TOKEN_PLACEHOLDER'],
    ['a.b c.d', 'INBOX_TOKEN_MALFORMED'],
  ] as const) {
    it(`F27 says what is wrong with ${JSON.stringify(text)} where there is no endpoint`, async () => {
      const widget = page.put({ attributes: { token: text }, properties: { refreshEndpoint: undefined } });
      const { error } = await until(() => page.heard('inbox-misconfigured')[0]);
      expect(error.code).to.equal(code);
      expect(widget.tokenStatus).to.equal('misconfigured');
      expect(page.web.calls).to.have.lengthOf(0);
      await until(() => textOf(widget).includes(code));
    });
  }

  it('goes away once it is read, which is no sign-out', async () => {
    const widget = page.put({ attributes: { token: page.web.issue() } });
    expect(widget.hasAttribute('token')).to.equal(false);
    await until(() => inside(widget, '.row'));
    expect(widget.tokenStatus).to.equal('fresh');
    expect(page.kinds).to.deep.equal(['inbox-ready']);
  });

  it('is taken too where the page offers it when it hears of a new token', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    const better = page.web.issue({ expiresAt: Date.now() + 86_400_000 });
    widget.addEventListener('inbox-token-refreshed', () => (widget.token = better), { once: true });
    await widget.refreshToken();
    await widget.updateComplete;
    widget.reload();
    await until(() => page.web.bearers.includes(better));
  });

  it('is an offer: an older token, or the same again, changes nothing', async () => {
    const first = page.web.issue();
    const widget = await page.show({ attributes: { token: first } });
    widget.setAttribute('token', page.web.issue({ expiresAt: Date.now() + 3_600_000 }));
    widget.setAttribute('token', first);
    widget.token = null;
    await turn();
    widget.reload();
    await until(() => page.web.service().callsTo('/inbox/conversations').length > 1);
    expect(page.web.bearers).to.deep.equal([first]);
  });

  it('F29 was set as a property before the element is defined: one start, with it', async () => {
    const name = newName();
    const widget = document.createElement(name) as InboxWidget;
    const token = page.web.issue();
    Object.assign(widget, { token, baseUrl: page.web.origin, refreshEndpoint: page.web.endpoint, theme: 'dark', withoutStorage: true });
    document.body.append(widget);
    define(name);
    await until(() => inside(widget, '.row'));
    expect(page.web.bearers).to.deep.equal([token]);
    expect(page.web.refreshes).to.have.lengthOf(0);
    expect(page.web.streams).to.have.lengthOf(1);
    expect(widget.getAttribute('theme')).to.equal('dark');
    expect(Object.getOwnPropertyNames(widget)).not.to.include.members(['token', 'baseUrl', 'theme']);
    const next = page.web.issue({ expiresAt: Date.now() + 9 * 3_600_000 });
    widget.token = next;
    widget.reload();
    await until(() => page.web.bearers.includes(next));
  });

  it('F29 was set as an attribute before the element is defined, and as a property after: the last one counts', async () => {
    const name = newName();
    document.body.innerHTML = `<${name} refresh-endpoint="${page.web.endpoint}"></${name}>`;
    const widget = document.body.firstElementChild as InboxWidget;
    const [first, last] = [page.web.issue(), page.web.issue()];
    widget.setAttribute('token', first);
    widget.baseUrl = page.web.origin;
    define(name);
    expect(widget.hasAttribute('token')).to.equal(false);
    widget.token = last;
    await until(() => inside(widget, '.row'));
    expect(page.web.bearers).to.deep.equal([last]);
  });

  it('F29 survives a method that is called before the first update', async () => {
    const widget = page.put({ attributes: { token: page.web.issue() } });
    widget.reload();
    widget.openConversation('with-ada');
    await until(() => textOf(widget).includes('Secret 40 of ada'));
  });

  it('F40 is nowhere to be found on the page, nor is any token that came later', async () => {
    const seen: string[] = [];
    const note = (root: Node): void => {
      const observer = new MutationObserver((records) => {
        for (const { target, oldValue } of records) seen.push(oldValue ?? '', target instanceof Element ? target.outerHTML : (target.textContent ?? ''));
      });
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    };
    note(document);
    for (const name of EVENTS) document.addEventListener(name, (event) => seen.push(readable(event)), { once: true });
    page.web.answer = ({ init }) => {
      expect(bearerOf(init)).to.equal('');
      return page.web.give(page.web.issue());
    };

    const widget = await page.show({ attributes: { token: page.web.issueDead() } });
    note(widget.shadowRoot as ShadowRoot);
    const field = await open(widget, 'with-ada');
    type(field, 'Hello');
    send(field);
    await until(() => page.heard('inbox-message-sent')[0]);
    await widget.refreshToken();
    page.web.answer = () => new Response(page.web.tokens[0], { status: 500 });
    const failure: unknown = await widget.refreshToken().catch((error: unknown) => error);
    page.web.service().tokens.clear();
    widget.reload();
    await until(() => page.heard('inbox-token-failed')[1]);

    const databases = (await indexedDB.databases?.()) ?? [];
    const said = [
      ...seen,
      ...page.said,
      ...page.events.map(readable),
      readable(failure),
      document.documentElement.outerHTML,
      widget.shadowRoot?.innerHTML,
      ...page.web.calls.map(({ url }) => url.href),
      ...performance.getEntries().map(({ name }) => name),
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      ...(await Promise.all(databases.map(({ name = '' }) => contentOf(name)))),
      document.cookie,
      location.href,
    ].join('\n');
    expect(page.web.tokens.length).to.be.greaterThan(2);
    expect(said).to.include('Hello');
    for (const token of page.web.tokens) {
      for (const part of [token, token.split('.')[1]]) expect(said.includes(part ?? ''), part).to.equal(false);
    }
  });
});

/** Everything in a database, as text. */
async function contentOf(name: string): Promise<string> {
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(name));
    });
  const database = await answer(indexedDB.open(name));
  const rows = await Promise.all([...database.objectStoreNames].map((store) => answer(database.transaction(store).objectStore(store).getAll() as IDBRequest<unknown[]>)));
  database.close();
  return JSON.stringify(rows);
}
