import type { DeliveryStatus } from '../inbox/schemas.js';

/** A conversation of the demo, as data. */
export interface Story {
  readonly contact: string;
  readonly channel: string;
  readonly subject?: string;
  readonly closed?: boolean;
  /** Number of received messages at the end that have not been read. */
  readonly unread?: number;
  /** Oldest first. */
  readonly lines: readonly Line[];
  /** What the contact writes unasked while somebody watches, one after the other. */
  readonly later?: readonly string[];
  /** What the contact answers, one after the other. */
  readonly answers?: readonly string[];
}

export interface Line {
  /** `us`: the client's side. */
  readonly from: 'them' | 'us';
  readonly minutesAgo: number;
  readonly text: string;
  readonly file?: 'room-photo' | 'quote';
  /** Of an own message; `read` where absent. */
  readonly status?: DeliveryStatus;
  /** Who wrote it, where it was a colleague. */
  readonly by?: string;
}

export interface ClientStory {
  readonly name: string;
  readonly reference: string;
  readonly conversations: readonly Story[];
}

export const HOURS = 60;
export const DAYS = 24 * HOURS;
