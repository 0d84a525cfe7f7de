import type { MemorySeed } from './inbox-types.js';
import { conversationOf } from './messages.js';

const DAY = 24 * 60;
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const LONG_FILE = {
  id: 'long-file',
  name: 'An_extraordinarily_long_file_name_that_nobody_would_ever_type_by_hand_v12_final_final.pdf',
  type: 'application/pdf',
  size: 12_000_000,
};

/** Names and words that break layouts: too long, without a space, from right to left, all emoji. */
export function awkwardInbox(now: number): MemorySeed {
  return {
    component: { id: 'awkward', title: 'Correspondence of the Northern Workshops' },
    client: { id: 'fjord-pine', name: 'Fjord & Pine' },
    channels: ['whatsapp', 'email', 'instagram', 'telegram', 'linkedin'],
    conversations: [
      conversationOf(
        {
          id: 'bartholomew',
          name: 'Bartholomew Featherstonehaugh-Cholmondeley of Upper Wolverhampton',
          channel: 'linkedin',
          status: 'closed',
          unread: 128,
        },
        [
          ...Array.from({ length: 126 }, (_, index) => [40 + 126 - index, 'in', `${index + 1} of 128`] as const),
          [38, 'in', LONG_WORD],
          [37, 'in', 'https://a.very-long-address.example.com/without/any/space/in/it/at/all?and=a&query=too'],
          [36, 'read', '🎉🎉'],
          [34, 'delivered', '', LONG_FILE],
          [2, 'in', LONG_WORD],
        ],
        now,
      ),
      conversationOf(
        { id: 'shira', name: 'שירה לוי', channel: 'whatsapp', unread: 1 },
        [[30, 'in', 'תודה! נתראה ביום ראשון בשעה 10:00.']],
        now,
      ),
      conversationOf({ id: 'layla', name: 'ليلى حداد', channel: 'instagram' }, [[62, 'in', 'هل يمكنكم التوصيل قبل يوم الخميس؟']], now),
      conversationOf({ id: 'zoe', name: '👩‍🎨 Zoë', channel: 'telegram' }, [[DAY, 'in', '😍'.repeat(22)]], now),
      conversationOf(
        { id: 'address', name: 'https://a.very-long-address.example.com/without/any/space/in/it/at/all', channel: 'email', subject: LONG_WORD },
        [[9 * DAY, 'read', 'x']],
        now,
      ),
    ],
  };
}
