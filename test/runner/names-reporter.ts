import { relative } from 'node:path';
import type { Reporter, TestResultError, TestSession, TestSuiteResult } from '@web/test-runner-core';
import { NOTHING, sum, type Tally } from './tally.js';

type Outcome = 'passed' | 'failed' | 'skipped';

const MARKS: Record<Outcome, string> = { passed: '✓', failed: '✗', skipped: '–' };

/** Tests that take longer say so: what takes seconds here meets its time limit on a slower machine. */
const SLOW_MS = 1000;

interface Result {
  readonly name: string;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly error?: TestResultError;
}

/** Prints each test of a file once, with the engines in which it passed, failed or was skipped. */
export class NamesReporter implements Reporter {
  #tally: Tally = NOTHING;

  get tally(): Tally {
    return this.#tally;
  }

  reportTestFileResults({ testFile, sessionsForTestFile }: { testFile: string; sessionsForTestFile: TestSession[] }): void {
    const file = relative(process.cwd(), testFile);
    const lines = new Map<string, Record<Outcome, string[]>>();
    const details: string[] = [];

    for (const session of sessionsForTestFile) {
      const engine = session.browser.name;
      const results = resultsOf(session);
      for (const { name, outcome, durationMs, error } of results) {
        const engines = lines.get(name) ?? { passed: [], failed: [], skipped: [] };
        engines[outcome].push(durationMs < SLOW_MS ? engine : `${engine} ${Math.round(durationMs)} ms`);
        lines.set(name, engines);
        if (outcome === 'failed') details.push(...describeError(`${name} (${engine})`, error));
      }
      for (const log of session.logs) details.push(`${engine} logged: ${log.map(String).join(' ')}`);
      for (const path of session.request404s) details.push(`${engine} found nothing at ${path}`);
      this.#tally = sum([this.#tally, tallyOf(file, engine, results)]);
    }

    console.log(file);
    for (const [name, engines] of lines) {
      for (const outcome of ['passed', 'failed', 'skipped'] as const) {
        if (engines[outcome].length > 0) console.log(`  ${MARKS[outcome]} ${name} (${engines[outcome].join(', ')})`);
      }
    }
    for (const detail of details) console.log(detail.replace(/^/gm, '    '));
  }
}

function resultsOf(session: TestSession): Result[] {
  const tests = session.testResults ? flatten(session.testResults, []) : [];
  // What is no test's own fault: the file does not load, or a hook fails.
  const faults = session.errors.map((error): Result => ({ name: 'the file itself', durationMs: 0, outcome: 'failed', error }));
  // A session of which a pattern has left something out counts as not passed as well.
  const silent = session.passed === false && [...tests, ...faults].every(({ outcome }) => outcome === 'passed');
  return [...tests, ...faults, ...(silent ? [{ name: 'the file itself', durationMs: 0, outcome: 'failed' } as const] : [])];
}

function flatten(suite: TestSuiteResult, path: readonly string[]): Result[] {
  const own = suite.tests.map(({ name, passed, duration = 0, error }): Result => {
    // What `--grep` leaves out comes as not passed, though without an error.
    const outcome = passed ? 'passed' : error ? 'failed' : 'skipped';
    return { name: [...path, name].join(' › '), durationMs: duration, outcome, ...(error && { error }) };
  });
  return [...own, ...suite.suites.flatMap((inner) => flatten(inner, [...path, inner.name]))];
}

function tallyOf(file: string, engine: string, results: readonly Result[]): Tally {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  return {
    passed: results.filter(({ outcome }) => outcome === 'passed').length,
    failed: failed.length,
    skipped: results.filter(({ outcome }) => outcome === 'skipped').length,
    failures: failed.map(({ name }) => `${file}: ${name} (${engine})`),
  };
}

function describeError(title: string, error: TestResultError | undefined): string[] {
  if (!error) return [title];
  const { message, stack = '', expected, actual } = error;
  const difference = expected === undefined ? [] : [`expected: ${expected}`, `actual:   ${String(actual)}`];
  return [title, ...(stack.includes(message) ? [] : [message]), ...difference, stack];
}
