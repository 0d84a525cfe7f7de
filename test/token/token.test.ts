import { expect } from 'chai';
import { readTime, readToken, TOKEN_LIMIT_BYTES } from '../../src/token/token.js';
import type { Token } from '../../src/token/token.js';
import { base64Url, makeJwt } from '../helpers/token-maker.js';

const JWT = makeJwt({ sub: 'ada', exp: 1_790_000_000, iat: 1_789_971_200, iss: 'https://inbox.example' });

function read(text: unknown): Token {
  const token = readToken(text);
  if (typeof token === 'string') throw new Error(`not a token: ${token}`);
  return token;
}

describe('reading a token', () => {
  it('tells expiry, issue, client and issuer of a JWT', () => {
    expect(readToken(JWT)).to.deep.equal({
      text: JWT,
      expiresAt: 1_790_000_000_000,
      issuedAt: 1_789_971_200_000,
      client: 'ada',
      issuer: 'https://inbox.example',
    });
  });

  for (const [name, text] of [
    ['white space', `\n  ${JWT}\n`],
    ['a no-break space and a byte order mark', `\uFEFF\u00A0${JWT}`],
    ['quotes', `"${JWT}"`],
    ['single quotes', `'${JWT}'`],
    ['a scheme', `Bearer ${JWT}`],
    ['a scheme in another spelling', `bearer  ${JWT}`],
    ['all of it', ` "Bearer ${JWT}" `],
    ['white space within the quotes', `" Bearer ${JWT} "`],
  ] as const) {
    it(`F27 takes ${name} off a token`, () => expect(read(text).text).to.equal(JWT));
  }

  for (const text of [null, undefined, '', '  ', '""', 'null', 'undefined', 'Bearer', 'Bearer ']) {
    it(`F27 reads ${JSON.stringify(text) ?? 'undefined'} as no token yet`, () => expect(readToken(text)).to.equal('none'));
  }

  for (const text of ['[[ TOKEN ]]', '[[TOKEN]]', '[[  token\t]]', ' "[[ TOKEN ]]"\n']) {
    it(`F27 knows the placeholder in ${JSON.stringify(text)}`, () => expect(readToken(text)).to.equal('placeholder'));
  }

  for (const text of ['{{token}}', '<%= t %>', '[object Object]', 'abc…def', `${JWT} x`, 'a\u0000b', 'a"b', 'a"b"', 'töken', 17, {}, true]) {
    it(`F27 refuses ${JSON.stringify(text)}`, () => expect(readToken(text)).to.equal('malformed'));
  }

  it('refuses more than 128 KiB', () => {
    expect(readToken('x'.repeat(TOKEN_LIMIT_BYTES + 1))).to.equal('malformed');
    expect(read('x'.repeat(TOKEN_LIMIT_BYTES)).expiresAt).to.equal(null);
  });

  for (const name of ['oľ', 'koľ', 'okoľ', 'Łukasz 🚀', 'שלום', '\uD800']) {
    it(`F26 reads base64url with ${JSON.stringify(name)} inside, whatever the padding`, () => {
      for (const filler of ['', 'a', 'aa']) {
        const token = read(makeJwt({ sub: name, exp: 1_790_000_000, filler }));
        expect(token.expiresAt).to.equal(1_790_000_000_000);
        expect(token.client).to.equal(name);
      }
    });
  }

  const payload = base64Url('{"exp":99999999999}');
  for (const [name, text] of [
    ['one part', 'sk_live_123'],
    ['two parts', 'a.b'],
    ['two parts of which one decodes', `opaque.${payload}`],
    ['three parts of which one decodes', `opaque.${payload}.x`],
    ['a header without alg', `${base64Url('{"typ":"JWT"}')}.${payload}.x`],
    ['a header that is no object', `${base64Url('["alg"]')}.${payload}.x`],
    ['a payload that is a list', makeJwt([{ exp: 1 }])],
    ['a payload that is null', makeJwt(null)],
    ['a payload that is text', makeJwt('exp')],
    ['five parts', `${base64Url('{"alg":"RSA-OAEP"}')}.${payload}.iv.text.tag`],
    ['five parts with an empty one', `${base64Url('{"alg":"dir"}')}..iv.text.tag`],
    ['two dots only', '..'],
  ] as const) {
    it(`F28 uses a token of ${name} as it is, with nothing known of it`, () => {
      expect(readToken(text)).to.deep.equal({ text, expiresAt: null, issuedAt: null, client: null, issuer: null });
    });
  }

  it('reads no client that is empty or no text (RFC 7519, section 4.1.2)', () => {
    expect(read(makeJwt({ sub: 17 })).client).to.equal(null);
    expect(read(makeJwt({ sub: '' })).client).to.equal(null);
    expect(read(makeJwt({ sub: { id: 1 } })).client).to.equal(null);
  });
});

describe('reading a time claim', () => {
  for (const [claim, ms] of [
    [1_790_000_000, 1_790_000_000_000],
    ['1790000000', 1_790_000_000_000],
    [1_790_000_000.5, 1_790_000_000_500],
    [1_790_000_000_000, 1_790_000_000_000],
    ['1790000000000', 1_790_000_000_000],
    ['2026-09-21T14:13:20Z', null],
    ['soon', null],
    ['', null],
    [null, null],
    [undefined, null],
    [true, null],
    [[1_790_000_000], null],
    [-1, null],
    [0, null],
    [1e20, null],
    [NaN, null],
    [Infinity, null],
  ] as const) {
    it(`F07 takes ${String(claim)} (${typeof claim}) for ${ms === null ? 'unknown' : `${ms} ms`}`, () => {
      expect(readTime(claim)).to.equal(ms);
    });
  }
});
