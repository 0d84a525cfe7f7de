/**
 * `npm run bench:service`: how much the stand-in for the service bears, measured over loopback from another process.
 *
 *   npm run bench:service                           all of it, about a minute
 *   npm run bench:service -- --seconds 10           longer phases
 *   npm run bench:service -- --streams 10,100,1000  other numbers of open streams
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, streams: { type: 'string', default: '1,10,100,300,1000' } },
});
const PHASE_MS = Number(values.seconds) * 1000;
/** Requests under way at any time while throughput is measured. */
const CONCURRENCY = 32;
/** Messages whose way to the streams is measured, one every so often. */
const PROBES = 20;
const PROBE_EVERY_MS = 150;

interface Entrance {
  readonly url: string;
  readonly apiKey: string;
  readonly componentId: string;
  readonly clientId: string;
  readonly conversationId: string;
}

const folder = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
const child = spawn(
  process.execPath,
  ['--import', 'tsx', fileURLToPath(new URL('../service/helpers/burst-child.ts', import.meta.url)), folder],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
try {
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const entrance = JSON.parse(line) as Entrance;
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}`);

  const token = ((await call(entrance, 'POST', '/authentication/login_check', tokenRequest(entrance))) as { token: string }).token;
  const tokens = await throughput(() => call(entrance, 'POST', '/authentication/login_check', tokenRequest(entrance)));
  console.log(`Token requests: ${tokens.toFixed(0)} each second`);
  let key = 0;
  const messages = await throughput(() => send(entrance, token, `throughput-${key++}`));
  console.log(`Messages, each on disk before it is answered: ${messages.toFixed(0)} each second`);

  console.log('Message to stream:');
  for (const count of values.streams.split(',').map(Number)) {
    const { median, p95 } = await fanOut(entrance, token, count);
    console.log(`  ${String(count).padStart(5)} open streams: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  }
} finally {
  child.kill('SIGKILL');
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

/** Answers each second, with `CONCURRENCY` requests always under way. */
async function throughput(one: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let answered = 0;
  const worker = async () => {
    while (performance.now() - began < PHASE_MS) {
      await one();
      answered++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (answered * 1000) / (performance.now() - began);
}

/** From the moment a message is sent to the moment each of so many streams of its client has it. */
async function fanOut(entrance: Entrance, token: string, count: number): Promise<{ median: number; p95: number }> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(entrance, token)));
  for (const stream of streams) {
    stream.on('data', (chunk: Buffer) => {
      const clientKey = /"clientKey":"(probe-[\d-]+)"/.exec(chunk.toString())?.[1];
      const at = clientKey === undefined ? undefined : sentAt.get(clientKey);
      if (at !== undefined) delays.push(performance.now() - at);
    });
  }
  for (let probe = 0; probe < PROBES; probe++) {
    const clientKey = `probe-${count}-${probe}`;
    sentAt.set(clientKey, performance.now());
    await send(entrance, token, clientKey);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  const deadline = performance.now() + 10_000;
  while (delays.length < count * PROBES && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const stream of streams) stream.destroy();
  if (delays.length !== count * PROBES) throw new Error(`${count * PROBES - delays.length} of ${count * PROBES} events did not come.`);
  delays.sort((a, b) => a - b);
  return { median: delays[Math.floor(delays.length * 0.5)] ?? 0, p95: delays[Math.floor(delays.length * 0.95)] ?? 0 };
}

function openStream({ url }: Entrance, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    request(`${url}/inbox/events`, { headers, agent: false }, resolve).on('error', reject).end();
  });
}

function send(entrance: Entrance, token: string, key: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  return call(entrance, 'POST', `/inbox/conversations/${entrance.conversationId}/messages`, { headers, json: { text: `Message ${key}` } });
}

function tokenRequest({ apiKey, componentId, clientId }: Entrance) {
  return { headers: { 'x-api-key': apiKey }, json: { componentId, clientId } };
}

function call({ url }: Entrance, method: string, path: string, { headers, json }: { headers: Record<string, string>; json: unknown }): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method, agent, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
      });
    });
    outgoing.on('error', reject).end(JSON.stringify(json));
  });
}
