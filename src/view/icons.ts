import { html, type TemplateResult } from 'lit/html.js';
import type { DeliveryStatus, KnownChannel } from '../inbox/model.js';

/** A ring around the middle. */
const RING = 'M13 40a27 27 0 1054 0 27 27 0 10-54 0';

/** Outlines on a field of 20 × 20, one path each, in units of a quarter (80 × 80), so that all numbers are whole. */
const PATHS = {
  search: 'M15 36a21 21 0 1042 0 21 21 0 10-42 0m37 16 15 15',
  chevron: 'M24 32l16 16 16-16',
  back: 'M48 19 27 40l21 21',
  attach: 'M63 37 41 59A14 14 0 0121 39l24-24a10 10 0 0113 14L35 53a5 5 0 01-7-7l20-21',
  send: 'M40 63V18M20 37l20-20 20 20',
  tick: 'M18 43l14 14 30-34',
  ticks: 'M8 43l14 14 28-34M37 52l5 5 29-34',
  clock: 'M14 40a26 26 0 1052 0 26 26 0 10-52 0m26-14v14l9 6',
  alert: `${RING}M40 26v16m0 12v.1`,
  cross: 'M22 22l36 36m0-36-36 36',
  done: `${RING}M29 41l8 8 14-17`,
  reopen: 'M18 35a23 23 0 113 18m-4-34v16h16',
  unread: 'M66 38v17c0 4-3 7-7 7H21c-4 0-7-3-7-7V25c0-4 3-7 7-7h23m13 6a8 8 0 1016 0 8 8 0 10-16 0m-42 3 25 18 11-8',
  download: 'M40 15v34M26 35l14 14 14-14M17 65h46',
  file: 'M21 18c0-4 3-7 7-7h16l15 15v36c0 4-3 7-7 7H28c-4 0-7-3-7-7zm22-6v15h15',
  copy: 'M30 37c0-4 3-7 7-7h20c4 0 7 3 7 7v20c0 4-3 7-7 7H37c-4 0-7-3-7-7zm0 13h-7c-4 0-7-3-7-7V23c0-4 3-7 7-7h20c4 0 7 3 7 7v7',
  down: 'M40 17v45M20 43l20 20 20-20',
  offline: 'M12 14l54 54M30 21a20 20 0 0128 13 14 14 0 018 22m-12 4H25a15 15 0 01-3-29',
  turning: 'M40 14A26 26 0 1114 40',
  lock: 'M19 43c0-4 4-8 8-8h26c4 0 8 4 8 8v15c0 4-4 8-8 8H27a8 8 0 01-8-8zm9-9v-8a12 12 0 0124 0v8',
  tray: 'M12 45l8-25c1-2 3-4 6-4h28c3 0 5 2 6 4l8 25v13c0 4-3 7-7 7H19c-4 0-7-3-7-7zm0 0h15c1 6 6 10 13 10s12-4 13-10h15',
  bubbles: 'M12 21c0-4 3-7 7-7h28c4 0 7 3 7 7v16c0 4-3 7-7 7H30l-12 9v-9c-4 0-6-3-6-7zm51 8c3 1 5 3 5 7v13c0 4-2 7-6 7v9l-12-9H37',
  key: 'M14 40a14 14 0 1028 0 14 14 0 10-28 0m28 0h25v10M55 40v8',
  code: 'M28 24 12 40l16 16m24-32 16 16-16 16',
  person: 'M28 28a12 12 0 1024 0 12 12 0 10-24 0M18 65a22 22 0 0144 0',
} as const;

export type IconName = keyof typeof PATHS;

/** The glyphs of channels. Their colours are in `list.css`. */
const CHANNEL_PATHS: Readonly<Record<KnownChannel, string>> = {
  whatsapp: 'M14 66l4-13a27 27 0 1110 9zm16-36c0 12 9 20 20 20',
  email: 'M12 27c0-4 4-8 8-8h40c4 0 8 4 8 8v26c0 4-4 8-8 8H20a8 8 0 01-8-8zm2-1 26 20 26-20',
  sms: 'M12 25c0-4 3-7 7-7h42c4 0 7 3 7 7v22c0 4-3 7-7 7H36L22 66V54h-3c-4 0-7-3-7-7zm16 11h.1m12 0h.1m12 0h.1',
  telegram: 'M12 38l56-23-10 50-17-13-10 10-2-17zm17 7 26-18',
  instagram: 'M14 30a16 16 0 0116-16h20a16 16 0 0116 16v20A16 16 0 0150 66H30A16 16 0 0114 50zm14 10a12 12 0 1024 0 12 12 0 10-24 0m26-14h.1',
  linkedin: 'M20 34v28m0-42v.1m16 42V34m0 12a12 12 0 0124 0v16',
  web: `${RING}M14 40h52M40 13c16 16 16 38 0 54-16-16-16-38 0-54`,
};

/** @param className Classes besides `icon` and one for its name: `icon-small`, and whatever places it. */
export const icon = (name: IconName, className = ''): TemplateResult =>
  html`<svg class="icon icon-${name} ${className}" viewBox="0 0 80 80" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** A disc with a channel's glyph; for an unknown channel, without one. */
export const channelBadge = (channel: string): TemplateResult =>
  html`<svg class="icon channel-badge" part="channel-badge" viewBox="-16 -16 112 112" data-channel=${channel}>
    <path d=${Object.hasOwn(CHANNEL_PATHS, channel) ? CHANNEL_PATHS[channel as KnownChannel] : ''} />
  </svg>`;

const MARKS: Readonly<Record<DeliveryStatus, IconName> & Partial<Record<string, IconName>>> = { sent: 'tick', delivered: 'ticks', read: 'ticks', failed: 'alert' };

/**
 * How far one's own message has come, as ticks; as a clock, where it has not been sent yet.
 *
 * @param label What the ticks mean, where no words beside them say so.
 */
export const deliveryMark = (status: string, label = ''): TemplateResult =>
  html`<svg class="icon icon-small delivery-mark" viewBox="0 0 80 80" role="img" aria-label=${label} aria-hidden=${!label} part="delivery-mark" data-status=${status}>
    <path d=${PATHS[MARKS[status] ?? 'clock']} />
  </svg>`;
