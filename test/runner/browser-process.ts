/** Runs test files in browsers and reports the tally; started by the runner. */
import { startTestRunner } from '@web/test-runner';
import type { Job } from './suites.js';
import { NamesReporter } from './names-reporter.js';
import { report } from './tally.js';

const { files, timeoutMs, grep } = JSON.parse(process.argv[2] ?? '{}') as Job;

const settings = new URL('../../web-test-runner.config.mjs', import.meta.url).href;
const { default: config } = (await import(settings)) as { default: object };
const names = new NamesReporter();

// Tests run in the browsers, so what is thrown here comes from a driver's loose end. It ends no other session's tests: one that it has
// really broken tells so by its own time limit.
process.on('uncaughtException', (error) => {
  console.error('A browser’s driver:', error);
});

// Where the runner has been killed nobody listens any more, and each word into its closed pipe would be one more such exception.
for (const output of [process.stdout, process.stderr]) output.on('error', () => process.exit(1));

const runner = await startTestRunner({
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
  config: {
    ...config,
    files: [...files],
    reporters: [names],
    staticLogging: true,
    testFramework: { config: { timeout: timeoutMs, forbidOnly: true, ...(grep !== undefined && { fgrep: grep }) } },
  },
});
runner?.on('stopped', (passed) => {
  report(names.tally);
  process.exit(passed ? 0 : 1);
});
