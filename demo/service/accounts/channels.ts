/** The channels that a component can have, each with the name by which the dashboard calls it. */
const NAMES = new Map([
  ['whatsapp', 'WhatsApp'],
  ['email', 'E-mail'],
  ['sms', 'SMS'],
  ['telegram', 'Telegram'],
  ['instagram', 'Instagram'],
  ['linkedin', 'LinkedIn'],
  ['web', 'Web chat'],
]);

export const CHANNELS: readonly string[] = [...NAMES.keys()];

/** What a channel is called; an unknown one goes by its id. */
export const channelName = (channel: string): string => NAMES.get(channel) ?? channel;
