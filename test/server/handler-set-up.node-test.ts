import { expect } from 'chai';
import { createTokenHandler, TokenRequestError, type TokenHandlerOptions } from '../../src/server/index.js';
import { API_KEY, FakeTokenService, jsonAnswer, OPTIONS, TOKEN } from './fake-token-service.js';

const ORIGIN = 'https://app.example.com';

/** Of JavaScript, where no type keeps anything out. */
function handlerOf(wrong: Record<string, unknown>) {
  const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
  const told: TokenRequestError[] = [];
  const options = { ...OPTIONS, fetch: service.fetch, getClientId: () => 'client-mara', onError: (error: TokenRequestError) => told.push(error), ...wrong };
  return { handler: createTokenHandler(options as unknown as TokenHandlerOptions), service, told };
}

async function refresh(handler: (request: Request) => Promise<Response>) {
  const headers = { 'X-Requested-With': 'inbox-widget', Origin: ORIGIN };
  const response = await handler(new Request('https://app.example.com/inbox-token', { method: 'POST', headers }));
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}

describe('createTokenHandler() that is set up wrongly', () => {
  const wrong: [string, Record<string, unknown>, string][] = [
    ['an address that is not one', { baseUrl: 'inbox' }, 'baseUrl'],
    ['a key that no header can carry', { apiKey: `${API_KEY}é` }, 'apiKey'],
    ['a component that is a number', { componentId: 42 }, 'componentId'],
    ['a time limit below 0', { timeoutMs: -1 }, 'timeoutMs'],
    ['no getClientId', { getClientId: undefined }, 'getClientId'],
    ['no getClientId, nor secrets', { getClientId: undefined, apiKey: undefined }, 'getClientId'],
    ['every origin', { allowedOrigins: ['*'] }, 'allowedOrigins'],
    ['an origin in place of the list', { allowedOrigins: ORIGIN }, 'allowedOrigins'],
    ['an origin that is not one, beside one that is missing', { allowedOrigins: [undefined, 'app'] }, 'allowedOrigins'],
    ['an address in place of an origin', { allowedOrigins: [new URL('/app', ORIGIN)] }, 'allowedOrigins'],
  ];
  for (const [what, options, named] of wrong) {
    it(`complains at once about ${what}`, () => {
      expect(() => handlerOf(options)).to.throw(TokenRequestError, named).with.property('code', 'options_invalid');
    });
  }

  for (const name of ['baseUrl', 'apiKey', 'componentId']) {
    for (const missing of [undefined, null, '', ' \n']) {
      it(`can be made where ${name} is ${JSON.stringify(missing)}, as in a build, and tells so with the first request`, async () => {
        const { handler, service, told } = handlerOf({ [name]: missing, allowedOrigins: [ORIGIN], getClientId: () => null });
        expect(told).to.deep.equal([]);
        const { status, headers, body } = await refresh(handler);
        expect(status).to.equal(424);
        expect(body).to.include({ code: 'options_invalid', detail: 'This backend is set up wrongly. Its operator must act.' });
        expect(headers.get('access-control-allow-origin')).to.equal(ORIGIN);
        expect(told.map(({ code }) => code)).to.deep.equal(['options_invalid']);
        expect(told[0]?.message).to.contain(name);
        expect(service.requests).to.deep.equal([]);
      });
    }
  }

  for (const missing of [undefined, null, '', ' \n']) {
    it(`can be made where an origin is ${JSON.stringify(missing)}, as in a build, serves all others, and tells so with what that origin asks`, async () => {
      const { handler, service, told } = handlerOf({ allowedOrigins: [ORIGIN, missing] });
      expect((await refresh(handler)).status).to.equal(200);
      expect(service.requests).to.have.lengthOf(1);
      expect(told).to.deep.equal([]);
      const headersOfMissing = { Origin: 'https://preview.example.com', 'Access-Control-Request-Method': 'POST' };
      for (const method of ['OPTIONS', 'POST']) {
        const answer = await handler(new Request('https://api.example.com/', { method, headers: headersOfMissing }));
        expect(answer.status).to.equal(424);
      }
      expect(told.map(({ code }) => code)).to.deep.equal(['options_invalid', 'options_invalid']);
      expect(told[0]?.message).to.contain('allowedOrigins');
      expect(service.requests).to.have.lengthOf(1);
    });
  }

  const nonsenses: [string, unknown][] = [
    ['a number', 42], ['0', 0], ['a large number', 7n], ['true', true], ['an object', {}], ['white space', ' '], ['a list', ['client-mara']],
  ];
  for (const [what, nonsense] of nonsenses) {
    it(`answers 424 where getClientId gives ${what}, and tells whose mistake it is`, async () => {
      const { handler, service, told } = handlerOf({ getClientId: () => nonsense });
      const { status, body } = await refresh(handler);
      expect(status).to.equal(424);
      expect(body).to.include({ code: 'options_invalid', detail: 'This backend is set up wrongly. Its operator must act.' });
      expect(told.map(String)).to.deep.equal(['TokenRequestError: What getClientId returns must be a text that is not empty.']);
      expect(service.requests).to.deep.equal([]);
    });
  }
});
