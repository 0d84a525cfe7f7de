import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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

  function start(...args: string[]): ChildProcess {
    const command = ['--import', 'tsx', 'demo/service/main.ts', '--no-build', '--quiet', '--data', join(folder, 'data'), ...args];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  }

  async function started(...args: string[]): Promise<Printed & { stop: () => Promise<number | null> }> {
    const child = start('--json', '--port', '0', ...args);
    const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
    const stop = async () => {
      child.kill('SIGTERM');
      return ((await once(child, 'exit')) as [number | null])[0];
    };
    return { ...(JSON.parse(line) as Printed), stop };
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

  it('takes the next free port where one is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { serviceUrl } = await started('--port', String(port));
    other.close();
    expect(Number(new URL(serviceUrl).port)).to.be.within(port + 1, port + 100);
  });

  it('says what is wrong with its arguments, and starts nothing', async () => {
    const child = start('--port', 'eighty');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).to.equal(2);
    expect(existsSync(join(folder, 'data'))).to.equal(false);
  });
});
