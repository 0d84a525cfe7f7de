/** Runs test files with Mocha in this process and reports the tally; started by the runner. */
import Mocha from 'mocha';
import type { Job } from './suites.js';
import { report } from './tally.js';

/** When to say what keeps this process alive after its last test; the runner ends it a little later. */
const LEFTOVERS_AFTER_MS = 5000;

const { files, timeoutMs, grep } = JSON.parse(process.argv[2] ?? '{}') as Job;

const mocha = new Mocha({ timeout: timeoutMs, reporter: 'spec', forbidOnly: true, ...(grep !== undefined && { fgrep: grep }) });
for (const file of files) mocha.addFile(file);
await mocha.loadFilesAsync();

const failures: string[] = [];
const runner = mocha.run(() => {
  const stats = runner.stats;
  report({
    passed: stats?.passes ?? 0,
    failed: failures.length,
    skipped: stats?.pending ?? 0,
    failures,
  });
  process.exitCode = failures.length > 0 ? 1 : 0;
  setTimeout(() => {
    console.log(`Still alive: ${process.getActiveResourcesInfo().join(', ')}`);
  }, LEFTOVERS_AFTER_MS).unref();
});
runner.on('fail', (test) => {
  failures.push(test.fullTitle());
});
