import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { ServiceSource } from '../../src/inbox/service/service-source.js';
import { FakeTokens } from '../helpers/fake-tokens.js';

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

const ADDRESS = 'https://service.example/base';

/** What a request fails with, of which the page's policy reports this. */
async function failure(tell: () => void): Promise<unknown> {
  const fetch = (): Promise<never> => {
    tell();
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const source = new ServiceSource({ service: ADDRESS, tokens: new FakeTokens(), fetch });
  return source.getInbox().catch((error: unknown) => error);
}

describe("a request that the page's policy blocks", () => {
  it('is told of also where an element of the page bears the name of Angular’s zones', async () => {
    for (const markup of ['<a id="Zone" href="#"></a>', '<form id="Zone"><input name="root"></form>']) {
      const place = document.body.appendChild(document.createElement('div'));
      place.innerHTML = markup;
      const error = await failure(() => report(`${ADDRESS}/inbox`)).finally(() => place.remove());
      expect(error, markup).to.include({ code: 'INBOX_BLOCKED_BY_POLICY' });
    }
  });

  for (const address of [`${ADDRESS}/inbox`, 'https://service.example']) {
    it(`is told from one that is lost, reported as ${address}`, async () => {
      const error = await failure(() => report(address));
      expect(error).to.be.instanceOf(InboxError);
      expect(error).to.include({ code: 'INBOX_BLOCKED_BY_POLICY' });
      expect((error as Error).message).to.include('https://service.example');
    });
  }

  it('is known also where the report comes after the failure', async () => {
    const error = await failure(() => {
      queueMicrotask(() => queueMicrotask(() => report(`${ADDRESS}/inbox`)));
    });
    expect(error).to.include({ code: 'INBOX_BLOCKED_BY_POLICY' });
  });

  it('is known also where a policy that only reports has something to say of it as well', async () => {
    const error = await failure(() => {
      report(`${ADDRESS}/inbox`);
      report(`${ADDRESS}/inbox`, 'report');
    });
    expect(error).to.include({ code: 'INBOX_BLOCKED_BY_POLICY' });
  });

  it('is not one that was lost while something else was blocked', async () => {
    const others = ['https://service.example.evil/', 'https://other.example/'].map((address) => () => report(address));
    for (const tell of [...others, () => report(`${ADDRESS}/inbox`, 'report')]) {
      expect(await failure(tell)).to.include({ code: 'INBOX_SERVICE_UNREACHABLE' });
    }
  });
});
