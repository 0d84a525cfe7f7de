import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { isIssuerTrusted, resolveEndpoint, resolveService } from '../../src/token/trust.js';
import type { Address, AddressedPage } from '../../src/token/trust.js';

const PAGE: AddressedPage = { pageUrl: 'https://shop.example/app/', pageOrigin: 'https://shop.example' };

const code = (text: string): Address => ({ text, trusted: true });
const markup = (text: string): Address => ({ text, trusted: false });

function errorOf(run: () => unknown): InboxError {
  try {
    run();
  } catch (error) {
    if (error instanceof InboxError) return error;
  }
  throw new Error('nothing was refused');
}

describe('the address of a service', () => {
  for (const [text, address] of [
    ['https://inbox.example', 'https://inbox.example'],
    ['https://inbox.example/api//', 'https://inbox.example/api'],
    ['https://inbox.example/api?x=1#y', 'https://inbox.example/api'],
    ['//inbox.example', 'https://inbox.example'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://a.localhost', 'http://a.localhost'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://[::1]:1', 'http://[::1]:1'],
    ['/inbox', 'https://shop.example/inbox'],
  ] as const) {
    it(`is obeyed from code: ${text}`, () => expect(resolveService(code(text), PAGE, [])).to.equal(address));
  }

  for (const text of [
    'http://inbox.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'ftp://inbox.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://shop.example/1',
    'https://user:secret@inbox.example',
    'https://',
  ]) {
    it(`is refused even from code: ${text}`, () => {
      const error = errorOf(() => resolveService(code(text), PAGE, []));
      expect(error.code).to.equal('INBOX_SERVICE_UNTRUSTED');
      expect(error.message).not.to.contain('secret');
    });
  }

  it('is obeyed from an attribute only for the page\'s own origin and those that a script named', () => {
    expect(resolveService(markup('/inbox'), PAGE, [])).to.equal('https://shop.example/inbox');
    const allowed = ['https://inbox.example/anything', 'not an address'];
    expect(resolveService(markup('https://inbox.example'), PAGE, allowed)).to.equal('https://inbox.example');
    for (const text of ['//evil.example', 'https://inbox.example.evil.example', 'https://inbox.example:444', 'https://shop.example.']) {
      const error = errorOf(() => resolveService(markup(text), PAGE, allowed));
      expect(error.code).to.equal('INBOX_SERVICE_UNTRUSTED');
      expect(error.message).to.contain('configure({ services:');
    }
  });
});

describe('the address of a service, at its end', () => {
  for (const [path, left] of [['', ''], ['/', ''], ['/a', '/a'], ['/a///', '/a'], ['///a//b/', '///a//b'], [`/${'/'.repeat(9_000)}b/`, `/${'/'.repeat(9_000)}b`]] as const) {
    it(`loses the slashes of "${path.slice(0, 12)}", and no other`, () => {
      expect(resolveService(code(`https://shop.example${path}`), PAGE, [])).to.equal(`https://shop.example${left}`);
    });
  }
});

describe('the address of an endpoint', () => {
  it('is not led to a stranger by a base that markup has set, where a script names it by its path', () => {
    const page = { ...PAGE, pageUrl: 'https://evil.example/' };
    for (const resolve of [resolveService, resolveEndpoint]) {
      expect(() => resolve(code('/inbox'), page, [])).to.throw(InboxError).with.property('code', 'INBOX_SERVICE_UNTRUSTED');
      expect(resolve(code('https://inbox.example/api'), page, [])).to.equal('https://inbox.example/api');
      expect(resolve(code('//inbox.example/api'), page, [])).to.equal('https://inbox.example/api');
    }
  });

  it('F22 is relative to the document\'s base, and keeps its query', () => {
    expect(resolveEndpoint(markup('token?shop=1#x'), PAGE, [])).to.equal('https://shop.example/app/token?shop=1');
  });

  it('may be plain http on the page\'s own origin only', () => {
    const intranet = { pageUrl: 'http://intranet/', pageOrigin: 'http://intranet' };
    expect(resolveEndpoint(markup('/token'), intranet, [])).to.equal('http://intranet/token');
    expect(errorOf(() => resolveEndpoint(code('http://other/token'), intranet, [])).message).to.contain('https');
  });

  it('of another origin needs a script from an attribute', () => {
    const error = errorOf(() => resolveEndpoint(markup('https://api.example/token'), PAGE, []));
    expect(error.message).to.contain("configure({ endpoints: ['https://api.example'] })");
    expect(resolveEndpoint(code('https://api.example/token'), PAGE, [])).to.equal('https://api.example/token');
  });
});

describe('the issuer of a token', () => {
  const service = 'https://inbox.example/api';
  for (const [issuer, allowed, isTrusted] of [
    [null, [], true],
    ['acme', [], true],
    ['urn:acme', [], true],
    ['https://inbox.example', [], true],
    ['https://inbox.example/other', [], true],
    ['https://login.example', [], false],
    ['HTTPS://login.example', [], false],
    ['http://inbox.example', [], false],
    ['https://login.example/x', ['https://login.example'], true],
    ['https://', [], false],
    ['https://', ['no address'], false],
  ] as const) {
    it(`${String(issuer)} is ${isTrusted ? '' : 'not '}trusted${allowed.length ? ' once a script has named it' : ''}`, () => {
      expect(isIssuerTrusted(issuer, service, allowed)).to.equal(isTrusted);
    });
  }
});
