import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { exampleInbox } from '../../src/inbox/memory/index.js';
import { ServiceSource } from '../../src/inbox/service/service-source.js';
import { FakeClock } from '../helpers/fake-clock.js';
import { FakeService, problem, SERVICE, type Fault } from '../helpers/fake-service.js';
import { FakeTokens } from '../helpers/fake-tokens.js';
import { PlainResponse } from '../helpers/plain-response.js';
import { rest, clockOf } from '../helpers/inbox-timers.js';

const NOW = Date.parse('2026-05-21T09:44:00Z');
const ALL = { filter: 'all', channel: '', q: '' } as const;

function world(fault: Fault = () => null) {
  const clock = new FakeClock(NOW);
  const service = new FakeService(exampleInbox(NOW));
  service.fault = fault;
  const tokens = new FakeTokens();
  const source = new ServiceSource({ service: SERVICE, tokens, fetch: service.fetch, clock: clockOf(clock) });
  return { clock, service, tokens, source };
}

const failure = async (promise: Promise<unknown>): Promise<InboxError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(InboxError);
  return error as InboxError;
};

describe('a request to the service', () => {
  for (const id of ['.', '..']) {
    it(`stays among the conversations where an id is ${id}, as one of a page's address may be`, async () => {
      const { service, source } = world();
      const asked = [
        source.getConversation(id),
        source.listMessages(id, {}),
        source.sendMessage(id, { text: 'Hello', clientKey: 'key' }),
        source.markUnread(id),
        source.setStatus(id, 'closed'),
      ];
      for (const promise of asked) expect((await failure(promise)).status).to.equal(404);
      for (const { path } of service.calls) expect(path.split('/')[3]?.trim(), path).to.equal(id);
    });
  }

  it('is about the very conversation also where an id ends in a dot', async () => {
    const { service, source } = world();
    await failure(source.getConversation('no. 7.'));
    expect(service.calls[0]?.path).to.equal('/inbox/conversations/no. 7.');
  });

  it('carries the token of the moment, no cookie, and is not cached or redirected', async () => {
    const { service, source, tokens } = world();
    await source.getInbox();
    service.tokens.add('token-2');
    tokens.current = 'token-2';
    await source.getInbox();
    expect(service.calls.map(({ token }) => token)).to.deep.equal(['token-1', 'token-2']);
    expect(service.calls[0]?.init).to.include({ credentials: 'omit', cache: 'no-store', redirect: 'error' });
    expect(tokens.identified[1]).to.deep.equal({ token: 'token-2', clientId: 'fjord-pine' });
  });

  it('leaves browsers their memory of preflights where it writes: they ask anew before each request that may not be cached', async () => {
    const { service, source } = world();
    await source.sendTyping('mara');
    expect(service.calls[0]?.init.cache).to.equal('default');
  });

  it('asks for what it is told to ask for', async () => {
    const { service, source } = world();
    await source.listConversations({ filter: 'open', channel: 'sms', q: 'a&b' }, { limit: 5, cursor: 'x y' });
    await source.listConversations(ALL, {});
    const [first, second] = service.calls;
    expect(Object.fromEntries(first?.query ?? [])).to.deep.equal({ filter: 'open', channel: 'sms', q: 'a&b', cursor: 'x y', limit: '5' });
    expect([...(second?.query ?? [])]).to.deep.equal([['filter', 'all']]);
  });

  it('keeps its query where URLSearchParams does not tell its size', async () => {
    const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size');
    Reflect.deleteProperty(URLSearchParams.prototype, 'size');
    const { service, source } = world();
    await source.listMessages('mara', { before: 'mara-5', limit: 2 }).finally(() => {
      if (size) Object.defineProperty(URLSearchParams.prototype, 'size', size);
    });
    expect(Object.fromEntries(service.calls[0]?.query ?? [])).to.deep.equal({ before: 'mara-5', limit: '2' });
  });

  for (const [what, ahead, told] of [
    ['a day ahead', 24 * 3_600_000, 0],
    ['an hour behind', -3_600_000, 0],
    ['a moment ahead, as an answer that took its time lets it seem', 30_000, 30_000],
  ] as const) {
    it(`tells the service’s time where this machine’s clock is ${what}`, async () => {
      const { service, source, clock } = world();
      expect(source.now()).to.equal(NOW);
      service.serverTime = () => clock.wall - ahead;
      await source.getInbox();
      expect(source.now()).to.equal(NOW - ahead + told);
      clock.jump({ wall: 60_000 });
      expect(source.now()).to.equal(NOW - ahead + told + 60_000);
    });
  }

  it('leaves with another token only when the service has said whose that is', async () => {
    const { service, source, tokens } = world();
    await source.getInbox();
    service.tokens.add('token-2');
    tokens.current = 'token-2';
    let tell = (): void => undefined;
    const told = new Promise<null>((resolve) => (tell = () => resolve(null)));
    service.fault = ({ path }) => (path === '/inbox' ? told : null);
    const sent = source.sendMessage('mara', { text: 'Hello', clientKey: 'key-1' });
    source.subscribe(() => undefined);
    await rest();
    const made = (): string[] => service.calls.slice(1).map(({ method, path }) => `${method} ${path}`);
    expect(made(), 'asked once for both').to.deep.equal(['GET /inbox']);
    tell();
    expect((await sent).text).to.equal('Hello');
    await rest();
    expect(made()).to.include.members(['POST /inbox/conversations/mara/messages', 'GET /inbox/events']);
    source.dispose();
  });

  it('does not leave with another token where the service does not say whose that is', async () => {
    const { service, source, tokens } = world();
    await source.getInbox();
    tokens.current = 'token-2';
    service.fault = ({ path }) => (path === '/inbox' ? problem(503, 'busy') : null);
    expect(await failure(source.sendMessage('mara', { text: 'Hello', clientKey: 'key-1' }))).to.include({ status: 503 });
    expect(service.calls.map(({ path }) => path)).to.deep.equal(['/inbox', '/inbox']);
  });

  it('is repeated once with another token after 401, with the same key, and names the token that was refused', async () => {
    const { service, source, tokens } = world();
    service.tokens.delete('token-1');
    service.tokens.add('token-2');
    service.fault = ({ token }) =>
      token === 'token-1' ? problem(401, 'token_expired', { date: 'Thu, 21 May 2026 09:45:00 GMT' }) : null;
    tokens.next = 'token-2';
    const sent = await source.sendMessage('mara', { text: 'Hello', clientKey: 'key-1' });
    expect(sent.clientKey).to.equal('key-1');
    expect(service.calls.map(({ token, headers }) => [token, headers.get('idempotency-key')])).to.deep.equal([
      ['token-1', 'key-1'],
      ['token-2', 'key-1'],
    ]);
    expect(tokens.rejected).to.deep.equal([{ token: 'token-1', serverTime: NOW + 60_000 }]);
  });

  it('is not repeated again where the other token is refused as well', async () => {
    const { service, source, tokens } = world(() => problem(401, 'token_invalid'));
    tokens.next = 'token-2';
    const error = await failure(source.sendMessage('mara', { text: 'Hello', clientKey: 'key-1' }));
    expect(error).to.include({ code: 'INBOX_SERVICE_REFUSED', status: 401, serviceCode: 'token_invalid' });
    expect(service.calls).to.have.length(2);
  });

  it('fails with the reason why there is no token, without a call', async () => {
    const { service, source, tokens } = world();
    tokens.current = null;
    expect(await failure(source.getInbox())).to.equal(tokens.error);
    expect(service.calls).to.have.length(0);
  });

  it('takes null for a field that is not there, wherever one may be missing', async () => {
    const contact = { id: 'p', name: 'Mara', avatarUrl: null };
    const given = { id: 'c', channel: 'web', contact, preview: '', unread: 0, status: 'open', lastMessageAt: '2026-05-21T09:44:00Z' };
    const absent = { subject: null, replyUntil: null, lastDirection: null, lastStatus: null };
    const answer = JSON.stringify({ conversations: [{ ...given, ...absent }], nextCursor: null, unread: 0 });
    const { conversations } = await world(broken(answer)).source.listConversations(ALL, {});
    expect(conversations).to.deep.equal([{ ...given, contact: { id: 'p', name: 'Mara' } }]);
  });

  it('takes a leap second, which JavaScript knows no time for, as the second before', async () => {
    for (const [time, taken] of [
      ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
      ['2016-12-31T23:59:60.5Z', '2016-12-31T23:59:59.5Z'],
    ]) {
      const given = { id: 'c', channel: 'web', contact: { id: 'p', name: 'Mara' }, preview: '', unread: 0, status: 'open', lastMessageAt: time };
      const { conversations } = await world(broken(JSON.stringify({ conversations: [given], unread: 0 }))).source.listConversations(ALL, {});
      expect(conversations).to.deep.equal([{ ...given, lastMessageAt: taken }]);
    }
  });

  const broken = (text: string) => () => new PlainResponse(text, { headers: { 'content-type': 'application/json' } });
  const TABLE: readonly [what: string, fault: Fault, expected: Partial<InboxError>][] = [
    ['403', () => problem(403, 'origin_not_allowed'), { code: 'INBOX_SERVICE_REFUSED', serviceCode: 'origin_not_allowed' }],
    ['404', () => problem(404, 'conversation_unknown'), { code: 'INBOX_SERVICE_REFUSED', status: 404 }],
    ['400 without a body', () => new PlainResponse('', { status: 400 }), { code: 'INBOX_SERVICE_REFUSED' }],
    ['500 in HTML', () => new PlainResponse('<h1>', { status: 500 }), { code: 'INBOX_SERVICE_UNREACHABLE', status: 500 }],
    ['429', () => problem(429, 'too_many_requests'), { code: 'INBOX_SERVICE_UNREACHABLE', status: 429 }],
    ['408', () => problem(408, 'slow'), { code: 'INBOX_SERVICE_UNREACHABLE' }],
    ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch')), { code: 'INBOX_SERVICE_UNREACHABLE' }],
    ['HTML, which is not the service’s', broken('<!doctype html>'), { code: 'INBOX_SERVICE_UNREACHABLE', status: 200 }],
    ['nothing', broken(''), { code: 'INBOX_SERVICE_UNREACHABLE' }],
    ['half an answer', broken('{"conversations": [{"id": "c'), { code: 'INBOX_SERVICE_UNREACHABLE' }],
    ['null', broken('null'), { code: 'INBOX_SERVICE_UNEXPECTED' }],
    ['another shape', broken('{"conversations": {}, "unread": 1}'), { code: 'INBOX_SERVICE_UNEXPECTED' }],
    ['a conversation without id', broken('{"conversations": [{}], "unread": 1}'), { code: 'INBOX_SERVICE_UNEXPECTED' }],
    [
      'a number for a time',
      broken('{"conversations": [{"id": "c", "channel": "web", "contact": {"id": "p", "name": ""}, "preview": "", "unread": 0, "lastMessageAt": 0}], "unread": 1}'),
      { code: 'INBOX_SERVICE_UNEXPECTED' },
    ],
    ['a count without end', broken('{"conversations": [], "unread": 1e999}'), { code: 'INBOX_SERVICE_UNEXPECTED' }],
    ['a part of a count', broken('{"conversations": [], "unread": 0.5}'), { code: 'INBOX_SERVICE_UNEXPECTED' }],
    ['a count that is not one', broken('{"conversations": [], "unread": "many"}'), { code: 'INBOX_SERVICE_UNEXPECTED' }],
  ];
  for (const [what, fault, expected] of TABLE) {
    it(`answered by ${what} fails with ${String(expected.code)}`, async () => {
      expect(await failure(world(fault).source.listConversations(ALL, {}))).to.include(expected);
    });
  }

  it('is not done where something else answers a change in the service’s place, such as a service worker with a page for “offline”', async () => {
    const changes = (source: ServiceSource) => [source.markUnread('mara'), source.markRead('mara', 'm1'), source.sendTyping('mara')];
    const { source } = world(broken('<!doctype html>'));
    for (const change of changes(source)) expect(await failure(change)).to.include({ code: 'INBOX_SERVICE_UNREACHABLE', status: 200 });
    for (const answer of [broken('{}'), () => new PlainResponse('', { status: 204 })]) await Promise.all(changes(world(answer).source));
  });

  it('fails after 30 s, even where fetch ignores its signal', async () => {
    const { clock, service, tokens } = world();
    const deaf: typeof fetch = () => new Promise(() => undefined);
    const source = new ServiceSource({ service: SERVICE, tokens, fetch: deaf, clock: clockOf(clock) });
    const asked = failure(source.getInbox());
    await clock.advance(30_000);
    expect(await asked).to.include({ code: 'INBOX_SERVICE_UNREACHABLE' });
    expect(clock.pendingTimers).to.equal(0);
    expect(service.calls).to.have.length(0);
  });

  it('that is over is ended no more by what could have ended it', async () => {
    const { service, source } = world();
    const leaving = new AbortController();
    await source.getInbox({ signal: leaving.signal });
    leaving.abort();
    expect(service.calls[0]?.init.signal?.aborted).to.equal(false);
  });

  it('is not made while the service has asked to wait, in seconds, parts of one too, or until a date', async () => {
    for (const wait of ['20', '19.5', 'Thu, 21 May 2026 10:00:20 GMT']) {
      const { clock, service, source } = world(() =>
        problem(429, 'too_many_requests', { 'retry-after': wait, date: 'Thu, 21 May 2026 10:00:00 GMT' }),
      );
      await failure(source.getInbox());
      service.fault = () => null;
      await clock.advance(19_000);
      expect(await failure(source.getInbox())).to.include({ code: 'INBOX_SERVICE_UNREACHABLE' });
      expect(service.calls).to.have.length(1);
      await clock.advance(1_000);
      expect((await source.getInbox()).client.id).to.equal('fjord-pine');
    }
  });

  it('is not made until the date that the service has asked to wait for, by this machine’s clock where the answer tells no time', async () => {
    const { clock, service, source } = world(() =>
      problem(429, 'too_many_requests', { 'retry-after': new Date(NOW + 20_000).toUTCString() }),
    );
    await failure(source.getInbox());
    service.fault = () => null;
    await clock.advance(19_000);
    await failure(source.getInbox());
    expect(service.calls).to.have.length(1);
    await clock.advance(1_000);
    expect((await source.getInbox()).client.id).to.equal('fjord-pine');
  });

  it('is made again where the clock is set back by hours while the service has asked to wait', async () => {
    const { clock, service, source } = world(() => problem(429, 'too_many_requests', { 'retry-after': '5' }));
    await failure(source.getInbox());
    service.fault = () => null;
    clock.jump({ wall: -9 * 3_600_000 });
    expect((await source.getInbox()).client.id).to.equal('fjord-pine');
  });

  it('refused for its message is told as such', async () => {
    const { source } = world(() => problem(422, 'field_invalid'));
    const error = await failure(source.sendMessage('mara', { text: '', clientKey: 'key-1' }));
    expect(error).to.include({ code: 'INBOX_MESSAGE_REJECTED', status: 422, serviceCode: 'field_invalid' });
  });

  it('never has its token in an error', async () => {
    const secret = 'eyJ-a-very-secret-token';
    const faults: Fault[] = [
      ({ token }) => problem(403, token),
      ({ token }) => problem(500, `Bearer ${token}`),
      ({ token }) => new PlainResponse(token),
      ({ token }) => Promise.reject(new TypeError(`Bearer ${token} is no header`)),
      ({ token }) => PlainResponse.of({ conversations: [{ id: token }], unread: token }),
    ];
    for (const fault of faults) {
      const { source, tokens } = world(fault);
      tokens.current = secret;
      const error = await failure(source.listConversations(ALL, {}));
      const told = [error.message, error.stack, error.serviceCode, String(error.cause), JSON.stringify(error)].join();
      expect(told).not.to.include(secret);
    }
  });

  it('hears of nothing after its signal was aborted', async () => {
    const { service, source } = world(() => new Promise<never>(() => undefined));
    const abort = new AbortController();
    const asked = source.getInbox({ signal: abort.signal }).catch((error: unknown) => error);
    await rest();
    const reason = new Error('Enough.');
    abort.abort(reason);
    expect(await asked).to.equal(reason);
    expect(service.calls[0]?.init.signal?.aborted).to.equal(true);
  });
});
