import type { Channel, MemorySeed } from './inbox-types.js';
import { conversationOf, type Line } from './messages.js';

const DAY = 24 * 60;
const QUOTE = { id: 'quote', name: 'عرض سعر 2041 – oak table.pdf', type: 'application/pdf', size: 248_000 };

const OTHERS: readonly (readonly [id: string, name: string, channel: Channel, line: Line])[] = [
  ['nakheel', 'شركة النخيل للأثاث', 'email', [14, 'in', 'رد: الفاتورة 2041 — وصلت النسخة المصححة، شكرًا لكم']],
  ['aiko', 'Aiko Tanaka', 'instagram', [47, 'read', 'Gladly! It is 48 cm high, the cushion adds four.']],
  ['driver', '+971 50 123 4567', 'sms', [DAY, 'delivered', 'سيتصل السائق قبل الوصول بربع ساعة.']],
  ['youssef', 'يوسف المنصوري', 'telegram', [DAY + 60, 'in', 'قست المكان مرة أخرى.']],
  ['shira', 'שירה לוי', 'linkedin', [DAY + 90, 'in', 'תודה! נתראה ביום ראשון בשעה 10:00.']],
  ['noura', 'نورة العتيبي', 'whatsapp', [2 * DAY, 'sent', 'نلتقي في الرابعة إذن.']],
  ['madar', 'استوديو مدار', 'web', [2 * DAY + 40, 'in', 'هل تشحنون الرفوف غير مركبة؟']],
];

/** An inbox from right to left, with all that does not go along in it: names, numbers, file names, a second script. */
export function arabicInbox(now: number): MemorySeed {
  return {
    component: { id: 'arabic', title: 'صندوق الوارد' },
    client: { id: 'fjord-pine', name: 'Fjord & Pine' },
    conversations: [
      conversationOf(
        { id: 'layla', name: 'ليلى حداد', channel: 'whatsapp', unread: 2 },
        [
          [42, 'in', 'صباح الخير! هل ما زالت طاولة البلوط بطول 180 سم متوفرة؟'],
          [24, 'read', 'إضاءة جميلة! المقاس 180 × 90 يترك نحو 70 سم من كل جانب، فتتسع لستة كراسٍ بسهولة.'],
          [23, 'read', '', QUOTE],
          [3, 'in', 'ممتاز. اسم الطلاء هو “Hard Wax Oil 3032”، صحيح؟'],
          [2, 'in', 'שלום, אפשר לקבל הצעה גם בעברית?'],
        ],
        now,
      ),
      ...OTHERS.map(([id, name, channel, line]) => conversationOf({ id, name, channel, unread: id === 'nakheel' ? 1 : 0 }, [line], now)),
    ],
  };
}
