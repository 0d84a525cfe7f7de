import { expect } from 'chai';
import type { TestResult, TestSession } from '@web/test-runner-core';
import { NamesReporter } from '../runner/names-reporter.js';

const PASSED: TestResult = { name: 'works', passed: true, skipped: false };
const FAILED: TestResult = { name: 'breaks', passed: false, skipped: false, error: { message: 'expected 1 to equal 2' } };
const SKIPPED: TestResult = { name: 'waits', passed: false, skipped: true };

/** What the test runner hands to a reporter for one file in one engine, as far as the reporter reads it. */
function session(engine: string, tests: TestResult[], more: Partial<TestSession> = {}): TestSession {
  return {
    browser: { name: engine },
    passed: tests.every(({ passed, skipped }) => passed || skipped),
    testResults: { name: '', tests: [], suites: [{ name: 'a list', tests, suites: [] }] },
    errors: [],
    logs: [],
    request404s: [],
    ...more,
  } as unknown as TestSession;
}

describe('the report of browser tests', () => {
  const originalLog = console.log;
  let printed: string[];
  beforeEach(() => {
    printed = [];
    console.log = (line: string) => printed.push(line);
  });
  afterEach(() => {
    console.log = originalLog;
  });

  function report(...sessions: TestSession[]): NamesReporter {
    const reporter = new NamesReporter();
    reporter.reportTestFileResults({ testFile: `${process.cwd()}/test/view/list.test.ts`, sessionsForTestFile: sessions });
    console.log = originalLog;
    return reporter;
  }

  it('counts each test in each engine', () => {
    const { tally } = report(session('Chromium', [PASSED, SKIPPED]), session('WebKit', [PASSED, FAILED]));
    expect(tally).to.deep.equal({
      passed: 2,
      failed: 1,
      skipped: 1,
      failures: ['test/view/list.test.ts: a list › breaks (WebKit)'],
    });
  });

  it('names each test once, with its engines, and says why one failed', () => {
    report(session('Chromium', [PASSED]), session('WebKit', [PASSED, FAILED]));
    expect(printed).to.include('  ✓ a list › works (Chromium, WebKit)');
    expect(printed).to.include('  ✗ a list › breaks (WebKit)');
    expect(printed.join('\n')).to.contain('expected 1 to equal 2');
  });

  it('counts a file that does not load as a failure', () => {
    const broken = session('Firefox', [], { passed: false, errors: [{ message: 'no module' }] });
    expect(report(broken).tally).to.include({ passed: 0, failed: 1 });
  });

  it('counts nothing against a session of which a pattern left something out', () => {
    const leftOut: TestResult = { name: 'is left out', passed: false, skipped: false };
    expect(report(session('Firefox', [PASSED, leftOut], { passed: false })).tally).to.include({ passed: 1, failed: 0, skipped: 1 });
  });

  it('counts a session that failed without a word as a failure', () => {
    expect(report(session('Firefox', [PASSED], { passed: false })).tally).to.include({ passed: 1, failed: 1 });
  });
});
