import { peakOf } from './herd-waves.js';

/** One crowd: its two curves on one pair of axes. */
export interface Panel {
  readonly title: string;
  /** Calls in each minute. */
  readonly naive: Uint32Array;
  readonly own: Uint32Array;
}

const WIDTH = 960;
const PANEL_HEIGHT = 250;
const PLOT = { left: 84, right: 20, top: 64, bottom: 34 } as const;
const PLOT_WIDTH = WIDTH - PLOT.left - PLOT.right;
const PLOT_HEIGHT = PANEL_HEIGHT - PLOT.top - PLOT.bottom;

const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #57606a; }
    .title { font-size: 15px; font-weight: 600; fill: #1f2328; }
    .ground { fill: #fff; }
    .grid { stroke: #d0d7de; }
    .naive { fill: #d1242f; fill-opacity: 0.3; stroke: #d1242f; }
    .own { fill: #4056d6; fill-opacity: 0.45; stroke: #4056d6; }
    @media (prefers-color-scheme: dark) {
      text { fill: #9aa4af; }
      .title { fill: #eceef2; }
      .ground { fill: #17181c; }
      .grid { stroke: #3a3f47; }
      .naive { fill: #ff7b72; stroke: #ff7b72; }
      .own { fill: #8593f5; stroke: #8593f5; }
    }`;

/** Draws the panels below one another, readable on light and dark pages. */
export function drawHerd(description: string, panels: readonly Panel[]): string {
  const height = panels.length * PANEL_HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="about">
  <title id="about">${description}</title>
  <style>${STYLE}
  </style>
  <rect class="ground" width="${WIDTH}" height="${height}" rx="12"/>
${panels.map(drawPanel).join('\n')}
</svg>
`;
}

function drawPanel({ title, naive, own }: Panel, index: number): string {
  const hours = naive.length / 60;
  const step = niceStep(Math.max(peakOf(naive), peakOf(own)) / 3);
  const top = Math.ceil(Math.max(peakOf(naive), peakOf(own)) / step) * step;
  const x = (hour: number): number => PLOT.left + (hour / hours) * PLOT_WIDTH;
  const y = (calls: number): number => PLOT.top + PLOT_HEIGHT * (1 - calls / top);
  const lines = Array.from({ length: top / step + 1 }, (_, line) => line * step).map(
    (calls) => `    <path class="grid" d="M${PLOT.left} ${round(y(calls))}H${WIDTH - PLOT.right}"/>
    <text x="${PLOT.left - 8}" y="${round(y(calls) + 4)}" text-anchor="end">${calls.toLocaleString('en')}</text>`,
  );
  const marks = Array.from({ length: Math.floor(hours / 8) + 1 }, (_, mark) => mark * 8).map(
    (hour) => `    <text x="${round(x(hour))}" y="${PANEL_HEIGHT - 12}" text-anchor="middle">${hour} h</text>`,
  );
  return `  <g transform="translate(0 ${index * PANEL_HEIGHT})">
    <text class="title" x="${PLOT.left}" y="28">${title}</text>
    ${key(PLOT.left, 'own', `inbox-widget: at most ${peakOf(own).toLocaleString('en')} calls a minute`)}
    ${key(PLOT.left + 370, 'naive', `five minutes before expiry: at most ${peakOf(naive).toLocaleString('en')}`)}
${[...lines, ...marks].join('\n')}
    <path class="naive" d="${area(naive, top)}"/>
    <path class="own" d="${area(own, top)}"/>
  </g>`;
}

function key(x: number, name: string, label: string): string {
  return `<rect class="${name}" x="${x}" y="41" width="12" height="12" rx="2"/><text x="${x + 20}" y="52">${label}</text>`;
}

/** The filled curve: for each pixel the busiest of its minutes, so that no peak is lost. */
function area(bins: Uint32Array, top: number): string {
  const bottom = PLOT.top + PLOT_HEIGHT;
  let path = `M${PLOT.left} ${bottom}`;
  let last = bottom;
  for (let pixel = 0; pixel < PLOT_WIDTH; pixel++) {
    const from = Math.floor((pixel / PLOT_WIDTH) * bins.length);
    const until = Math.max(from + 1, Math.floor(((pixel + 1) / PLOT_WIDTH) * bins.length));
    const height = round(bottom - (peakOf(bins.subarray(from, until)) / top) * PLOT_HEIGHT);
    if (height !== last) path += `H${PLOT.left + pixel}V${height}`;
    last = height;
  }
  return `${path}H${PLOT.left + PLOT_WIDTH}V${bottom}Z`;
}

/** The next larger one of 1, 2 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
