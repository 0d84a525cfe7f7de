import { expect } from 'chai';
import { filesBelow, filesOf, needsDist, SUITE_NAMES, SUITES } from '../runner/suites.js';
import { failure, NOTHING, sum } from '../runner/tally.js';

function owners(file: string): string[] {
  return SUITE_NAMES.filter((name) => SUITES[name].owns(file));
}

describe('which suite runs a test file', () => {
  const cases: [file: string, suites: string[]][] = [
    ['test/view/list.test.ts', ['browser']],
    ['test/token/plan.test.ts', ['node', 'browser']],
    ['test/token/tabs.browser.test.ts', ['browser']],
    ['test/server/token-handler.node-test.ts', ['node']],
    ['test/e2e/demo.e2e-test.ts', ['e2e']],
    ['test/e2e/stage.ts', []],
    ['test/helpers/browsers.ts', []],
  ];
  for (const [file, suites] of cases) {
    it(`${file}: ${suites.join(' and ') || 'none'}`, () => {
      expect(owners(file)).to.deep.equal(suites);
    });
  }

  it('finds this very file, and no other where it is named', () => {
    const own = 'test/tooling/suites.node-test.ts';
    expect(filesOf('node')).to.include(own);
    expect(filesOf('node', [`./${own}`])).to.deep.equal([own]);
    expect(filesOf('node', ['test/tooling/'])).to.include(own);
    expect(filesOf('node', ['test/tool'])).to.deep.equal([]);
  });

  it('leaves no test file of the project to nobody', () => {
    const lost = filesBelow('test').filter((file) => file.endsWith('test.ts') && owners(file).length === 0);
    expect(lost).to.deep.equal([]);
  });

  it('builds for tests of what is shipped only', () => {
    expect(needsDist('test/package/package.node-test.ts')).to.equal(true);
    expect(needsDist('test/e2e/demo.e2e-test.ts')).to.equal(true);
    expect(needsDist('test/token/plan.test.ts')).to.equal(false);
  });
});

describe('what the suites tell', () => {
  it('adds up', () => {
    const one = { passed: 2, failed: 0, skipped: 1, failures: [] };
    expect(sum([])).to.deep.equal(NOTHING);
    expect(sum([one, failure('x'), one])).to.deep.equal({ passed: 4, failed: 1, skipped: 2, failures: ['x'] });
  });
});
