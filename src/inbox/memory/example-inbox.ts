import { KNOWN_CHANNELS, type Attachment, type DeliveryStatus, type Message } from '../model.js';
import type { ConversationSeed } from './memory-conversation.js';
import type { MemorySeed } from './memory-options.js';
import { examplePicture } from './example-picture.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The example's own time of day, in minutes: 9:44, two minutes after the newest message. */
const EXAMPLE_MINUTE = 9 * 60 + 44;

/** One line of a conversation: how many days ago, at what time, from whom or how far delivered, what was written. */
type Line =
  | readonly [daysAgo: number, time: string, from: 'in', text: string, attachment?: Attachment]
  | readonly [daysAgo: number, time: string, from: DeliveryStatus, text: string, attachment?: Attachment, author?: string];

const PICTURE: Attachment = { id: 'corner', name: 'Corner.webp', type: 'image/webp', size: 2_782 };
const QUOTE: Attachment = { id: 'quote', name: 'Quote 2041 – oak table.pdf', type: 'application/pdf', size: 248_000 };
const INVOICE: Attachment = { id: 'invoice', name: 'Invoice 2041-1.pdf', type: 'application/pdf', size: 96_000 };

type Example = Omit<ConversationSeed, 'contact' | 'messages'> & { readonly name: string; readonly lines: readonly Line[] };

const CONVERSATIONS: readonly Example[] = [
  {
    id: 'mara',
    name: 'Mara Lindqvist',
    channel: 'whatsapp',
    unread: 2,
    lines: [
      [1, '16:02', 'in', 'Hi! Is the oak table still there in the 180 cm version?'],
      [1, '16:10', 'read', 'It is, one is left. Shall I hold it for you?', undefined, 'Jonas · Fjord & Pine'],
      [1, '16:11', 'in', 'Yes please 🙏'],
      [0, '9:14', 'in', 'This is the corner it has to fit in', PICTURE],
      [
        0,
        '9:20',
        'read',
        'Lovely light. 180 × 90 leaves about 70 cm to either wall, so six chairs fit without a squeeze.',
      ],
      [0, '9:21', 'read', '', QUOTE],
      [
        0,
        '9:41',
        'in',
        'Perfect. Two questions:\n1. Could it be delivered before the 24th?\n2. Is the oil safe for food?',
      ],
      [0, '9:42', 'in', 'No rush on the second one 🙂'],
    ],
  },
  {
    id: 'theo',
    name: 'Théo Baptiste',
    channel: 'email',
    subject: 'Invoice 2041',
    preview: 'Re: Invoice 2041 — thank you, the corrected one arrived',
    unread: 1,
    lines: [
      [
        0,
        '8:50',
        'in',
        'Hello,\n\nthe invoice still shows the old delivery address. Could you send a corrected one?\n\nBest wishes\nThéo',
      ],
      [
        0,
        '9:12',
        'read',
        'Good morning Théo, of course. Here it is, with the address in Lyon.',
        INVOICE,
        'Hannah Fischer',
      ],
      [0, '9:30', 'in', 'Thank you, the corrected one arrived.'],
    ],
  },
  {
    id: 'aiko',
    name: 'Aiko Tanaka',
    channel: 'instagram',
    lines: [
      [0, '8:51', 'in', 'Could you tell me how high the bench is?'],
      [0, '8:57', 'read', 'Gladly! It is 48 cm high, the cushion adds four.'],
    ],
  },
  {
    id: 'driver',
    name: '+44 7700 900 123',
    channel: 'sms',
    lines: [
      [1, '15:20', 'in', 'Somebody has to be in for the delivery, is that right?'],
      [1, '15:32', 'delivered', 'The driver will ring fifteen minutes before.'],
    ],
  },
  {
    id: 'nikolai',
    name: 'Nikolai Petrov',
    channel: 'telegram',
    lines: [[1, '14:05', 'in', 'I have measured the alcove again.']],
  },
  {
    id: 'priya',
    name: 'Priya Raman',
    channel: 'linkedin',
    lines: [[1, '11:40', 'in', 'Would Thursday suit you for the showroom?']],
  },
  {
    id: 'jonas',
    name: 'Jonas Weber',
    channel: 'whatsapp',
    lines: [
      [2, '15:01', 'in', 'I could come by this afternoon.'],
      [2, '15:04', 'sent', 'See you at four, then.'],
    ],
  },
  {
    id: 'studio',
    name: 'Studio Ørsted',
    channel: 'web',
    lines: [[2, '10:17', 'in', 'Do you ship the shelves unassembled?']],
  },
  {
    id: 'ines',
    name: 'Inés Carvalho',
    channel: 'email',
    subject: 'The kitchen',
    lines: [[3, '17:45', 'in', 'Photos of the finished kitchen, as promised']],
  },
  {
    id: 'oluwaseun',
    name: 'Oluwaseun Adeyemi',
    channel: 'whatsapp',
    lines: [[3, '12:30', 'in', 'Thank you for sorting it out so quickly 👏']],
  },
  {
    id: 'hannah',
    name: 'Hannah Fischer',
    channel: 'sms',
    lines: [[9, '13:12', 'failed', 'Your sample box is on its way.']],
  },
];

/**
 * A furniture maker's inbox with eleven conversations over seven channels.
 *
 * @param now Wall clock in ms since 1970; the newest message is two minutes older. At 9:44 on a Thursday the times read
 * as in the pictures.
 */
export const exampleInbox = (now: number = Date.now()): MemorySeed => ({
  component: { id: 'fjord-pine-inbox', title: 'Inbox' },
  client: { id: 'fjord-pine', name: 'Fjord & Pine' },
  channels: KNOWN_CHANNELS,
  conversations: CONVERSATIONS.map(({ name, lines, ...conversation }) => ({
    ...conversation,
    contact: { id: `contact-${conversation.id}`, name },
    messages: lines.map((line, index) => message(conversation.id, name, line, index, now)),
  })),
  files: new Map([
    [PICTURE.id, examplePicture()],
    [QUOTE.id, new Blob(['An example.'], { type: QUOTE.type })],
    [INVOICE.id, new Blob(['An example.'], { type: INVOICE.type })],
  ]),
});

function message(conversationId: string, contact: string, line: Line, index: number, now: number): Message {
  const [daysAgo, time, from, text, attachment, author = 'Fjord & Pine'] = line;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const ageMinutes = EXAMPLE_MINUTE - (hours * 60 + minutes);
  return {
    id: `${conversationId}-${index + 1}`,
    conversationId,
    direction: from === 'in' ? 'in' : 'out',
    authorName: from === 'in' ? contact : author,
    text,
    attachments: attachment ? [attachment] : [],
    sentAt: new Date(now - daysAgo * DAY_MS - ageMinutes * MINUTE_MS).toISOString(),
    status: from === 'in' ? 'read' : from,
  };
}
