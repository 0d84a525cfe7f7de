/**
 * `npm run mutate`: puts each fault of `test/mutations*.json` into a copy of the project, one at a time, and runs the tests
 * that must notice. Fails where one of them stays green, where one is red without the fault, or where a fault no longer
 * fits the sources. `npm run mutate -- F11 F12` tries some of them.
 */
import { readMutations, type Mutation } from './mutate/mutation.js';
import { runTestFile } from './mutate/run-test-file.js';
import { Scratch } from './mutate/scratch.js';

/** Each runs tests in processes of their own; more than the cores of a small machine only slows them down. */
const PARALLEL = 2;

const mutations = readMutations(process.argv.slice(2));
const waiting = [...mutations];
/** What is wrong with the tests as they are, by file and grep; many faults name the same. */
const baselines = new Map<string, Promise<string | null>>();
let unnoticed = 0;

if (mutations.length === 0) console.error('There is no such fault in test/mutations*.json.');
await Promise.all(Array.from({ length: PARALLEL }, work));
console.log(`${mutations.length - unnoticed} faults noticed, ${unnoticed} not`);
process.exitCode = mutations.length === 0 || unnoticed > 0 ? 1 : 0;

async function work(): Promise<void> {
  const scratch = new Scratch();
  try {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const complaints = await tryOut(mutation, scratch);
      if (complaints.length > 0) unnoticed++;
      console.log(complaints.length > 0 ? `✗ ${mutation.id}: ${complaints.join('; ')}` : `✓ ${mutation.id}`);
    }
  } finally {
    scratch.remove();
  }
}

/** What is wrong with a fault or with the tests that guard against it; empty if they all notice it. */
async function tryOut(mutation: Mutation, scratch: Scratch): Promise<string[]> {
  const { tests, grep } = mutation;
  const complaints: string[] = [];
  for (const test of tests) {
    const problem = await baseline(scratch, test, grep);
    if (problem) complaints.push(problem);
  }
  if (complaints.length > 0) return complaints;
  try {
    await scratch.with(mutation, async () => {
      for (const test of tests) {
        const { failed } = await runTestFile(scratch.folder, test, grep);
        if (failed === 0) complaints.push(`${test} stays green`);
      }
    });
  } catch (error) {
    complaints.push((error as Error).message);
  }
  return complaints;
}

/** A test that is red anyway, or never runs, notices nothing. */
function baseline(scratch: Scratch, test: string, grep: string | undefined): Promise<string | null> {
  const key = `${test} ${grep ?? ''}`;
  const known = baselines.get(key);
  if (known) return known;
  const problem = runTestFile(scratch.folder, test, grep).then(({ passed, failures: [first] }) => {
    if (first !== undefined) return `red without the fault: ${first}`;
    return passed === 0 ? `${test} has no test${grep === undefined ? '' : ` named "${grep}"`}` : null;
  });
  baselines.set(key, problem);
  return problem;
}
