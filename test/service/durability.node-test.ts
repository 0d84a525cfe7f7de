import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Database } from '../../demo/service/database/database.js';
import { EventReader } from './helpers/event-reader.js';
import { Clock, Stage } from './helpers/stage.js';

const CHILD = fileURLToPath(new URL('./helpers/burst-child.ts', import.meta.url));
const MESSAGES = 400;
/** So many are under way at a time: were all of them, a quick service could have answered each before it is killed. */
const AT_ONCE = 100;
/** The process is killed once so many are acknowledged. */
const KILLED_AFTER = 120;

interface Entrance {
  readonly url: string;
  readonly apiKey: string;
  readonly componentId: string;
  readonly clientId: string;
  readonly conversationId: string;
}

describe('nothing is lost', () => {
  let folder: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inbox-service-'));
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps every acknowledged message when it is killed in the middle of a burst, and takes the others again, once', async function () {
    this.timeout(180_000);
    child = spawn(process.execPath, ['--import', 'tsx', CHILD, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = once(child, 'exit');
    const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
    const entrance = JSON.parse(line) as Entrance;
    const answer = await fetch(`${entrance.url}/authentication/login_check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': entrance.apiKey },
      body: JSON.stringify({ componentId: entrance.componentId, clientId: entrance.clientId }),
    });
    const { token } = (await answer.json()) as { token: string };

    const acknowledged = new Map<string, string>();
    const send = async (key: string) => {
      const response = await fetch(`${entrance.url}/inbox/conversations/${entrance.conversationId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ text: `text of ${key}` }),
      });
      acknowledged.set(key, ((await response.json()) as { id: string }).id);
      if (acknowledged.size === KILLED_AFTER) child?.kill('SIGKILL');
    };
    const keys = Array.from({ length: MESSAGES }, (_, index) => `key-${index}`);
    const rest = keys.values();
    const sender = async (): Promise<void> => {
      for (const key of rest) await send(key);
    };
    await Promise.allSettled(Array.from({ length: AT_ONCE }, sender));
    await gone;
    expect(acknowledged.size).to.be.within(KILLED_AFTER, MESSAGES - 1);

    const clock = new Clock();
    clock.nowMs = Date.now();
    const stage = await Stage.open({ dataFolder: folder }, clock);
    const stored = () =>
      stage.service.database.all<{ id: string; key: string; text: string }>(
        `SELECT id, client_key AS "key", text FROM messages WHERE direction = 'out' ORDER BY position`,
      );
    const kept = new Map((await stored()).map(({ id, key, text }) => [key, { id, text }]));
    for (const [key, id] of acknowledged) expect(kept.get(key), key).to.deep.equal({ id, text: `text of ${key}` });

    // The token of before the restart is still good, and so are the keys.
    for (const key of keys) {
      const { status, json } = await stage.call('POST', `/inbox/conversations/${entrance.conversationId}/messages`, {
        token,
        json: { text: `text of ${key}` },
        headers: { 'idempotency-key': key },
      });
      expect(status).to.equal(201);
      if (kept.has(key)) expect(json.id).to.equal(kept.get(key)?.id);
    }
    expect((await stored()).map(({ key }) => key)).to.have.members(keys).and.have.length(MESSAGES);
    await stage.close();
  });

  it('goes on after a restart: idempotency keys, stream positions, tokens and API keys hold', async () => {
    const before = await Stage.open({ dataFolder: folder });
    const tenant = await before.tenant();
    const { conversationId } = await before.write(tenant.clientId, 'Hello');
    const stream = await EventReader.open(before.service, tenant.token);
    const first = await before.send(tenant, conversationId, 'once', 'key-1');
    await stream.next();
    await before.write(tenant.clientId, 'missed');
    await before.close();

    const after = await Stage.open({ dataFolder: folder });
    expect((await after.send(tenant, conversationId, 'once', 'key-1')).json).to.deep.equal(first.json);
    const resumed = await EventReader.open(after.service, tenant.token, stream.lastEventId);
    expect(await resumed.next()).to.nested.include({ 'data.message.text': 'missed' });
    expect(await after.requestToken(tenant.apiKey, tenant)).to.be.a('string');
    await after.close();
  });

  it('ends in the middle of a request without a word of it to the operator', async () => {
    const stage = await Stage.open({ dataFolder: folder });
    const { token } = await stage.tenant();
    const asking = stage.service.fetch(new Request('https://inbox.example/inbox', { headers: { authorization: `Bearer ${token}` } }));
    await stage.service.close();
    expect((await asking).status).to.equal(500);
    expect(stage.failures).to.deep.equal([]);
  });

  it('writes to the disk before it says so, and keeps references whole', async () => {
    const database = await Database.open(join(folder, 'x.db'));
    const pragma = async (name: string) => Object.values((await database.first<Record<string, unknown>>(`PRAGMA ${name}`)) ?? {})[0];
    const [FULL, ON] = [2, 1];
    expect([await pragma('synchronous'), await pragma('foreign_keys'), await pragma('journal_mode')]).to.deep.equal([FULL, ON, 'wal']);
    await database.close();
  });

  it('takes all of a transaction back where it fails, and goes on', async () => {
    const database = await Database.open(null);
    const told: string[] = [];
    const failing = database.write(async (transaction) => {
      await transaction.run(`INSERT INTO settings (name, value) VALUES ('a', '1')`);
      transaction.afterCommit(() => told.push('a'));
      throw new Error('no');
    });
    const next = database.write(async (transaction) => {
      await transaction.run(`INSERT INTO settings (name, value) VALUES ('b', '2')`);
      transaction.afterCommit(() => told.push('b'));
    });
    const [first] = await Promise.allSettled([failing, next]);
    expect(first.status).to.equal('rejected');
    expect(await database.all('SELECT name FROM settings')).to.have.length(1);
    expect(told).to.deep.equal(['b']);
    await database.close();
  });

  it('says no to all who are written together where the commit fails, and goes on', async () => {
    const database = await Database.open(null);
    const broken = database.write(async (transaction) => {
      // Looked at only by the commit.
      await transaction.run('PRAGMA defer_foreign_keys = ON');
      await transaction.run(`INSERT INTO contacts (id, client_id, name) VALUES ('a', 'nobody', 'A')`);
    });
    const set = (name: string) => database.write((transaction) => transaction.run(`INSERT INTO settings (name, value) VALUES (?, '1')`, [name]));
    const outcomes = await Promise.allSettled([broken, set('beside')]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    await set('later');
    expect(await database.all('SELECT name FROM settings')).to.deep.equal([{ name: 'later' }]);
    await database.close();
  });

  it('brings the tables up to date once', async () => {
    const file = join(folder, 'x.db');
    for (let count = 0; count < 2; count++) {
      const database = await Database.open(file);
      expect(await database.all('SELECT version FROM migrations')).to.have.length(1);
      await database.close();
    }
  });
});
