import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SUITES, type Job, type SuiteName } from './suites.js';
import { failure, isTally, NOTHING, sum, type Tally } from './tally.js';

/** How long a process of tests may live on after its last test: whatever still runs then was left behind by a test. */
const END_LIMIT_MS = 10_000;

/** How many characters of standard error are told again where a process dies: what killed it is far up in a long log. */
const LAST_WORDS = 2000;

export interface ProcessOptions {
  /** The project's folder, or a copy of it. */
  readonly cwd: string;
  /** Called with each line of output. */
  readonly onLine: (line: string) => void;
  /** Beside this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs files of a suite in a process of their own. */
export function runProcess(name: SuiteName, job: Job, { cwd, onLine, env }: ProcessOptions): Promise<Tally> {
  const script = join(cwd, 'test', 'runner', SUITES[name].script);
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(job)], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let lastWords = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine);
  }
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    lastWords = `${lastWords}${chunk}`.slice(-LAST_WORDS);
  });

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
      const end = `${name}: the tests ended early (${signal ?? `exit code ${code}`})`;
      resolve(tally ? sum([tally, leftovers]) : failure(`${end}\n${lastWords.trim()}`));
    });
  });
}
