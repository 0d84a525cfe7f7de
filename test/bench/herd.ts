/**
 * What a crowd of pages does to the customer's endpoint: `npm run herd`.
 *
 * Prints the calls per minute of every renewal wave for the element's own plan and for "five minutes before expiry",
 * draws both into `docs/herd.svg`, and fails where a target is missed. The same on every machine and run.
 */
import { writeFileSync } from 'node:fs';
import { drawHerd } from './herd-chart.js';
import { figuresOf, fiveMinutesBefore, ownPlan, peakOf, renewalWaves } from './herd-waves.js';
import type { Herd, Waves } from './herd-waves.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Peak over mean of the first wave of the half-hour crowd. */
const MOST_PEAK_TO_MEAN = 1.5;
/** Own peak over the naive one for the one-minute crowd. */
const MOST_OF_NAIVE_PEAK = 0.1;

const herd: Herd = {
  pages: 1_000_000,
  openingMs: 30 * MINUTE_MS,
  lifetimeMs: 8 * HOUR_MS,
  lastingMs: 72 * HOUR_MS,
  seed: 1,
};
const crowds = [
  { title: 'A million pages open within 30 minutes', herd },
  { title: 'A million pages open within one minute', herd: { ...herd, openingMs: MINUTE_MS } },
].map(({ title, herd }) => ({
  title,
  own: renewalWaves(herd, ownPlan),
  naive: renewalWaves(herd, fiveMinutesBefore),
}));

for (const { title, own, naive } of crowds) {
  console.log(`${title}; tokens live 8 hours; calls of the endpoint per minute over three days\n`);
  printWaves('inbox-widget: between 70 % and 85 % of the lifetime', own);
  printWaves('naive: five minutes before expiry', naive);
}

const chart = new URL('../../docs/herd.svg', import.meta.url);
writeFileSync(
  chart,
  drawHerd(
    'Calls of the refresh endpoint per minute over three days, by the element’s plan and by a naive one',
    crowds.map(({ title, own, naive }) => ({
      title: `${title}: calls of the endpoint per minute`,
      own: own.total,
      naive: naive.total,
    })),
  ),
);
console.log('Drawn: docs/herd.svg\n');

const [halfHour, oneMinute] = crowds;
const first = figuresOf(halfHour?.own.each[0] ?? new Uint32Array(1));
const targets = [
  { what: 'first wave, peak / mean', is: first.peak / first.mean, most: MOST_PEAK_TO_MEAN },
  {
    what: 'one-minute crowd, own peak / naive peak',
    is: oneMinute ? peakOf(oneMinute.own.total) / peakOf(oneMinute.naive.total) : Infinity,
    most: MOST_OF_NAIVE_PEAK,
  },
];
for (const { what, is, most } of targets) {
  const isMet = is <= most;
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${what}: ${is.toFixed(3)} (at most ${most})`);
  if (!isMet) process.exitCode = 1;
}

function printWaves(title: string, { total, each }: Waves): void {
  console.log(`  ${title}: peak of all ${peakOf(total).toLocaleString('en')}`);
  console.log(`  ${['wave', 'calls', 'peak', 'mean', 'peak/mean'].map((head) => head.padStart(10)).join('')}`);
  each.forEach((bins, wave) => {
    const { calls, peak, mean } = figuresOf(bins);
    const row = [wave + 1, calls, peak, Math.round(mean), (peak / mean).toFixed(2)];
    const cut = calls < herd.pages ? '  cut short by the end' : '';
    console.log(`  ${row.map((cell) => cell.toLocaleString('en').padStart(10)).join('')}${cut}`);
  });
  console.log();
}
