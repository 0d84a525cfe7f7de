import type { Channel, KnownChannel } from '../inbox/model.js';
import type { Translate } from './translate.js';

/** The channels whose names are words, and the words for how a reply goes out. */
const VIA = { email: 'viaEmail', sms: 'viaSms', web: 'viaWeb' } as const;

type NamedByWord = keyof typeof VIA;

const isNamedByWord = (channel: Channel): channel is NamedByWord => Object.hasOwn(VIA, channel);

/** Names that are the same in every language. */
const BRANDS: Readonly<Record<Exclude<KnownChannel, NamedByWord>, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
};

/** What a channel is called; an unknown one goes by its own text. */
export function channelName(channel: Channel, t: Translate): string {
  if (isNamedByWord(channel)) return t(channel);
  return Object.hasOwn(BRANDS, channel) ? BRANDS[channel as keyof typeof BRANDS] : channel;
}

/** How a reply goes out: `on WhatsApp`, `by e-mail`. */
export const channelVia = (channel: Channel, t: Translate): string =>
  t(isNamedByWord(channel) ? VIA[channel] : 'via', { channel: channelName(channel, t) });
