import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect } from 'chai';
import { RunningProgram } from './stage.js';

/** With room for a busy machine: who does not stop does not stop at all. */
const STOP_LIMIT_MS = 15_000;

describe('The two commands', function () {
  this.timeout(180_000);

  let data: string;
  let blocker: Server;

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'inbox-command-'));
    blocker = createServer();
    await once(blocker.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    blocker.close();
    await rm(data, { recursive: true, force: true });
  });

  const takenPort = (): number => (blocker.address() as AddressInfo).port;

  for (const [command, script, keys, addressKey] of [
    ['npm run demo', 'demo/main.ts', ['apiKey', 'clientIds', 'componentId', 'customerUrl', 'serviceUrl', 'users'], 'customerUrl'],
    ['npm run service', 'demo/service/main.ts', ['apiKey', 'clientIds', 'componentId', 'serviceUrl'], 'serviceUrl'],
  ] as const) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      it(`${command} -- --json prints one line, takes the next port where one is taken, and stops at ${signal}`, async () => {
        const program = new RunningProgram(script, ['--json', '--quiet', '--port', String(takenPort()), '--data', data]);
        const printed = JSON.parse(await program.firstLine()) as Record<string, unknown>;
        expect(Object.keys(printed).sort()).to.deep.equal([...keys]);
        const url = new URL(String(printed[addressKey]));
        expect(Number(url.port)).to.be.within(takenPort() + 1, takenPort() + 100);
        expect((await fetch(url)).status).to.be.lessThan(500);
        const asked = Date.now();
        expect(await program.stop(signal)).to.equal(0);
        expect(Date.now() - asked).to.be.lessThan(STOP_LIMIT_MS);
        expect(program.lines).to.have.lengthOf(1);
        await fetch(url).then(
          () => expect.fail('It still answers.'),
          () => undefined,
        );
      });
    }
  }

  it('a wrong option is answered with how it is used', async () => {
    const program = new RunningProgram('demo/main.ts', ['--port', 'eighty']);
    const error: unknown = await program.firstLine().catch((cause: unknown) => cause);
    expect((error as Error).message).to.include('ended with 2').and.to.include('--port');
  });
});
