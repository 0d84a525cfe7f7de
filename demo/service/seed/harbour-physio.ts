import { DAYS, HOURS, type ClientStory } from './story.js';

/** A practice's inbox: another client of the same component, who must never see anything of the first. */
export const HARBOUR_PHYSIO: ClientStory = {
  name: 'Harbour Physio',
  reference: 'harbour-physio',
  conversations: [
    {
      contact: 'Greta Sommer',
      channel: 'email',
      subject: 'Report for the insurance',
      closed: true,
      lines: [
        { from: 'them', minutesAgo: 5 * DAYS, text: 'Good morning,\n\nmy insurance asks for a report on the ten sessions. Could you send me one?\n\nGreta Sommer' },
        { from: 'us', minutesAgo: 5 * DAYS - 180, text: 'Dear Ms Sommer,\n\nit is ready and waits for you at the desk.\n\nHarbour Physio' },
      ],
    },
    {
      contact: 'Dr. Rasmussen',
      channel: 'web',
      lines: [
        { from: 'them', minutesAgo: 28 * HOURS, text: 'Is there a free slot this week for a patient after a knee operation?' },
        { from: 'us', minutesAgo: 27 * HOURS, text: 'Thursday 8:20 with Ana. Shall we keep it?' },
        { from: 'them', minutesAgo: 27 * HOURS - 8, text: 'Yes, please. The patient will ring you.' },
      ],
      later: ['The pictures are in your mailbox, by the way.'],
      answers: ['Thank you, that was quick.', 'She will bring the referral.'],
    },
    {
      contact: 'Samir Haddad',
      channel: 'whatsapp',
      unread: 1,
      lines: [
        { from: 'us', minutesAgo: 3 * HOURS, text: 'Your appointment: tomorrow, 17:40, with Ana. Please bring a towel.' },
        { from: 'them', minutesAgo: 44, text: 'Could we make it half an hour later? My train gets in at 17:30.' },
      ],
      later: ['The earlier one the day after would also work.'],
      answers: ['Perfect, thank you!', 'See you tomorrow.'],
    },
    {
      contact: 'Lotte Jansen',
      channel: 'sms',
      unread: 2,
      lines: [
        { from: 'them', minutesAgo: 20, text: 'The new exercise hurts a little in the shoulder. Is that normal?' },
        { from: 'them', minutesAgo: 19, text: 'The one with the band.' },
      ],
      later: ['It is better now that I do it more slowly.'],
      answers: ['OK, I will leave it out until Monday.', 'Thanks a lot!'],
    },
  ],
};
