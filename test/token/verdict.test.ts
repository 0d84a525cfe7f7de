import { expect } from 'chai';
import type { Token } from '../../src/token/token.js';
import { compareTokens, NO_ANSWER, verdictOf } from '../../src/token/verdict.js';
import type { EndpointAnswer, Verdict } from '../../src/token/verdict.js';

function answered(status: number, more: Partial<EndpointAnswer> = {}): EndpointAnswer {
  return { ...NO_ANSWER, fault: null, status, ...more };
}

describe('the table of verdicts', () => {
  const table: Record<Verdict, readonly number[]> = {
    renewed: [],
    'client-changed': [],
    'no-progress': [],
    'not-a-token': [200, 201, 202, 204, 206, 299],
    refused: [401, 403, 419, 301, 302, 303, 307, 308],
    misconfigured: [400, 402, 404, 405, 410, 413, 414, 415, 422, 424, 431, 501],
    unreachable: [408, 425, 500, 502, 503, 504, 505, 511, 599],
    'slow-down': [429],
  };
  for (const [verdict, statuses] of Object.entries(table)) {
    for (const status of statuses) {
      it(`F12 calls ${status} without a token ${verdict}`, () => expect(verdictOf(answered(status), null)).to.equal(verdict));
    }
  }

  it('looks at the status before it looks at the body', () => {
    for (const status of [401, 403, 419]) expect(verdictOf(answered(status), 'renewed')).to.equal('refused');
    expect(verdictOf(answered(500), 'renewed')).to.equal('unreachable');
  });

  it('passes on what the token of a success means', () => {
    for (const meaning of ['renewed', 'client-changed', 'no-progress', 'misconfigured'] as const) {
      expect(verdictOf(answered(200), meaning)).to.equal(meaning);
      expect(verdictOf(answered(201), meaning)).to.equal(meaning);
    }
  });

  it('F11 calls a redirect a refusal, seen or followed, unless it led to a token', () => {
    expect(verdictOf(answered(0, { redirected: true }), null)).to.equal('refused');
    expect(verdictOf(answered(200, { redirected: true }), null)).to.equal('refused');
    expect(verdictOf(answered(404, { redirected: true }), null)).to.equal('refused');
    expect(verdictOf(answered(200, { redirected: true }), 'renewed')).to.equal('renewed');
  });

  it('slows down for 503 only where it says so', () => {
    expect(verdictOf(answered(503, { retryAfterMs: 1000 }), null)).to.equal('slow-down');
    expect(verdictOf(answered(500, { retryAfterMs: 1000 }), null)).to.equal('unreachable');
  });

  it('ends no session for a 304, which only a cache says', () => {
    expect(verdictOf(answered(304), null)).to.equal('unreachable');
  });

  it('F19 takes a missing answer for a passing trouble, but for a policy that forbids it', () => {
    expect(verdictOf({ ...NO_ANSWER, fault: 'failed' }, null)).to.equal('unreachable');
    expect(verdictOf({ ...NO_ANSWER, fault: 'timeout' }, null)).to.equal('unreachable');
    expect(verdictOf({ ...NO_ANSWER, fault: 'blocked' }, null)).to.equal('misconfigured');
  });
});

describe('comparing tokens', () => {
  const token = (text: string, expiresAt: number | null, client: string | null = 'ada'): Token => ({
    text,
    expiresAt,
    client,
    issuedAt: null,
    issuer: null,
  });
  const held = token('held', 1000);
  const usable = { held: { token: held }, isUsable: true, isRejected: false, dueReason: null, client: 'ada' } as const;
  const due = { ...usable, dueReason: 'planned' } as const;
  const dead = { ...usable, isUsable: false, dueReason: 'expired' } as const;
  const rejected = { ...dead, isRejected: true, dueReason: 'rejected' } as const;
  const none = { held: null, isUsable: false, isRejected: false, dueReason: 'missing', client: null } as const;

  for (const [what, next, standing, fromEndpoint, meaning] of [
    ['a later expiry', token('x', 1001), usable, false, 'renewed'],
    ['the same expiry, where it was asked for', token('x', 1000), usable, true, 'renewed'],
    ['the same expiry, where it is time for a later one', token('x', 1000), due, true, 'no-progress'],
    ['an earlier expiry', token('x', 999), usable, true, 'no-progress'],
    ['an earlier expiry, where the current one was rejected', token('x', 999), rejected, false, 'renewed'],
    ['an earlier expiry, where the current one is over', token('x', 999), dead, true, 'no-progress'],
    ['the same expiry, where the current one is taken for over', token('x', 1000), dead, true, 'renewed'],
    ['an unknown expiry from the page, where the current one is over', token('x', null), dead, false, 'renewed'],
    ['anything, where there is nothing', token('x', null, null), none, false, 'renewed'],
    ['another client', token('x', 1, 'bob'), usable, true, 'client-changed'],
    ['another client, where the last one is known only', token('x', 1, 'bob'), { ...none, client: 'ada' }, true, 'client-changed'],
    ['an unreadable client', token('x', 1001, null), usable, true, 'renewed'],
    ['an unknown expiry from the endpoint', token('x', null), usable, true, 'renewed'],
    ['an unknown expiry from the page', token('x', null), usable, false, 'no-progress'],
    ['two unknown expiries', token('x', null), { ...usable, held: { token: token('held', null) } }, false, 'renewed'],
  ] as const) {
    it(`calls ${what} ${meaning}`, () => expect(compareTokens(next, standing, fromEndpoint)).to.equal(meaning));
  }
});
