import { expect } from 'chai';
import { PROBLEMS } from '../../demo/service/http/problem.js';
import { Stage } from './helpers/stage.js';

describe('the OpenAPI document', () => {
  let stage: Stage;
  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  it('is one of version 3.1, of this very service', async () => {
    const { json } = await stage.call('GET', '/openapi.json');
    expect(json).to.nested.include({ openapi: '3.1.0', 'servers[0].url': 'https://inbox.example' });
    expect(json.components.securitySchemes).to.have.all.keys('apiKey', 'token', 'session');
  });

  it('has the token request as specified', async () => {
    const { document } = await stage.check();
    const operation = document.paths['/authentication/login_check']?.post;
    expect(operation).to.nested.include({ 'security[0].apiKey.length': 0 });
    expect(Object.keys(operation?.responses ?? {})).to.include.members(['200', '400', '401', '404', '415', '422', '429']);
    expect(document.components.schemas.TokenRequest).to.nested.include({ 'properties.componentId.type': 'string', 'properties.clientId.type': 'string' });
    expect(document.components.schemas.TokenRequest).to.deep.include({ required: ['componentId', 'clientId'] });
  });

  it('has every route of the API, and no reference that leads nowhere', async () => {
    const { document } = await stage.check();
    const documented = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    const routed = stage.service.app.routes
      .filter(({ method, path }) => method !== 'ALL' && /^\/(inbox(?!-)|authentication|sandbox|dashboard)/.test(path) && !path.includes('/assets/'))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const undocumented = [...new Set(routed)].filter((route) => !documented.includes(route));
    expect(undocumented).to.deep.equal([]);
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(Object.keys(document.components.schemas)).to.include.members([...new Set(references)]);
  });

  it('knows all codes, and each leads to its explanation', async () => {
    const { json } = await stage.call('GET', '/nothing');
    const url = new URL(json.type as string);
    const { text } = await stage.call('GET', url.pathname);
    expect(text).to.include(`id="${url.hash.slice(1)}"`);
  });

  it('names for each operation the codes that it can answer with, and no code that nothing answers with', async () => {
    const { document } = await stage.check();
    const codesOf = (path: string, method: string) => {
      const descriptions = Object.entries(document.paths[path]?.[method]?.responses ?? {}).filter(([status]) => Number(status) >= 400);
      return descriptions.flatMap(([, { description }]) => description?.match(/\w+(?=`)/g) ?? []);
    };
    expect(codesOf('/authentication/login_check', 'post')).to.have.members([
      'malformed_body', 'api_key_missing', 'api_key_invalid', 'component_unknown', 'client_unknown', 'body_too_large',
      'media_type_unsupported', 'field_invalid', 'too_many_requests', 'internal_error', 'service_unavailable',
    ]);
    const check = await stage.check();
    const problem = { type: 'https://inbox.example/docs#x', title: 'x', status: 404, detail: 'x' };
    const answer = (code: string) => check.problemWith('GET', '/inbox/attachments/x', 404, 'application/problem+json', { ...problem, code });
    expect(answer('attachment_unknown')).to.equal(null);
    expect(answer('conversation_unknown')).to.include('code');
    const documented = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).flatMap((method) => codesOf(path, method)));
    // Two are of addresses that are no operation, two of requests that come to none.
    expect(new Set([...documented, 'not_found', 'method_not_allowed', 'headers_too_large', 'request_timeout'])).to.deep.equal(new Set(Object.keys(PROBLEMS)));
  });

  it('is what answers are measured by: a wrong one is noticed', async () => {
    const check = await stage.check();
    const right = { token: 'x' };
    expect(check.problemWith('POST', '/authentication/login_check', 200, 'application/json', right)).to.equal(null);
    expect(check.problemWith('POST', '/authentication/login_check', 200, 'application/json', { token: 1 })).to.include('token');
    expect(check.problemWith('POST', '/authentication/login_check', 418, 'application/json', right)).to.include('does not document 418');
  });
});
