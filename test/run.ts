/**
 * `npm test`: every test, in Node, in the browsers of this machine, and end to end.
 *
 *   npm test                                  all
 *   npm test -- --only node --only e2e        some of the suites: node, browser, e2e
 *   npm test -- --grep F11                    tests whose name holds a text
 *   npm test -- test/token                    tests of a folder or file
 *   BROWSERS=chromium,webkit npm test         in some of the engines
 *
 * The last line is `N passed, N failed`; the exit code is 0 only if something ran and nothing failed.
 */
import { parseArgs } from 'node:util';
import { buildIfStale } from './runner/build-if-stale.js';
import { ensureChromium } from './runner/ensure-chromium.js';
import { runSuite, type Choice } from './runner/run-suite.js';
import { filesOf, needsDist, SUITE_NAMES, type SuiteName } from './runner/suites.js';
import { failure, NOTHING, sum, type Tally } from './runner/tally.js';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', multiple: true }, grep: { type: 'string' } },
  allowPositionals: true,
});
const asked: readonly string[] = values.only ?? SUITE_NAMES;
const only = SUITE_NAMES.filter((name) => asked.includes(name));
if (only.length < new Set(asked).size) exit(`--only takes ${SUITE_NAMES.join(', ')}; it was given ${asked.join(', ')}.`);
const choice: Choice = { paths: positionals, ...(values.grep !== undefined && { grep: values.grep }) };

try {
  // The launchers and the end-to-end tests find the same one.
  if (only.some((name) => name !== 'node')) process.env.CHROME_PATH = ensureChromium();
} catch (error) {
  exit((error as Error).message);
}

const tallies: Record<SuiteName, Tally> = { node: NOTHING, browser: NOTHING, e2e: NOTHING };

async function run(name: SuiteName): Promise<void> {
  if (only.includes(name)) tallies[name] = await runSuite(name, choice);
}

const built = !only.some((name) => filesOf(name, choice.paths).some(needsDist)) || buildIfStale();
await Promise.all([run('browser'), run('node')]);
// Alone, because they time whole pages.
if (built) await run('e2e');

const total = sum([...Object.values(tallies), built ? NOTHING : failure('the build failed')]);
for (const name of SUITE_NAMES) {
  const { passed, failed, skipped } = tallies[name];
  if (passed + failed + skipped > 0) console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
for (const line of total.failures) console.log(`✗ ${line}`);
if (total.passed + total.failed === 0) console.log('No test ran.');
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function exit(message: string): never {
  console.error(message);
  process.exit(1);
}
