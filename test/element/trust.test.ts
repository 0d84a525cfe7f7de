import { expect } from 'chai';
import { configure, type InboxWidget } from '../../src/index.js';
import { bearerOf } from './fake-web.js';
import { GuestPage, inside, textOf } from './guest-page.js';
import { until } from './until.js';

const EVIL = 'https://evil.example';

describe('whom a token may go to', () => {
  let page: GuestPage;
  let place: HTMLElement;

  beforeEach(() => {
    page = new GuestPage();
    place = document.createElement('div');
    document.body.append(place);
  });
  afterEach(() => page.leave());

  /** What a flaw of the page lets a stranger put there. */
  function inject(markup: string): InboxWidget {
    place.innerHTML = markup;
    return place.querySelector('inbox-widget') as InboxWidget;
  }

  const refused = () => until(() => page.heard('inbox-misconfigured')[0]);

  for (const [what, attributes] of [
    ['its own address', `base-url="//evil.example" refresh-endpoint="ENDPOINT"`],
    ['its own address and a token', `base-url="${EVIL}" refresh-endpoint="ENDPOINT" token="TOKEN"`],
    ['its own endpoint', `refresh-endpoint="${EVIL}/inbox-token" token="TOKEN"`],
    ['an address with a name before it', `base-url="https://evil.example@SERVICE" refresh-endpoint="ENDPOINT" token="TOKEN"`],
    ['a script for an address', `base-url="javascript:alert(1)" refresh-endpoint="ENDPOINT" token="TOKEN"`],
    ['data for an endpoint', `refresh-endpoint="data:text/plain,evil" token="TOKEN"`],
    ['an address without https', `base-url="http://evil.example" refresh-endpoint="ENDPOINT" token="TOKEN"`],
  ] as const) {
    for (const beside of [false, true]) {
      it(`makes no request where markup names ${what}${beside ? ', beside a real widget' : ''}`, async () => {
        configure({ baseUrl: page.web.origin });
        if (beside) await page.show();
        const { length } = page.web.calls;
        const text = attributes
          .replace('ENDPOINT', page.web.endpoint)
          .replace('TOKEN', page.web.issue())
          .replace('SERVICE', new URL(page.web.origin).host);
        const widget = inject(`<inbox-widget ${text}></inbox-widget>`);
        const { error } = await refused();
        expect(error.code).to.equal('INBOX_SERVICE_UNTRUSTED');
        expect(widget.tokenStatus).to.equal('misconfigured');
        await until(() => textOf(widget).includes('INBOX_SERVICE_UNTRUSTED'));
        expect(page.web.strays).to.deep.equal([]);
        expect(page.web.refreshes.length + page.web.serviceCalls.length).to.equal(length);
        expect(performance.getEntriesByType('resource').some(({ name }) => name.includes('evil.example'))).to.equal(false);
      });
    }
  }

  it('heeds nothing that got into Object.prototype', async () => {
    const prototype = Object.prototype as { services?: string[] };
    prototype.services = [EVIL];
    try {
      configure({ baseUrl: page.web.origin });
      inject(`<inbox-widget base-url="${EVIL}" refresh-endpoint="${page.web.endpoint}"></inbox-widget>`);
      expect((await refused()).error.code).to.equal('INBOX_SERVICE_UNTRUSTED');
    } finally {
      delete prototype.services;
    }
  });

  it('and who may style what it brings: nothing is left of a shadow root that came with markup', async () => {
    configure({ baseUrl: page.web.origin });
    const markup = `<inbox-widget token="${page.web.issue()}"><template shadowrootmode="open"><style>a { background: url(${EVIL}/a) }</style></template></inbox-widget>`;
    (place as unknown as { setHTMLUnsafe(html: string): void }).setHTMLUnsafe(markup);
    const widget = place.querySelector('inbox-widget') as InboxWidget;
    await until(() => inside(widget, '.inbox'));
    expect([...(widget.shadowRoot?.children ?? [])].map(({ localName }) => localName)).to.deep.equal(['div']);
  });

  it('names the line to add in its remedy', async () => {
    inject(`<inbox-widget base-url="${EVIL}"></inbox-widget>`);
    expect((await refused()).error.message).to.include(`configure({ services: ['${EVIL}'] })`);
  });

  for (const [what, allowing] of [
    ['among others', (origin: string) => ({ services: [origin] })],
    ['as the service of all', (origin: string) => ({ baseUrl: origin })],
    ['as that, by a URL', (origin: string) => ({ baseUrl: new URL(origin) })],
  ] as const) {
    it(`obeys an attribute that a script of the page has allowed, ${what}`, async () => {
      configure(allowing(page.web.origin));
      const widget = inject(`<inbox-widget base-url="${page.web.origin}" refresh-endpoint="${page.web.endpoint}"></inbox-widget>`);
      await until(() => inside(widget, '.row'));
    });
  }

  it('obeys an endpoint of another origin that a script of the page has allowed', async () => {
    configure({ baseUrl: page.web.origin, endpoints: ['https://api.example'] });
    inject(`<inbox-widget refresh-endpoint="https://api.example/inbox-token"></inbox-widget>`);
    await until(() => page.web.strays[0]);
    expect(page.web.strays[0]).to.equal('https://api.example/inbox-token');
  });

  it('reads what configure() was given in another shape than a list', async () => {
    configure({ services: page.web.origin, endpoints: null } as unknown as Parameters<typeof configure>[0]);
    const markup = `<inbox-widget base-url="${page.web.origin}" refresh-endpoint="https://api.example/inbox-token"></inbox-widget>`;
    inject(markup);
    const { error } = await refused();
    expect([error.code, error.message]).to.deep.equal([
      'INBOX_SERVICE_UNTRUSTED',
      "Markup may not name https://api.example: call configure({ endpoints: ['https://api.example'] }).",
    ]);
    configure({ endpoints: 'https://api.example' } as unknown as Parameters<typeof configure>[0]);
    await until(() => page.web.strays[0]);
    expect(page.web.strays[0]).to.equal('https://api.example/inbox-token');
  });

  it('knows its own origin also where a script of the page has a variable of that name', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'origin') as PropertyDescriptor;
    Object.defineProperty(window, 'origin', { value: 'https://elsewhere.example', configurable: true });
    try {
      configure({ baseUrl: page.web.origin });
      const widget = inject(`<inbox-widget refresh-endpoint="${page.web.endpoint}"></inbox-widget>`);
      await until(() => inside(widget, '.row'));
    } finally {
      Object.defineProperty(window, 'origin', own);
    }
  });

  it('obeys a property, which is code', async () => {
    await page.show();
    expect(page.web.refreshes).to.have.lengthOf(1);
  });

  it('trusts a property no more once an attribute has taken its place', async () => {
    const widget = await page.show();
    const { length } = page.web.calls;
    widget.setAttribute('base-url', EVIL);
    await refused();
    expect(!inside(widget, '.row')).to.equal(true);
    expect(page.web.strays).to.deep.equal([]);
    expect(page.web.calls.length).to.equal(length);
  });

  for (const issuer of [EVIL, `${EVIL}/service`, 'http://localhost:1']) {
    it(`sends no token of ${issuer} to this service`, async () => {
      const token = page.web.issue({ issuer });
      page.put({ properties: { token, refreshEndpoint: undefined } });
      expect((await refused()).error.code).to.equal('INBOX_SERVICE_UNTRUSTED');
      expect(page.web.calls).to.have.lengthOf(0);
    });
  }

  it('shows the inbox all the same where a token of another service comes beside a good one', async () => {
    const widget = await page.show({ properties: { token: page.web.issue() } });
    const foreign = page.web.issue({ issuer: EVIL });
    widget.token = foreign;
    await widget.updateComplete;
    widget.reload();
    await until(() => page.web.service().callsTo('/inbox/conversations')[1]);
    expect(widget.tokenStatus).to.equal('fresh');
    expect(page.web.bearers).not.to.include(foreign);
  });

  it('sends a token whose issuer the page has allowed, or is the service, or no address at all', async () => {
    configure({ services: ['https://issuer.example'] });
    for (const issuer of ['https://issuer.example', `${page.web.origin}/deep`, 'the service']) {
      const token = page.web.issue({ issuer, client: issuer });
      const widget = await page.show({ properties: { token, refreshEndpoint: undefined } });
      expect(page.web.bearers).to.include(token);
      widget.remove();
    }
  });

  it('drops the token where the service becomes another one', async () => {
    const opaque = page.web.accept('opaque-token');
    const widget = await page.show({ properties: { token: opaque } });
    const release = page.web.hold();
    const { length } = page.web.strays;
    widget.baseUrl = 'https://other.example';
    await until(() => page.web.refreshes[0]);
    expect(!inside(widget, '.row')).to.equal(true);
    expect(page.web.strays.length).to.equal(length);
    release(page.web.give('opaque-2'));
    await until(() => page.web.strays[0]);
    const sent = page.web.calls.filter(({ url }) => url.host === 'other.example').map(({ init }) => new Headers(init.headers).get('authorization'));
    expect(new Set(sent)).to.deep.equal(new Set(['Bearer opaque-2']));
  });

  it('takes a token that comes together with another service for that service', async () => {
    const widget = await page.show({ properties: { token: page.web.accept('opaque-token') } });
    Object.assign(widget, { baseUrl: 'https://other.example', token: 'opaque-3' });
    await until(() => page.web.strays[0]);
    const [call] = page.web.calls.filter(({ url }) => url.host === 'other.example');
    expect(bearerOf(call?.init ?? {})).to.equal('opaque-3');
    expect(page.web.refreshes).to.have.lengthOf(0);
  });
});
