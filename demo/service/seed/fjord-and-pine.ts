import { DAYS, HOURS, type ClientStory } from './story.js';

/** A furniture maker's inbox: the one of the pictures in the documentation. */
export const FJORD_AND_PINE: ClientStory = {
  name: 'Fjord & Pine',
  reference: 'fjord-and-pine',
  conversations: [
    {
      contact: 'Hannah Fischer',
      channel: 'sms',
      lines: [
        { from: 'them', minutesAgo: 12 * DAYS + 90, text: 'Could you send me samples of the oak and the ash?' },
        { from: 'us', minutesAgo: 12 * DAYS + 20, text: 'Your sample box is on its way.', status: 'failed' },
      ],
      answers: ['Thanks! The box has arrived in the meantime.', 'The ash, I think. It is lighter than on the pictures.'],
    },
    {
      contact: 'Oluwaseun Adeyemi',
      channel: 'whatsapp',
      closed: true,
      lines: [
        { from: 'them', minutesAgo: 4 * DAYS + 200, text: 'One of the drawers came without its handle.' },
        { from: 'us', minutesAgo: 4 * DAYS + 160, text: 'I am sorry about that. Two handles left by express this morning, one to spare.' },
        { from: 'them', minutesAgo: 4 * DAYS + 10, text: 'Thank you for sorting it out so quickly 👏' },
      ],
    },
    {
      contact: 'Inés Carvalho',
      channel: 'email',
      subject: 'Photos of the finished kitchen',
      lines: [
        { from: 'us', minutesAgo: 6 * DAYS, text: 'Dear Inés,\n\nthe worktop has been in for a week now. May we show your kitchen on our site?\n\nKind regards\nJonas' },
        { from: 'them', minutesAgo: 3 * DAYS + 300, text: 'Photos of the finished kitchen, as promised', file: 'room-photo' },
      ],
      answers: ['With pleasure. Please leave the address out.', 'You can use all of them.'],
    },
    {
      contact: 'Studio Ørsted',
      channel: 'web',
      lines: [{ from: 'them', minutesAgo: 2 * DAYS + 250, text: 'Do you ship the shelves unassembled?' }],
      later: ['We would need fourteen of them, for a reading room.', 'The catalogue says 32 cm deep. Is 28 possible?'],
      answers: ['Good, that fits into our lift.', 'And the brackets, are they steel or brass?', 'Perfect, thank you.'],
    },
    {
      contact: 'Jonas Weber',
      channel: 'whatsapp',
      lines: [
        { from: 'them', minutesAgo: 2 * DAYS + 90, text: 'I could come by the showroom on Tuesday afternoon.' },
        { from: 'us', minutesAgo: 2 * DAYS + 60, text: 'See you at four, then.', status: 'sent' },
      ],
    },
    {
      contact: 'Priya Raman',
      channel: 'linkedin',
      lines: [
        { from: 'us', minutesAgo: 30 * HOURS, text: 'Would a visit to the workshop help with the hotel project?' },
        { from: 'them', minutesAgo: 26 * HOURS, text: 'Very much. Thursday or Friday, whatever suits you better.' },
      ],
      later: ['There will be three of us, by the way.'],
      answers: ['Wonderful. I will bring the plans.', 'Is there parking at the workshop?'],
    },
    {
      contact: 'Nikolai Petrov',
      channel: 'telegram',
      lines: [
        { from: 'them', minutesAgo: 25 * HOURS, text: 'The bench is wonderful. The whole family wants to sit on it at once.' },
        { from: 'us', minutesAgo: 24 * HOURS + 30, text: 'It can take that: 400 kg, tested with the whole workshop.' },
      ],
      later: ['We have tested it as well. It holds 😄', 'Is there a cushion for it?'],
      answers: ['Ha! Good to know.', 'Then we take two in grey.'],
    },
    {
      contact: '+44 7700 900 123',
      channel: 'sms',
      lines: [
        { from: 'them', minutesAgo: 23 * HOURS, text: 'When does the driver come tomorrow?' },
        { from: 'us', minutesAgo: 22 * HOURS, text: 'The driver will ring fifteen minutes before.', status: 'delivered' },
      ],
      answers: ['OK, thank you.', 'Fine, somebody is at home all day.'],
    },
    {
      contact: 'Aiko Tanaka',
      channel: 'instagram',
      lines: [
        { from: 'them', minutesAgo: 70, text: 'How high is the stool in your last picture?' },
        { from: 'us', minutesAgo: 49, text: 'Gladly! It is 48 cm high, the cushion adds four.' },
      ],
      later: ['And does it come in black?', 'My sister wants one as well now.'],
      answers: ['That is exactly what I was looking for 🙌', 'Ordering it tonight.'],
    },
    {
      contact: 'Théo Baptiste',
      channel: 'email',
      subject: 'Invoice 2041',
      unread: 1,
      lines: [
        { from: 'them', minutesAgo: 27 * HOURS, text: 'Hello,\n\non invoice 2041 the VAT number of our old company is given. Could you correct it?\n\nThéo Baptiste' },
        { from: 'us', minutesAgo: 26 * HOURS, text: 'Dear Théo,\n\nof course. The corrected invoice is attached.\n\nKind regards\nJonas', file: 'quote' },
        { from: 'them', minutesAgo: 16, text: 'Re: Invoice 2041 — thank you, the corrected one arrived' },
      ],
      answers: ['Paid this morning.', 'Thank you, a pleasure as always.'],
    },
    {
      contact: 'Mara Lindqvist',
      channel: 'whatsapp',
      unread: 2,
      lines: [
        { from: 'them', minutesAgo: 17 * HOURS + 40, text: 'Hi! Is the oak table still there in the 180 cm version?' },
        { from: 'us', minutesAgo: 17 * HOURS + 32, text: 'It is, one is left. Shall I hold it for you?', by: 'Jonas · Fjord & Pine' },
        { from: 'them', minutesAgo: 17 * HOURS + 31, text: 'Yes please 🙏' },
        { from: 'them', minutesAgo: 32, text: 'This is the corner it has to fit in', file: 'room-photo' },
        { from: 'us', minutesAgo: 26, text: 'Lovely light. 180 × 90 leaves about 70 cm to either wall, so six chairs fit without a squeeze.' },
        { from: 'us', minutesAgo: 25, text: '', file: 'quote', status: 'delivered' },
        { from: 'them', minutesAgo: 5, text: 'Perfect. Two questions:\n1. Could it be delivered before the 24th?\n2. Is the oil safe for food?' },
        { from: 'them', minutesAgo: 4, text: 'No rush on the second one 🙂' },
      ],
      later: ['One more: does the top come in two parts? Our stairs are narrow.'],
      answers: [
        'Wonderful, the morning is best for us.',
        'Then that is settled. Thank you 🙏',
        'My neighbour asks whether there is a bench that goes with it.',
      ],
    },
  ],
};
