import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runProcess } from '../../test/runner/run-process.js';
import { needsDist, SUITES, type SuiteName } from '../../test/runner/suites.js';
import { failure, type Tally } from '../../test/runner/tally.js';

/** The quickest suite comes first: many files belong to Node and to the browsers. */
const BY_SPEED: readonly SuiteName[] = ['node', 'browser', 'e2e'];

/** Runs one test file of a copy of the project, in one engine at most. */
export async function runTestFile(folder: string, file: string, grep: string | undefined): Promise<Tally> {
  const suite = BY_SPEED.find((name) => SUITES[name].owns(file));
  if (!suite) return failure(`${file} is a test of no suite`);
  if (needsDist(file) && !build(folder)) return failure(`${file}: the build failed`);
  const job = { files: [file], timeoutMs: SUITES[suite].timeoutMs, ...(grep !== undefined && { grep }) };
  return runProcess(suite, job, { cwd: folder, onLine: () => undefined, env: { BROWSERS: 'chromium' } });
}

/** Without types: they change nothing that runs. */
function build(folder: string): boolean {
  const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
  return [['build'], ['build', '--mode', 'cdn']].every(
    (parameters) => spawnSync(process.execPath, [vite, ...parameters], { cwd: folder, stdio: 'ignore' }).status === 0,
  );
}
