import type { Channel } from '../inbox/model.js';
import type { Translate } from './translate.js';

/** Names that are the same in every language. */
const BRANDS: Readonly<Record<string, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
};

/** What a channel is called; an unknown one goes by its own text. */
export function channelName(channel: Channel, t: Translate): string {
  if (/^(?:email|sms|web)$/.test(channel)) return t(channel as 'email' | 'sms' | 'web');
  return Object.hasOwn(BRANDS, channel) ? (BRANDS[channel] as string) : channel;
}

/** How a reply goes out: `on WhatsApp`, `by e-mail`. */
export function channelVia(channel: Channel, t: Translate): string {
  if (channel === 'email') return t('viaEmail');
  if (channel === 'sms') return t('viaSms');
  if (channel === 'web') return t('viaWeb');
  return t('via', { channel: channelName(channel, t) });
}
