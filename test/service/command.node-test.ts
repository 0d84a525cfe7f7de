import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createService } from '../../demo/service/service.js';

const MAIN = fileURLToPath(new URL('../../demo/service/main.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');

interface Printed {
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly componentId: string;
  readonly clientIds: string[];
}

describe('npm run service', function () {
  // Starting Node with TypeScript takes its time where many tests run at once.
  this.timeout(120_000);
  let folder: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inbox-command-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** In a folder of its own, to which the default data folder is relative. */
  function start(...args: string[]): ChildProcess {
    const command = ['--import', TSX, MAIN, '--no-build', '--quiet', ...args];
    const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  }

  async function startedWith(...args: string[]): Promise<Printed & { stop: () => Promise<number | null> }> {
    const child = start('--json', '--port', '0', ...args);
    const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
    const stop = async () => {
      child.kill('SIGTERM');
      return ((await once(child, 'exit')) as [number | null])[0];
    };
    return { ...(JSON.parse(line) as Printed), stop };
  }

  const started = (...args: string[]) => startedWith('--data', join(folder, 'data'), ...args);

  /** @returns What a start that comes to nothing leaves to read. */
  async function refused(...args: string[]): Promise<{ code: number | null; errors: string }> {
    const child = start('--port', '0', ...args);
    let errors = '';
    child.stderr?.on('data', (part: Buffer) => { errors += part.toString(); });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errors: errors.trim() };
  }

  async function inbox({ serviceUrl, apiKey, componentId }: Printed, clientId: string): Promise<{ contact: { name: string }; channel: string }[]> {
    const answer = await fetch(`${serviceUrl}/authentication/login_check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ componentId, clientId }),
    });
    const { token } = (await answer.json()) as { token: string };
    const list = await fetch(`${serviceUrl}/inbox/conversations`, { headers: { authorization: `Bearer ${token}` } });
    return ((await list.json()) as { conversations: { contact: { name: string }; channel: string }[] }).conversations;
  }

  it('prints one line once all is ready: two clients with different conversations over several channels', async () => {
    const printed = await started();
    expect(Object.keys(printed)).to.include.members(['serviceUrl', 'apiKey', 'componentId', 'clientIds']);
    const [first, second] = await Promise.all(printed.clientIds.map((id) => inbox(printed, id)));
    expect(new Set(first?.map(({ channel }) => channel)).size).to.be.above(3);
    expect(first?.length).to.be.above(3);
    expect(second?.length).to.be.above(3);
    expect(first?.map(({ contact }) => contact.name)).not.to.include.members(second?.map(({ contact }) => contact.name) ?? []);
    expect(await printed.stop()).to.equal(0);
  });

  it('keeps its data over a restart, where only its owner reads them, and throws them away with --fresh', async () => {
    const first = await started();
    await first.stop();
    expect(statSync(join(folder, 'data', 'demo.json')).mode & 0o077).to.equal(0);
    const second = await started();
    await second.stop();
    expect([second.apiKey, second.componentId, second.clientIds]).to.deep.equal([first.apiKey, first.componentId, first.clientIds]);
    const third = await started('--fresh');
    await third.stop();
    expect(third.apiKey).not.to.equal(first.apiKey);
  });

  it('throws away what is its own, and nothing else that is in the folder', async () => {
    mkdirSync(join(folder, 'data', 'photos'), { recursive: true });
    writeFileSync(join(folder, 'data', 'photos', 'holiday.txt'), 'sand');
    await (await started('--fresh')).stop();
    expect(readFileSync(join(folder, 'data', 'photos', 'holiday.txt'), 'utf8')).to.equal('sand');
  });

  it('keeps out of data that another process uses: in the default folder’s place it takes the next free one', async () => {
    const first = await startedWith();
    const second = await startedWith('--fresh');
    expect(second.apiKey).not.to.equal(first.apiKey);
    expect((await inbox(first, first.clientIds[0] ?? '')).length).to.be.above(3);
    await first.stop();
    const again = await startedWith();
    expect(again.apiKey).to.equal(first.apiKey);
    await Promise.all([second.stop(), again.stop()]);
  });

  it('says so where the folder that it was told to use is in use', async () => {
    await started();
    const { code, errors } = await refused('--data', join(folder, 'data'), '--fresh');
    expect(code).to.equal(1);
    expect(errors).to.include('is in use by another process').and.not.include('\n');
  });

  it('says so where its folder cannot be made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    // In /proc the system says of no folder why: it is as if the one above were missing.
    for (const data of [join(file, 'data'), ...(existsSync('/proc/self') ? ['/proc/inbox/data'] : [])]) {
      const { code, errors } = await refused('--data', data);
      expect(code).to.equal(1);
      expect(errors).to.match(/^The data in .* cannot be used: its folder cannot be made \(EN\w+\)\. Choose another --data folder\.$/);
    }
  });

  it('begins anew where an earlier first start was broken off', async () => {
    const half = await createService({ dataFolder: join(folder, 'data') });
    await half.accounts.create('demo@example.com', 'a password nobody knows');
    await half.close();
    expect((await started()).clientIds).to.have.length(2);
  });

  it('says in one sentence what is wrong with its data', async () => {
    const data = join(folder, 'data');
    writeFileSync(data, 'a file');
    expect(await refused('--data', data)).to.have.property('errors').which.matches(/^The data in .* cannot be used: .*\. Choose another --data folder\.$/);
    rmSync(data);
    await (await started()).stop();
    const { apiKey } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as { apiKey: string };
    const service = await createService({ dataFolder: data });
    const key = await service.apiKeys.find(apiKey);
    await service.apiKeys.delete(key?.accountId ?? '', key?.id ?? '');
    await service.close();
    expect(await refused('--data', data)).to.have.property('errors').which.matches(/^The key, .* has been deleted\. Start with --fresh.*$/);
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'service.db'), 'no database at all'.repeat(100));
    expect(await refused('--data', broken)).to.have.property('errors').which.matches(/^The data in .* cannot be used: .*\. Start with --fresh, or choose .*$/);
  });

  it('takes the next free port where one is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { serviceUrl } = await started('--port', String(port));
    other.close();
    expect(Number(new URL(serviceUrl).port)).to.be.within(port + 1, port + 100);
  });

  it('says so where no port is left', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(65_535, '127.0.0.1', resolve));
    const { code, errors } = await refused('--data', join(folder, 'data'), '--port', '65535');
    other.close();
    expect([code, errors]).to.deep.equal([1, 'listen EADDRINUSE: address already in use 127.0.0.1:65535']);
  });

  it('says what is wrong with its arguments, and starts nothing', async () => {
    // The last is what comes of a variable that is not set.
    for (const port of ['eighty', '1e3', '']) {
      expect(await refused(`--port=${port}`, '--data', join(folder, 'data')), port).to.include({ code: 2 });
    }
    expect(existsSync(join(folder, 'data'))).to.equal(false);
  });
});
