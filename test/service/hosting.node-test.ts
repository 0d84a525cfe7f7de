import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Stage } from './helpers/stage.js';

describe('the hosted script', () => {
  let stage: Stage;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inbox-cdn-'));
    mkdirSync(join(folder, 'cdn', 'chunks'), { recursive: true });
    writeFileSync(join(folder, 'secret.js'), 'secret');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'cdn', 'inbox-widget.js'), 'export{c as configure,e as InboxError}from"./chunks/shell-Cx3_9dKq.js";');
    writeFileSync(join(folder, 'cdn', 'chunks', 'shell-Cx3_9dKq.js'), 'export const c = () => {}; export class e extends Error {}');
    stage = await Stage.open({ cdnFolder: join(folder, 'cdn') });
  });
  after(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('imports the build, with what that imports fetched beside it, and says that its own origin is the service', async () => {
    const { text, headers } = await stage.call('GET', '/inbox-widget.js');
    expect(text.trim().split('\n')).to.deep.equal([
      `import './cdn/chunks/shell-Cx3_9dKq.js';`,
      `import { configure } from './cdn/inbox-widget.js';`,
      `export * from './cdn/inbox-widget.js';`,
      `configure({ baseUrl: new URL(import.meta.url).origin });`,
    ]);
    expect(headers.get('content-type')).to.match(/^text\/javascript/);
  });

  it('gives a page that imports it what the build exports', async () => {
    writeFileSync(join(folder, 'inbox-widget.js'), (await stage.call('GET', '/inbox-widget.js')).text);
    const hosted = (await import(pathToFileURL(join(folder, 'inbox-widget.js')).href)) as Record<string, unknown>;
    const build = (await import(pathToFileURL(join(folder, 'cdn', 'inbox-widget.js')).href)) as Record<string, unknown>;
    expect(hosted.configure).to.be.a('function').and.equal(build.configure);
    expect(hosted.InboxError).to.be.a('function').and.equal(build.InboxError);
  });

  it('is asked for anew each time, and what has a hash in its name never again', async () => {
    const caching = async (path: string) => (await stage.call('GET', path)).headers.get('cache-control');
    expect(await caching('/inbox-widget.js')).to.equal('public, no-cache');
    expect(await caching('/cdn/inbox-widget.js')).to.equal('public, no-cache');
    expect(await caching('/cdn/chunks/shell-Cx3_9dKq.js')).to.equal('public, max-age=31536000, immutable');
  });

  it('may be loaded by every page, as what it is', async () => {
    const { status, headers } = await stage.call('GET', '/cdn/inbox-widget.js');
    expect(status).to.equal(200);
    expect(Object.fromEntries(headers)).to.include({
      'access-control-allow-origin': '*',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('serves nothing from outside of its folder, and nothing that is not there', async () => {
    for (const path of ['/cdn/../secret.js', '/cdn/..%2fsecret.js', '/cdn/%2e%2e/secret.js', '/cdn//etc/passwd', '/cdn/', '/cdn/nothing.js', '/cdn/chunks']) {
      const { status, text } = await stage.call('GET', path);
      expect(status, path).to.equal(404);
      expect(text, path).not.to.equal('secret');
    }
  });

  it('is not there where there is no build', async () => {
    const plain = await Stage.open();
    expect((await plain.call('GET', '/cdn/inbox-widget.js')).status).to.equal(404);
    expect((await plain.call('GET', '/inbox-widget.js')).text).not.to.include('chunks');
    await plain.close();
  });
});
