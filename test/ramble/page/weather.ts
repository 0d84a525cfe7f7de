import type * as Inbox from '../../../src/index.js';
import type { InboxSource, NewMessage, SourceEvent } from '../../../src/inbox/inbox-source.js';
import type { MemorySource } from '../../../src/inbox/memory/index.js';

const LONGEST_ANSWER_MS = 60;
const LONGEST_EVENT_MS = 30;
/** A gap in the events is noticed this much later, in ms. */
const NOTICED_MS = 200;

type Method = (...parameters: unknown[]) => Promise<unknown>;

/**
 * What lies between an inbox and its source: requests that fail, answers that are lost though all was done, or that were made at
 * once and come late, so that later ones overtake them; events that come late, twice, or never, until the gap is noticed.
 */
export class Weather {
  /** Shares of the requests, from 0 to 1: those that fail, whose answer is lost, and that are answered late. */
  failing = 0;
  losing = 0;
  slow = 0;
  /** Share of the messages that are refused for good, from 0 to 1. */
  refusing = 0;
  /** Shares of the events, from 0 to 1: those that come late, twice, and never. */
  late = 0;
  twice = 0;
  deaf = 0;
  /** Texts of the messages that were refused. */
  readonly refused: string[] = [];
  /** How the source of this weather is reached. */
  readonly source: InboxSource;
  readonly #Error: typeof Inbox.InboxError;

  constructor(truth: MemorySource, error: typeof Inbox.InboxError) {
    this.#Error = error;
    this.source = new Proxy<InboxSource>(truth, {
      get: (target, name: keyof InboxSource) => {
        if (name === 'now') return target.now;
        if (name === 'subscribe') return (listener: (event: SourceEvent) => void) => this.#subscribe(truth, listener);
        return (...parameters: unknown[]) => this.#ask(name, (target[name] as Method).bind(target), parameters);
      },
    });
  }

  /** All is well from now on. */
  clear(): void {
    Object.assign(this, { failing: 0, losing: 0, slow: 0, refusing: 0, late: 0, twice: 0, deaf: 0 });
  }

  // Not by the session's own random numbers, here and below: how much is asked for is the browser's to say.
  async #ask(name: keyof InboxSource, method: Method, parameters: unknown[]): Promise<unknown> {
    const unreachable = (): Error => new this.#Error('INBOX_SERVICE_UNREACHABLE', 'Out of order.');
    if (Math.random() < this.failing) throw unreachable();
    if (name === 'sendMessage' && Math.random() < this.refusing) {
      this.refused.push((parameters[1] as NewMessage).text);
      throw new this.#Error('INBOX_MESSAGE_REJECTED', 'Refused.', { status: 422 });
    }
    const [isLost, isSlow] = [Math.random() < this.losing, Math.random() < this.slow];
    const answer = await method(...parameters);
    if (isSlow) await wait(Math.random() * LONGEST_ANSWER_MS);
    const options = parameters.at(-1) as { signal?: AbortSignal } | undefined;
    options?.signal?.throwIfAborted();
    if (isLost) throw unreachable();
    return answer;
  }

  #subscribe(truth: MemorySource, listener: (event: SourceEvent) => void): () => void {
    const onTheWay: SourceEvent[] = [];
    let isOver = false;
    let isEmptying = false;
    const empty = async (): Promise<void> => {
      isEmptying = true;
      for (let event; !isOver && (event = onTheWay.shift()); ) {
        if (Math.random() < this.late) await wait(Math.random() * LONGEST_EVENT_MS);
        if (!isOver) listener(event);
        if (!isOver && Math.random() < this.twice) listener(event);
      }
      isEmptying = false;
    };
    const stop = truth.subscribe((event) => {
      if (event.type !== 'connection' && Math.random() < this.deaf) {
        void wait(NOTICED_MS).then(() => isOver || listener({ type: 'reset' }));
        return;
      }
      onTheWay.push(event);
      if (!isEmptying) void empty();
    });
    return () => {
      isOver = true;
      stop();
    };
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
