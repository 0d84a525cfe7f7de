import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { PolicyWatch } from '../../src/inbox/service/policy-watch.js';
import { turn } from '../helpers/inbox-timers.js';

const report = (blockedURI: string, disposition: SecurityPolicyViolationEventDisposition = 'enforce'): boolean =>
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', {
      blockedURI,
      disposition,
      documentURI: location.href,
      effectiveDirective: 'connect-src',
      violatedDirective: 'connect-src',
      originalPolicy: "connect-src 'self'",
      statusCode: 200,
    }),
  );

const lost = new TypeError('Failed to fetch');

/** What a request fails with, of which the page's policy reports this. */
async function failure(tell: () => void): Promise<unknown> {
  const watch = new PolicyWatch('https://service.example/base');
  return watch
    .during(() => {
      tell();
      return Promise.reject(lost);
    })
    .catch((error: unknown) => error);
}

describe("a request that the page's policy blocks", () => {
  for (const address of ['https://service.example/inbox', 'https://service.example']) {
    it(`is told from one that is lost, reported as ${address}`, async () => {
      const error = await failure(() => report(address));
      expect(error).to.be.instanceOf(InboxError);
      expect(error).to.include({ code: 'INBOX_BLOCKED_BY_POLICY' });
      expect((error as Error).message).to.include('https://service.example');
    });
  }

  it('is known also where the report comes after the failure', async () => {
    const error = await failure(() => {
      queueMicrotask(() => queueMicrotask(() => report('https://service.example/inbox')));
    });
    expect(error).to.include({ code: 'INBOX_BLOCKED_BY_POLICY' });
  });

  it('is not one that was lost while something else was blocked', async () => {
    expect(await failure(() => report('https://service.example.evil/'))).to.equal(lost);
    expect(await failure(() => report('https://other.example/'))).to.equal(lost);
    expect(await failure(() => report('https://service.example/', 'report'))).to.equal(lost);
  });

  it('leaves no listener behind', async () => {
    const watch = new PolicyWatch('https://service.example');
    await watch.during(() => Promise.resolve(1));
    report('https://service.example/');
    await turn();
    const error = await watch.during(() => Promise.reject(lost)).catch((reason: unknown) => reason);
    expect(error).to.equal(lost);
  });
});
