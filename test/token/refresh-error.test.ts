import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { refreshError, tokenError } from '../../src/token/refresh-error.js';
import { readToken } from '../../src/token/token.js';
import type { Token } from '../../src/token/token.js';
import { NO_ANSWER } from '../../src/token/verdict.js';
import type { EndpointAnswer, Verdict } from '../../src/token/verdict.js';
import { makeToken } from '../helpers/token-maker.js';

const OWN = { hasSucceeded: true, foreignOrigin: null };
const FOREIGN = { hasSucceeded: true, foreignOrigin: 'https://api.example' };

function answered(status: number, more: Partial<EndpointAnswer> = {}): EndpointAnswer {
  return { ...NO_ANSWER, fault: null, status, ...more };
}

describe('the error of a failed attempt', () => {
  const token = readToken(makeToken()) as Token;
  for (const [verdict, answer, context, code, words] of [
    ['refused', answered(401), OWN, 'INBOX_REFRESH_REFUSED', ['signed out', '(401)']],
    ['refused', answered(403), { ...OWN, hasSucceeded: false }, 'INBOX_REFRESH_REFUSED', ['CSRF', 'credentials', 'slash']],
    ['refused', answered(0, { redirected: true }), OWN, 'INBOX_REFRESH_REDIRECTED', ['401']],
    ['refused', answered(302), OWN, 'INBOX_REFRESH_REDIRECTED', ['401', '(302)']],
    ['misconfigured', answered(404), OWN, 'INBOX_REFRESH_NOT_FOUND', ['POST', '(404)']],
    ['misconfigured', answered(424), OWN, 'INBOX_REFRESH_NOT_FOUND', ['API key', 'component', 'client', '(424)']],
    ['misconfigured', { ...NO_ANSWER, fault: 'blocked' }, OWN, 'INBOX_BLOCKED_BY_POLICY', ["'self'", 'connect-src']],
    ['misconfigured', { ...NO_ANSWER, fault: 'blocked' }, FOREIGN, 'INBOX_BLOCKED_BY_POLICY', ['https://api.example', 'connect-src']],
    ['misconfigured', answered(200, { token }), OWN, 'INBOX_SERVICE_UNTRUSTED', ['configure({ services })']],
    ['not-a-token', answered(200), OWN, 'INBOX_REFRESH_NOT_A_TOKEN', ['{"token": "…"}']],
    ['no-progress', answered(200, { token }), OWN, 'INBOX_REFRESH_NO_PROGRESS', ['cache']],
    ['slow-down', answered(429), OWN, 'INBOX_REFRESH_RATE_LIMITED', ['(429)']],
    ['unreachable', answered(502), FOREIGN, 'INBOX_REFRESH_UNREACHABLE', ['The endpoint failed. (502)']],
    ['unreachable', NO_ANSWER, OWN, 'INBOX_REFRESH_UNREACHABLE', ['The endpoint failed.']],
    ['unreachable', NO_ANSWER, FOREIGN, 'INBOX_REFRESH_UNREACHABLE', ['CORS']],
    ['unreachable', { ...NO_ANSWER, fault: 'timeout' }, OWN, 'INBOX_REFRESH_TIMEOUT', ['15 s']],
  ] as readonly (readonly [Verdict, EndpointAnswer, typeof OWN, string, readonly string[]])[]) {
    it(`F25 says ${code} for ${verdict}, ${answer.fault ?? answer.status}, and what to do`, () => {
      const error = refreshError(verdict, answer, context);
      expect(error).to.be.instanceOf(InboxError);
      expect(error.code).to.equal(code);
      for (const word of words) expect(error.message).to.contain(word);
      expect(error.message).not.to.match(/null|undefined|false|NaN/);
      expect(error.message).not.to.contain(token.text);
      expect(error.status).to.equal(answer.status || undefined);
    });
  }

  it('keeps what was thrown', () => {
    const cause = new TypeError('Failed to fetch');
    expect(refreshError('unreachable', { ...NO_ANSWER, cause }, OWN).cause).to.equal(cause);
  });

  it('of other kinds has a code and a sentence each', () => {
    expect(tokenError('placeholder').code).to.equal('INBOX_TOKEN_PLACEHOLDER');
    expect(tokenError('hurried').code).to.equal('INBOX_REFRESH_RATE_LIMITED');
    expect(tokenError('unconfigured').message).to.contain('refresh-endpoint');
  });
});
