import { expect } from 'chai';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { configure, type InboxWidget } from '../../src/index.js';
import { GuestPage, inside, open, textOf } from './guest-page.js';
import { until } from './until.js';

describe('attributes and properties', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  const { lang } = document.documentElement;
  afterEach(() => {
    document.documentElement.lang = lang;
    page.leave();
  });

  const make = (): InboxWidget => document.createElement('inbox-widget');

  for (const [property, value] of [
    ['token', ''],
    ['refreshEndpoint', undefined],
    ['refreshCredentials', 'same-origin'],
    ['refreshHeaders', {}],
    ['fetchToken', undefined],
    ['baseUrl', undefined],
    ['source', undefined],
    ['theme', 'auto'],
    ['layout', 'auto'],
    ['conversation', undefined],
    ['withoutComposer', false],
    ['withoutStorage', false],
    ['strings', undefined],
    ['tokenStatus', 'missing'],
    ['tokenExpiresAt', null],
    ['unreadCount', 0],
  ] as const) {
    it(`begins with ${property} ${JSON.stringify(value)}`, () => {
      expect(make()[property]).to.deep.equal(value);
    });
  }

  for (const [attribute, property, text, value] of [
    ['refresh-endpoint', 'refreshEndpoint', '/renew', '/renew'],
    ['refresh-credentials', 'refreshCredentials', 'include', 'include'],
    ['base-url', 'baseUrl', '/service', '/service'],
    ['theme', 'theme', 'dark', 'dark'],
    ['layout', 'layout', 'stack', 'stack'],
    ['conversation', 'conversation', 'mara', 'mara'],
    ['without-composer', 'withoutComposer', '', true],
    ['without-storage', 'withoutStorage', '', true],
    ['without-storage', 'withoutStorage', 'false', false],
    ['without-composer', 'withoutComposer', 'false', false],
  ] as const) {
    it(`reads ${attribute}="${text}", and that it is gone`, () => {
      const widget = make();
      widget.setAttribute(attribute, text);
      expect(widget[property]).to.equal(value);
      widget.removeAttribute(attribute);
      expect(widget[property] ?? undefined).to.equal(make()[property]);
    });
  }

  it('reflects theme, layout and conversation, and nothing that is not so on its own', async () => {
    const widget = page.put({ properties: { source: createMemorySource(exampleInbox()) } });
    await widget.updateComplete;
    expect(widget.getAttributeNames()).to.deep.equal([]);
    Object.assign(widget, { theme: 'dark', layout: 'split', conversation: 'mara', withoutComposer: true, withoutStorage: true });
    await widget.updateComplete;
    const reflected = Object.fromEntries(widget.getAttributeNames().map((name) => [name, widget.getAttribute(name)]));
    expect(reflected).to.deep.equal({ theme: 'dark', layout: 'split', conversation: 'mara' });
  });

  it('takes a token but never gives one back', () => {
    const widget = make();
    widget.token = page.web.issue();
    expect(widget.token).to.equal('');
  });

  for (const property of ['tokenStatus', 'tokenExpiresAt', 'unreadCount'] as const) {
    it(`refuses to have ${property} set`, () => {
      expect(() => Object.assign(make(), { [property]: 'fresh' })).to.throw(TypeError);
    });
  }

  for (const [value, credentials] of [
    [undefined, 'same-origin'],
    ['same-origin', 'same-origin'],
    ['include', 'include'],
    ['omit', 'omit'],
    ['everything', 'same-origin'],
    ['', 'same-origin'],
  ] as const) {
    it(`asks the endpoint with credentials ${credentials} where refresh-credentials is ${value ?? 'missing'}`, async () => {
      page.put({ attributes: value === undefined ? {} : { 'refresh-credentials': value } });
      const { init } = await until(() => page.web.refreshes[0]);
      expect(init.credentials).to.equal(credentials);
    });
  }

  for (const [kind, headers] of [
    ['an object', { 'X-CSRF': 'leaf' }],
    ['a function', () => ({ 'X-CSRF': 'leaf' })],
    ['a promise', () => Promise.resolve({ 'X-CSRF': 'leaf' })],
  ] as const) {
    it(`sends refreshHeaders with the request, given as ${kind}`, async () => {
      page.put({ properties: { refreshHeaders: headers } });
      const { init } = await until(() => page.web.refreshes[0]);
      expect(new Headers(init.headers).get('x-csrf')).to.equal('leaf');
    });
  }

  it('asks fetchToken instead of the endpoint, and says why', async () => {
    const reasons: string[] = [];
    await page.show({
      properties: {
        fetchToken: ({ reason, signal }) => {
          reasons.push(reason);
          expect(signal.aborted).to.equal(false);
          return Promise.resolve(page.web.issue());
        },
      },
    });
    expect(reasons).to.deep.equal(['missing']);
    expect(page.web.refreshes).to.have.lengthOf(0);
  });

  it('takes base-url over what configure() says, which it takes where there is none', async () => {
    configure({ baseUrl: 'https://elsewhere.example' });
    await page.show();
    page.leave();
    page = new GuestPage();
    configure({ baseUrl: page.web.origin });
    await page.show({ properties: { baseUrl: undefined } });
    expect(page.web.strays).to.deep.equal([]);
  });

  it('is set up by a configure() that comes after it', async () => {
    const widget = page.put({ properties: { baseUrl: undefined, token: page.web.issue() } });
    await until(() => page.heard('inbox-misconfigured')[0]);
    expect(page.heard('inbox-misconfigured')[0]?.error.code).to.equal('INBOX_SERVICE_UNCONFIGURED');
    expect(widget.tokenStatus).to.equal('misconfigured');
    configure({ baseUrl: page.web.origin });
    await until(() => inside(widget, '.row'));
    expect(widget.tokenStatus).to.equal('fresh');
  });

  it('opens the conversation that the page names, and says which one is open', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ attributes: { conversation: 'theo' }, properties: { source } });
    await until(() => textOf(widget).includes('the corrected one arrived.'));
    [...(widget.shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])].find((row) => row.textContent?.includes('Mara'))?.click();
    await until(() => widget.getAttribute('conversation') === 'mara');
    widget.openConversation(null);
    await until(() => !widget.hasAttribute('conversation'));
  });

  it('opens nothing where conversation is empty, also once one was open', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ attributes: { conversation: '' }, properties: { source } });
    expect(inside(widget, '.inbox')?.hasAttribute('data-open')).to.equal(false);
    expect(page.kinds).to.deep.equal(['inbox-ready']);
    await open(widget, 'mara');
    widget.setAttribute('conversation', '');
    await until(() => !inside(widget, '.bubble'));
    expect(inside(widget, '.inbox')?.hasAttribute('data-open')).to.equal(false);
    expect(page.kinds).to.deep.equal(['inbox-ready', 'inbox-conversation-opened', 'inbox-conversation-closed']);
  });

  it('is for reading only without a composer', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ attributes: { 'without-composer': '' }, properties: { source, conversation: 'mara' } });
    await until(() => inside(widget, '.bubble'));
    expect(!inside(widget, '.field')).to.equal(true);
    widget.withoutComposer = false;
    await until(() => inside(widget, '.field'));
  });

  it('says what the page would have it say', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ properties: { source, strings: { all: 'Every letter' } } });
    await until(() => textOf(widget).includes('Every letter'));
  });

  it('speaks the language of the nearest lang, and another when that changes', async () => {
    document.body.lang = 'de';
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ properties: { source } });
    const label = (): string => inside(widget, '.inbox')?.lang ?? '';
    await until(() => label() === 'de');
    document.body.lang = 'es';
    await until(() => label() === 'es');
    document.body.removeAttribute('lang');
    document.documentElement.lang = 'ja';
    await until(() => label() === 'ja');
    widget.lang = 'fr';
    await until(() => label() === 'fr');
  });

  it('speaks its own language in a shadow tree too, and another when that changes', async () => {
    const parent = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const widget = await page.show({ attributes: { lang: 'de' }, parent, properties: { source: createMemorySource(exampleInbox()) } });
    const label = (): string => inside(widget, '.inbox')?.lang ?? '';
    await until(() => label() === 'de');
    widget.lang = 'fr';
    await until(() => label() === 'fr');
  });

  it('speaks the language of the document of a frame that it has been moved to, and another when that changes', async () => {
    const widget = await page.show({ properties: { source: createMemorySource(exampleInbox()) } });
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (const place of [(frame.contentDocument as Document).body, document.body]) {
      place.append(widget);
      for (const lang of ['es', 'ja']) {
        place.lang = lang;
        await until(() => inside(widget, '.inbox')?.lang === lang);
      }
      place.removeAttribute('lang');
    }
  });

  it('keeps everything where another property changes', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    const field = await open(widget, 'with-ada');
    await until(() => page.web.openStreams[0]);
    Object.assign(widget, { theme: 'dark', layout: 'split', strings: { all: 'Every letter' }, refreshCredentials: 'same-origin' });
    await until(() => textOf(widget).includes('Every letter'));
    expect(inside(widget, '.field') === field).to.equal(true);
    expect(page.web.streams).to.have.lengthOf(1);
    expect(page.web.refreshes).to.have.lengthOf(0);
    expect(page.web.service().callsTo('/inbox/conversations/with-ada/messages')).to.have.lengthOf(1);
  });
});
