import type { Channel, KnownChannel } from '../inbox/model.js';
import type { Translate } from './translate.js';

/** The channels whose names are words. */
type NamedByWord = 'email' | 'sms' | 'web';

/** Names that are the same in every language. */
const BRANDS: Readonly<Record<Exclude<KnownChannel, NamedByWord>, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
};

/** What a channel is called; an unknown one goes by its own text. */
export function channelName(channel: Channel, t: Translate): string {
  if (/^(?:email|sms|web)$/.test(channel)) return t(channel as NamedByWord);
  return Object.hasOwn(BRANDS, channel) ? BRANDS[channel as keyof typeof BRANDS] : channel;
}

/** How a reply goes out: `on WhatsApp`, `by e-mail`. */
export function channelVia(channel: Channel, t: Translate): string {
  if (channel === 'email') return t('viaEmail');
  if (channel === 'sms') return t('viaSms');
  if (channel === 'web') return t('viaWeb');
  return t('via', { channel: channelName(channel, t) });
}
