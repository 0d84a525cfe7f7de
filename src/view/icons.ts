import { html, type TemplateResult } from 'lit/html.js';

/** A ring of radius 6.75 around the middle. */
const RING = 'M3.25 10a6.75 6.75 0 1 0 13.5 0 6.75 6.75 0 1 0-13.5 0';

/** Outlines on a field of 20 × 20, one path each. */
const PATHS = {
  search: 'M3.75 9a5.25 5.25 0 1 0 10.5 0 5.25 5.25 0 1 0-10.5 0M13 13l3.75 3.75',
  chevron: 'm6 8 4 4 4-4',
  back: 'm12 4.75-5.25 5.25L12 15.25',
  attach:
    'm15.75 9.25-5.6 5.6a3.55 3.55 0 0 1-5-5l6-6a2.4 2.4 0 0 1 3.4 3.4l-5.9 5.9a1.2 1.2 0 0 1-1.7-1.7l5.1-5.1',
  send: 'M10 15.75V4.5M5 9.25l5-5 5 5',
  tick: 'm4.5 10.75 3.5 3.5 7.5-8.5',
  ticks: 'm2 10.75 3.5 3.5 7-8.5M9.25 13l1.25 1.25 7.25-8.5',
  clock: 'M3.5 10a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M10 6.5V10l2.25 1.5',
  alert: `${RING}M10 6.5v4M10 13.4v.1`,
  cross: 'm5.5 5.5 9 9m0-9-9 9',
  done: `${RING}M7.25 10.25l2 2 3.5-4.25`,
  reopen: 'M4.5 8.75a5.75 5.75 0 1 1 .75 4.5M4.25 4.75v4h4',
  unread: 'M16.5 9.5v4.25c0 1-.75 1.75-1.75 1.75h-9.5c-1 0-1.75-.75-1.75-1.75v-7.5c0-1 .75-1.75 1.75-1.75H11M14.25 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M3.75 6.75 10 11.25l2.75-2',
  download: 'M10 3.75v8.5m-3.5-3.5 3.5 3.5 3.5-3.5M4.25 16.25h11.5',
  file: 'M5.25 4.5c0-1 .75-1.75 1.75-1.75h4l3.75 3.75v9c0 1-.75 1.75-1.75 1.75H7c-1 0-1.75-.75-1.75-1.75zM10.75 3v3.75h3.75',
  copy: 'M7.5 9.25c0-1 .75-1.75 1.75-1.75h5c1 0 1.75.75 1.75 1.75v5c0 1-.75 1.75-1.75 1.75h-5c-1 0-1.75-.75-1.75-1.75zM7.5 12.5H5.75c-1 0-1.75-.75-1.75-1.75v-5C4 4.75 4.75 4 5.75 4h5c1 0 1.75.75 1.75 1.75V7.5',
  down: 'M10 4.25V15.5m-5-4.75 5 5 5-5',
  offline: 'M3 3.5 16.5 17M7.4 5.2a5 5 0 0 1 7 3.3 3.4 3.4 0 0 1 2 5.4M13.5 15H6.2a3.7 3.7 0 0 1-.7-7.35',
  turning: 'M10 3.5a6.5 6.5 0 1 1-6.5 6.5',
  lock: 'M4.75 10.75c0-1.1.9-2 2-2h6.5c1.1 0 2 .9 2 2v3.75c0 1.1-.9 2-2 2h-6.5a2 2 0 0 1-2-2zM7 8.5V6.6a3 3 0 0 1 6 0v1.9',
  tray: 'M3 11.25 5 5.1c.25-.7.75-1.1 1.5-1.1h7c.75 0 1.25.4 1.5 1.1l2 6.15v3.25c0 1-.75 1.75-1.75 1.75H4.75c-1 0-1.75-.75-1.75-1.75zm.1 0h3.65c.25 1.5 1.5 2.5 3.25 2.5s3-1 3.25-2.5h3.65',
  bubbles:
    'M3 5.25C3 4.25 3.75 3.5 4.75 3.5h7c1 0 1.75.75 1.75 1.75v4c0 1-.75 1.75-1.75 1.75H7.5L4.5 13.25V11C3.6 10.9 3 10.2 3 9.25zM15.75 7.25c.75.2 1.25.85 1.25 1.75v3.25c0 .95-.6 1.65-1.5 1.75v2.25L12.5 14H9.25',
  key: 'M3.5 10a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10.5 10h6.25v2.5M13.75 10v2',
  code: 'm7 6-4 4 4 4m6-8 4 4-4 4',
  person: 'M7 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M4.5 16.25a5.5 5.5 0 0 1 11 0',

  // Channels
  whatsapp: 'm3.5 16.5 1-3.2a6.75 6.75 0 1 1 2.4 2.3zM7.6 7.4c0 3 2.1 5 5 5',
  email: 'M3 6.75c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2v6.5c0 1.1-.9 2-2 2H5a2 2 0 0 1-2-2zM3.5 6.5l6.5 5 6.5-5',
  sms: 'M3 6.25c0-1 .75-1.75 1.75-1.75h10.5c1 0 1.75.75 1.75 1.75v5.5c0 1-.75 1.75-1.75 1.75H9l-3.5 3v-3h-.75c-1 0-1.75-.75-1.75-1.75zM7 9h.01M10 9h.01M13 9h.01',
  telegram: 'm3 9.5 14-5.75-2.5 12.5-4.25-3.25-2.5 2.5-.5-4.25zm4.25 1.75 6.5-4.5',
  instagram:
    'M3.5 7.5a4 4 0 0 1 4-4h5a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-5a4 4 0 0 1-4-4zM7 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0M13.4 6.6h.01',
  linkedin: 'M5 8.5v7M5 5v.01M9 15.5v-7m0 3a3 3 0 0 1 6 0v4',
  web: `${RING}M3.5 10h13M10 3.25c4 4 4 9.5 0 13.5-4-4-4-9.5 0-13.5`,
} as const;

export type IconName = keyof typeof PATHS;

/** @param className Beside `icon`: `icon-small`, and what gives it its place. */
export const icon = (name: IconName, className = ''): TemplateResult =>
  html`<svg class="icon ${className}" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** A disc with the glyph of a channel; an unknown one has none. */
export const channelBadge = (channel: string): TemplateResult =>
  html`<svg class="icon channel-badge" part="channel-badge" viewBox="-4 -4 28 28" data-channel=${channel}>
    <path d=${Object.hasOwn(PATHS, channel) ? PATHS[channel as IconName] : ''} />
  </svg>`;

/** How far an own message has come, as ticks. What they mean always stands beside them in words. */
export const deliveryMark = (status: string): TemplateResult => {
  const name = status === 'failed' ? 'alert' : status === 'sent' ? 'tick' : /^(delivered|read)$/.test(status) ? 'ticks' : 'clock';
  return html`<svg class="icon icon-small delivery-mark" viewBox="0 0 20 20" aria-hidden="true" part="delivery-mark" data-status=${status}>
    <path d=${PATHS[name]} />
  </svg>`;
};
