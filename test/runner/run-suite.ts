import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { filesOf, SUITES, type Job, type SuiteName } from './suites.js';
import { failure, isTally, NOTHING, sum, type Tally } from './tally.js';

/** How long a process of tests may live on after its last test: whatever still runs then was left behind by a test. */
const END_LIMIT_MS = 10_000;

export interface Choice {
  /** Files or folders to keep to; empty: all. */
  readonly paths: readonly string[];
  readonly grep?: string;
}

/** Runs one suite in a process of its own, its lines passed on as they come, with the suite's name before them. */
export async function runSuite(name: SuiteName, { paths, grep }: Choice): Promise<Tally> {
  const files = filesOf(name, paths);
  if (files.length === 0) return NOTHING;
  const { script, timeoutMs } = SUITES[name];
  const tally = await runProcess(name, script, { files, timeoutMs, ...(grep !== undefined && { grep }) });
  const ran = tally.passed + tally.failed;
  return ran === 0 && grep === undefined ? sum([tally, failure(`${name}: no test ran in ${files.length} files`)]) : tally;
}

function runProcess(name: SuiteName, script: string, job: Job): Promise<Tally> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => { console.log(`${name.padEnd(7)} │ ${line}`); });
  }

  return new Promise((resolve) => {
    let tally: Tally | null = null;
    let leftovers = NOTHING;
    let limit: NodeJS.Timeout | undefined;
    child.on('message', (message) => {
      if (!isTally(message)) return;
      tally = message;
      limit = setTimeout(() => {
        leftovers = failure(`${name}: something that a test started keeps the process alive`);
        child.kill('SIGKILL');
      }, END_LIMIT_MS);
    });
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      resolve(tally ? sum([tally, leftovers]) : failure(`${name}: the tests ended early (${signal ?? `exit code ${code}`})`));
    });
  });
}
