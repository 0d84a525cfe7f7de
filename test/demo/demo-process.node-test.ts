import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, watch } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starting takes a while where the machine is busy and the widget has to be built first. */
const START_LIMIT_MS = 90_000;

/** `npm run demo` as a process, with everything that it writes. */
class DemoProcess {
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;
  output = '';
  errors = '';

  constructor(...args: string[]) {
    this.child = spawn('npm', ['run', '--silent', 'demo', '--', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdout?.on('data', (part: Buffer) => { this.output += part.toString(); });
    this.child.stderr?.on('data', (part: Buffer) => { this.errors += part.toString(); });
  }

  /** Resolves once the output holds this. */
  async says(what: RegExp): Promise<void> {
    while (!what.test(this.output)) {
      if (this.child.exitCode !== null) throw new Error(`It ended with ${this.child.exitCode}:\n${this.output}${this.errors}`);
      await Promise.race([this.#ended, new Promise((resolve) => this.child.stdout?.once('data', resolve))]);
    }
  }

  /** Resolves with the exit code once it has ended, and with it all that it started: they hold its output open. */
  async end(signal?: NodeJS.Signals): Promise<number | null> {
    // Ctrl+C reaches all processes of a terminal's foreground group; any other signal only the one it is sent to.
    if (signal === 'SIGINT' && this.child.pid) process.kill(-this.child.pid, signal);
    else if (signal) this.child.kill(signal);
    await this.#ended;
    return this.child.exitCode;
  }
}

function isListening(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(() => true, () => false);
}

describe('npm run demo', function () {
  this.timeout(START_LIMIT_MS);

  let data: string;
  let demo: DemoProcess | null = null;
  const start = (...args: string[]) => (demo = new DemoProcess('--data', data, '--quiet', ...args));

  beforeEach(async () => { data = await mkdtemp(join(tmpdir(), 'inbox-demo-')); });
  afterEach(async () => {
    await demo?.end('SIGKILL');
    demo = null;
    await rm(data, { recursive: true, force: true });
  });

  it('tells machines in one line of JSON where all is, answers there, and stops when npm is told to', async () => {
    const running = start('--json', '--port', '0');
    await running.says(/\n/);
    const addresses = JSON.parse(running.output) as Record<'serviceUrl' | 'customerUrl' | 'apiKey' | 'componentId', string> & {
      users: { name: string; signInUrl: string }[];
      clientIds: string[];
    };
    expect(addresses).to.have.all.keys('serviceUrl', 'customerUrl', 'users', 'apiKey', 'componentId', 'clientIds');
    expect(addresses.users.map(({ name }) => name)).to.deep.equal(['Jonas · Fjord & Pine', 'Ana · Harbour Physio']);
    expect(addresses.clientIds).to.have.length(2);

    for (const [index, { signInUrl }] of addresses.users.entries()) {
      const cookie = (await fetch(signInUrl, { redirect: 'manual' })).headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const page = await (await fetch(addresses.customerUrl, { headers: { Cookie: cookie } })).text();
      const token = /token="([^"]+)"/.exec(page)?.[1] ?? '';
      const inbox = await fetch(`${addresses.serviceUrl}/inbox`, { headers: { Authorization: `Bearer ${token}` } });
      expect(await inbox.json()).to.have.nested.property('client.id', addresses.clientIds[index]);
      expect(running.output + running.errors).not.to.contain(token);
      expect(page).not.to.contain(addresses.apiKey);
    }
    expect((await fetch(`${addresses.serviceUrl}/inbox-widget.js`)).status).to.equal(200);

    await running.end('SIGTERM');
    expect(running.output.trim().split('\n')).to.have.length(1);
    for (const url of [addresses.customerUrl, addresses.serviceUrl]) expect(await isListening(url), url).to.equal(false);
  });

  it('tells people who can sign in and where, and takes the next port where one is taken', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const running = start('--port', String(port));
      await running.says(/Ctrl\+C/);
      const link = /Ana · Harbour Physio\s+(http:\/\/127\.0\.0\.1:(\d+)\/sign-in\?user=ana)/.exec(running.output);
      expect(Number(link?.[2])).to.be.greaterThan(port);
      expect((await fetch(link?.[1] ?? '', { redirect: 'manual' })).status).to.equal(303);
      await running.end('SIGINT');
      expect(await isListening(link?.[1] ?? '')).to.equal(false);
    } finally {
      other.close();
    }
  });

  it('stops when npm is told to while it is still starting', async () => {
    const changes = watch(data)[Symbol.asyncIterator]();
    const change = changes.next();
    const running = start('--json', '--port', '0');
    await change;
    await changes.return?.();
    await running.end('SIGTERM');
    expect(running.output).to.equal('');
  });

  it('says how it is used where a port is not a number', async () => {
    const running = start('--port', 'eighty');
    expect(await running.end()).to.equal(2);
    expect(running.errors).to.contain('--port must be a number').and.contain('npm run demo');
  });
});
