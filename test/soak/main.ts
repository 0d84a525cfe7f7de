/**
 * Plays random sessions of 72 simulated hours: `npm run soak -- --sessions N --seed S`.
 *
 * Prints what was checked, and fails where something did not hold: with the seed, and the smallest session that shows
 * it. `npm run soak -- --sessions 25 --seed <that seed>` plays it again.
 */
import { availableParallelism, tmpdir } from 'node:os';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { INVARIANTS } from './ledger.js';
import { readable } from './referee.js';
import { SESSION_MS } from './session.js';
import { SESSIONS_PER_SEED } from './soak-chunk.js';
import type { Chunk, ChunkReport, Failure } from './soak-chunk.js';

const HOUR_MS = 3_600_000;
/** With so many failing seeds there is enough to mend. */
const MOST_FAILURES = 5;

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: `${availableParallelism()}` },
  },
});
const [sessions, seed, threads] = [values.sessions, values.seed, values.threads].map(Number) as [number, number, number];
if (![sessions, seed, threads].every((value) => Number.isInteger(value) && value >= 0) || sessions < 1 || threads < 1) {
  throw new Error('--sessions, --seed and --threads take whole numbers.');
}

const chunks: Chunk[] = [];
for (let first = 0; first < sessions; first += SESSIONS_PER_SEED) {
  chunks.push({ seed: seed + first / SESSIONS_PER_SEED, sessions: Math.min(SESSIONS_PER_SEED, sessions - first) });
}

const startedAt = performance.now();
const reports: ChunkReport[] = [];
const folder = mkdtempSync(join(tmpdir(), 'inbox-widget-soak-'));
try {
  const file = await bundleWorker(folder);
  await Promise.all(Array.from({ length: Math.min(threads, chunks.length) }, () => playInThread(file)));
} finally {
  rmSync(folder, { recursive: true });
}
printReport();

/** Bundled ahead, the simulation runs at twice the speed: a loader that keeps names slows down every closure. */
async function bundleWorker(folder: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: fileURLToPath(new URL('soak-worker.ts', import.meta.url)), write: false, minify: false, target: 'es2022' },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('The simulation could not be bundled.');
  for (const part of output.output) if (part.type === 'chunk') writeFileSync(join(folder, part.fileName), part.code);
  const entry = output.output[0].fileName;
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return join(folder, entry);
}

function playInThread(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file);
    const next = (): void => {
      const isEnough = reports.filter(({ failure }) => failure).length >= MOST_FAILURES;
      const chunk = isEnough ? undefined : chunks.shift();
      if (chunk) worker.postMessage(chunk);
      else void worker.terminate().then(() => resolve());
    };
    worker.on('message', (report: ChunkReport) => {
      reports.push(report);
      if (report.failure) printFailure(report.failure);
      next();
    });
    worker.on('error', reject);
    next();
  });
}

function printFailure({ seed, session, violations }: Failure): void {
  console.log(`\nFAILED with --sessions ${SESSIONS_PER_SEED} --seed ${seed}`);
  for (const { invariant, at, what } of violations.slice(0, 5)) console.log(`  ${invariant}, day ${readable(at)}: ${what}`);
  console.log(`  smallest session: ${JSON.stringify(session)}`);
}

function printReport(): void {
  const sum = (pick: (report: ChunkReport) => number): number => reports.reduce((total, report) => total + pick(report), 0);
  const played = sum((report) => report.sessions);
  const failed = reports.filter(({ failure }) => failure).length;
  const row = (name: string, count: number): void => console.log(`  ${name.padEnd(18)}${count.toLocaleString('en').padStart(15)}`);
  console.log();
  row('sessions', played);
  row('simulated hours', (played * SESSION_MS) / HOUR_MS);
  row('endpoint calls', sum((report) => report.calls));
  row('service requests', sum((report) => report.requests));
  console.log('checked');
  for (const invariant of INVARIANTS) row(invariant, sum((report) => report.checks[invariant]));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n${failed === 0 ? 'Everything held' : `${failed} seeds FAILED`} (seed ${seed}, ${seconds} s, ${threads} threads)`);
  process.exitCode = failed === 0 ? 0 : 1;
}
