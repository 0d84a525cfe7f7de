/**
 * `npm run ramble`: somebody who does anything, in any order, with the production build over a source in memory, in Chromium. Looks at
 * the screen after each step, and compares it with the source now and then. The manners of it (on a phone, by keyboard …) take turns.
 *
 *   npm run ramble                          five sessions of 200 steps, one in each manner
 *   npm run ramble -- --seed 7 --sessions 30 --steps 220
 *   npm run ramble -- --manner 'on a phone'
 *   npm run ramble -- --service             instead, in three pages at the stand-in service, over HTTP, while all of it breaks
 *
 * Fails where something does not hold, with the seed and the last steps. The same seed takes the same steps; what a browser does in
 * between is its own affair.
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumArguments } from '../helpers/browsers.js';
import { buildIfStale } from '../runner/build-if-stale.js';
import { ensureChromium } from '../runner/ensure-chromium.js';
import { startRambleServer } from './ramble-server.js';
import { playAtService } from './service/session.js';
import { play } from './session.js';
import { MANNERS } from './steps.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sessions: { type: 'string', default: '5' },
    steps: { type: 'string', default: '200' },
    manner: { type: 'string' },
    service: { type: 'boolean', default: false },
  },
});
const [seed, sessions, steps] = [values.seed, values.sessions, values.steps].map(Number) as [number, number, number];
if (![seed, sessions, steps].every((value) => Number.isInteger(value) && value > 0)) {
  throw new Error('--seed, --sessions and --steps take whole numbers from 1.');
}

const manners = values.manner === undefined ? Object.keys(MANNERS) : [values.manner];
if (!manners.every((name) => name in MANNERS)) throw new Error(`--manner takes one of: ${Object.keys(MANNERS).join(', ')}.`);

const TOLD_STEPS = 12;

if (!buildIfStale()) process.exit(1);
const server = await startRambleServer();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
let failed = 0;
try {
  for (let session = seed; session < seed + sessions; session++) {
    const name = values.service ? 'at the service' : (manners[session % manners.length] as string);
    const manner = MANNERS[name];
    const { taken, wrong, done } = await (manner
      ? play({ browser, url: server.url, seed: session, manner, steps }).then((told) => ({ ...told, done: '' }))
      : playAtService(browser, session, steps));
    if (wrong.length > 0) failed++;
    console.log(`seed ${session}, ${name}: ${wrong.length > 0 ? `step ${taken.length}: ${wrong.join('; ')}` : 'held'}${done && `; ${done}`}`);
    if (wrong.length > 0) console.log(`  after: ${taken.slice(-TOLD_STEPS).join(', ')}`);
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(`${sessions - failed} of ${sessions} sessions of ${steps} steps held`);
process.exitCode = failed > 0 ? 1 : 0;
