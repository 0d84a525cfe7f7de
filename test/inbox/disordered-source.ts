import { InboxError } from '../../src/errors.js';
import type { InboxSource, SourceEvent } from '../../src/inbox/inbox-source.js';
import type { MemorySource } from '../../src/inbox/memory/index.js';

type Method = (...parameters: never[]) => Promise<unknown>;

/**
 * A source between a store and the truth that a test makes slow, forgetful and repetitive: answers are made at once and
 * arrive when the test says so, events too, or twice, or never.
 */
export class DisorderedSource {
  /** What the store sees. */
  readonly source: InboxSource;
  /** Events on their way, oldest first. */
  readonly events: SourceEvent[] = [];
  readonly #past: SourceEvent[] = [];
  /** Answers on their way. */
  readonly #answers: { readonly arrive: () => void; readonly fail: (error: InboxError) => void }[] = [];
  #listener: ((event: SourceEvent) => void) | null = null;

  constructor(truth: MemorySource) {
    truth.subscribe((event) => {
      if (event.type !== 'connection') this.events.push(event);
    });
    this.source = new Proxy<InboxSource>(truth, {
      get: (target, name: keyof InboxSource) => {
        if (name === 'subscribe') return this.#subscribe;
        return (...parameters: never[]) => this.#ask((target[name] as Method).bind(target), parameters);
      },
    });
  }

  get answersOnTheirWay(): number {
    return this.#answers.length;
  }

  /** Lets one answer arrive, whichever `choice` names. */
  answer(choice: number): void {
    this.#answers.splice(choice % Math.max(1, this.#answers.length), 1)[0]?.arrive();
  }

  /** Loses one answer, though what was asked for has been done. */
  loseAnswer(choice: number): void {
    const [lost] = this.#answers.splice(choice % Math.max(1, this.#answers.length), 1);
    lost?.fail(new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.'));
  }

  /** Lets the oldest event arrive. */
  deliver(): void {
    const event = this.events.shift();
    if (!event) return;
    this.#past.push(event);
    this.#listener?.(event);
  }

  /** Lets the event that has just arrived arrive again. */
  repeat(): void {
    const event = this.#past.at(-1);
    if (event) this.#listener?.(event);
  }

  /** Lets an event arrive again that others have overtaken. */
  repeatLate(choice: number): boolean {
    const event = this.#past[choice % Math.max(1, this.#past.length)];
    if (event) this.#listener?.(event);
    return Boolean(event);
  }

  /** Lets an event arrive before those that happened earlier. */
  deliverEarly(choice: number): boolean {
    const [event] = this.events.splice(choice % Math.max(1, this.events.length), 1);
    if (event) this.#listener?.(event);
    return Boolean(event);
  }

  lose(choice: number): boolean {
    return this.events.splice(choice % Math.max(1, this.events.length), 1).length > 0;
  }

  /** All events on their way are lost, and the source has noticed it. */
  gap(): void {
    this.events.length = this.#past.length = 0;
    this.reset();
  }

  /** The source has noticed that something may have been missed. */
  reset(): void {
    this.#listener?.({ type: 'reset' });
  }

  readonly #subscribe = (listener: (event: SourceEvent) => void): (() => void) => {
    this.#listener = listener;
    return () => {
      this.#listener = null;
    };
  };

  /** The answer tells how things are when it is made, and arrives later. */
  #ask(method: Method, parameters: never[]): Promise<unknown> {
    const made = method(...parameters);
    return new Promise((resolve, reject) => {
      this.#answers.push({ arrive: () => void made.then(resolve, reject), fail: reject });
    });
  }
}
