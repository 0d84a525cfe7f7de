import type { Database, Transaction } from '../database/database.js';
import { OneAtATime } from '../database/one-at-a-time.js';
import type { EventHub } from './event-hub.js';
import type { InboxEvent, LoggedEvent } from './inbox-event.js';
import { missedEvents } from './missed-events.js';

/** Events kept for each client; who was away for longer is told to fetch anew. */
export const EVENTS_KEPT = 1000;

export interface Replay {
  /** Position of the newest event of all; where the stream goes on from. */
  readonly position: number;
  /** `null`: the position that was asked for is not of this log, too old, or has too much after it. */
  readonly missed: readonly LoggedEvent[] | null;
}

/**
 * What happened to each client's inbox, in order, and on disk with the change itself. It notes only *what* changed: an
 * event means "this is how it is now", so a replay reads the present state and tells each thing once.
 */
export class EventLog {
  readonly #database: Database;
  readonly #epoch: string;
  readonly #hub: EventHub;
  readonly #kept: number;
  readonly #replays = new OneAtATime();

  /**
   * @param epoch Part of each position's text: one from another database is known as such.
   * @param hub Told of each event once it is on disk, in order.
   * @param kept Events kept for each client, and at most a tenth more.
   */
  constructor(database: Database, epoch: string, hub: EventHub, kept: number) {
    this.#database = database;
    this.#epoch = epoch;
    this.#hub = hub;
    this.#kept = kept;
  }

  /** The text of `id:` and `Last-Event-ID`. */
  formatPosition(position: number): string {
    return `${this.#epoch}-${position}`;
  }

  async record(transaction: Transaction, clientId: string, event: InboxEvent): Promise<void> {
    const row = await transaction.first<{ position: number }>(
      'INSERT INTO events (client_id, conversation_id, message_id) VALUES (?, ?, ?) RETURNING position',
      [clientId, event.data.conversation.id, event.type === 'message' ? event.data.message.id : null],
    );
    const position = row?.position ?? 0;
    // Once in so many events, not at each.
    if (position % Math.ceil(this.#kept / 10) === 0) await this.#prune(transaction, clientId);
    transaction.afterCommit(() => this.#hub.publish(clientId, event.type, event.data, this.formatPosition(position), position));
  }

  /**
   * Read at one moment, so that nothing happens between the newest position and what was missed, and beside the queue of
   * those who write: a replay holds nobody's message back.
   *
   * @param lastEventId What the client has seen last; absent for a stream that begins now.
   */
  replay(clientId: string, lastEventId: string | undefined): Promise<Replay> {
    const atOneMoment = () =>
      this.#database.read(async (reads): Promise<Replay> => {
        const newest = await reads.first<{ position: number | null }>('SELECT MAX(position) AS position FROM events');
        const client = await reads.first<{ from: number }>('SELECT events_from AS "from" FROM clients WHERE id = ?', [clientId]);
        const from = client?.from ?? 0;
        const position = Math.max(newest?.position ?? 0, from);
        if (!lastEventId) return { position, missed: [] };
        const seen = this.#parsePosition(lastEventId);
        if (seen === null || seen < from || seen > position) return { position, missed: null };
        return { position, missed: await missedEvents(reads, clientId, seen) };
      });
    return this.#replays.run(clientId, atOneMoment);
  }

  /** Every position so far is too old from now on, and whoever watches is told to fetch anew. */
  async forget(clientId: string): Promise<void> {
    await this.#database.write(async (transaction) => {
      // A row about nothing moves the newest position past whatever anybody has seen.
      const mark = await transaction.first<{ position: number }>(
        'INSERT INTO events (client_id) VALUES (?) RETURNING position',
        [clientId],
      );
      const position = mark?.position ?? 0;
      await transaction.run('DELETE FROM events WHERE client_id = ? AND position < ?', [clientId, position]);
      await transaction.run('UPDATE clients SET events_from = ? WHERE id = ?', [position, clientId]);
      transaction.afterCommit(() => this.#hub.publish(clientId, 'reset', {}, this.formatPosition(position), position));
    });
  }

  async #prune(transaction: Transaction, clientId: string): Promise<void> {
    const oldest = await transaction.first<{ position: number }>(
      'SELECT position FROM events WHERE client_id = ? ORDER BY position DESC LIMIT 1 OFFSET ?',
      [clientId, this.#kept],
    );
    if (!oldest) return;
    await transaction.run('DELETE FROM events WHERE client_id = ? AND position <= ?', [clientId, oldest.position]);
    await transaction.run('UPDATE clients SET events_from = ? WHERE id = ?', [oldest.position, clientId]);
  }

  #parsePosition(text: string): number | null {
    const digits = text.startsWith(`${this.#epoch}-`) ? text.slice(this.#epoch.length + 1) : '';
    return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  }
}
