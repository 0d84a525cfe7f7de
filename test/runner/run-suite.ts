import { runProcess } from './run-process.js';
import { filesOf, SUITES, type SuiteName } from './suites.js';
import { failure, NOTHING, sum, type Tally } from './tally.js';

/** Moves of the cursor, which make no sense where lines of several suites are mixed; colours stay. */
const CURSOR_MOVES = /\u001b\[\d*[A-GJK]/g;

export interface Choice {
  /** Files or folders to keep to; empty: all. */
  readonly paths: readonly string[];
  readonly grep?: string;
}

/** Runs one suite, its lines passed on as they come, with the suite's name before them. */
export async function runSuite(name: SuiteName, { paths, grep }: Choice): Promise<Tally> {
  const files = filesOf(name, paths);
  if (files.length === 0) return NOTHING;
  const job = { files, timeoutMs: SUITES[name].timeoutMs, ...(grep !== undefined && { grep }) };
  const onLine = (line: string): void => {
    console.log(`${name.padEnd(7)} │ ${line.replace(CURSOR_MOVES, '')}`);
  };
  const tally = await runProcess(name, job, { cwd: process.cwd(), onLine });
  const ran = tally.passed + tally.failed;
  return ran === 0 && grep === undefined ? sum([tally, failure(`${name}: no test ran in ${files.length} files`)]) : tally;
}
