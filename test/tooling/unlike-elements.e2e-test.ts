import { expect } from 'chai';
import { runProcess } from '../runner/run-process.js';

describe('a browser test that compares elements and fails', function () {
  this.timeout(60_000);

  it('is reported, not waited for', async () => {
    const lines: string[] = [];
    const job = { files: ['test/tooling/unlike-elements.fixture.ts'], timeoutMs: 5_000 };
    const tally = await runProcess('browser', job, {
      cwd: process.cwd(),
      onLine: (line) => lines.push(line),
      env: { BROWSERS: 'chromium' },
    });
    expect(tally.failures).to.deep.equal(['test/tooling/unlike-elements.fixture.ts: compares an element with none (Chromium)']);
    expect(lines.join('\n')).to.contain('expected null to equal <body>');
  });
});
