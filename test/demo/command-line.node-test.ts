import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { complaintOfNode } from '../../demo/command-line.js';

describe('the Node that the demo is started with', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { engines: { node: string } };

  for (const version of ['v20.19.0', 'v20.20.2', 'v22.1.0', 'v100.0.0']) {
    it(`may be ${version}`, () => { expect(complaintOfNode(version)).to.equal(null); });
  }
  for (const version of ['v20.18.3', 'v18.20.8', 'v9.11.2']) {
    it(`is refused as too old where it is ${version}`, () => {
      expect(complaintOfNode(version)).to.equal(`Node ${engines.node.slice(2)} or newer is needed; this is ${version}.`);
    });
  }
});
