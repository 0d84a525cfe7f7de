import type { Backend, BackendAnswer } from './backend.js';
import type { Machine } from './machine.js';
import type { SimulatedPage } from './page.js';
import type { Service, ServiceAnswer } from './service.js';
import { SimulatedBody, SimulatedResponse } from './simulated-response.js';
import type { Timeline } from './timeline.js';

/** A call of an endpoint, as noted on its way. Times in ms of true time; `null`: it never came to that. */
export interface CallRecord {
  readonly page: SimulatedPage;
  readonly backend: Backend;
  readonly sentAt: number;
  answer: BackendAnswer | null;
  answeredAt: number | null;
  deliveredAt: number | null;
  /** The page did not want the answer any more when it came. */
  isGivenUp: boolean;
}

/** A request of the service, as noted on its way. */
export interface RequestRecord {
  readonly page: SimulatedPage;
  readonly backend: Backend;
  readonly token: string;
  /** The position that the request names is in this client's inbox; `null`: it names none. */
  readonly positionOf: string | null;
  readonly sentAt: number;
  answer: ServiceAnswer | null;
  deliveredAt: number | null;
}

/** Who looks into the servers' logs while they are being written. */
export interface LogReader {
  onCallSent(record: CallRecord): void;
  onCallDelivered(record: CallRecord): void;
  onRequestSent(record: RequestRecord): void;
  onRequestDelivered(record: RequestRecord): void;
}

interface Exchange {
  readonly page: SimulatedPage;
  isDone: boolean;
  body: SimulatedBody | null;
}

export interface NetworkParts {
  readonly timeline: Timeline;
  readonly machine: Machine;
  readonly service: Service;
  readonly backends: readonly Backend[];
  readonly random: () => number;
  readonly log: LogReader;
  /** Some script of the page has wrapped `fetch` in such a way that nothing can be aborted. */
  readonly ignoresAbort: boolean;
}

/** Carries what pages send, in its own time, and loses some of it. */
export class Network {
  readonly #parts: NetworkParts;
  readonly #exchanges = new Set<Exchange>();

  constructor(parts: NetworkParts) {
    this.#parts = parts;
  }

  /** The page's policy forbids the address. */
  isBlocked(url: string): boolean {
    return this.#parts.backends.some((backend) => backend.url === url && backend.fault?.kind === 'blocked');
  }

  openThingsOf(page: SimulatedPage): { requests: number; bodies: number } {
    const open = [...this.#exchanges].filter((exchange) => exchange.page === page);
    return {
      requests: open.filter(({ isDone }) => !isDone).length,
      bodies: open.filter(({ isDone, body }) => isDone && body?.isOpen).length,
    };
  }

  /** A call of a backend's endpoint. */
  call(page: SimulatedPage, url: string, init: RequestInit): Promise<Response> {
    const { timeline, machine, random, log, ignoresAbort } = this.#parts;
    const backend = this.#parts.backends.find((one) => one.url === url);
    if (!backend) throw new Error(`Nobody answers at ${url}`);
    const record: CallRecord = { page, backend, sentAt: timeline.now, answer: null, answeredAt: null, deliveredAt: null, isGivenUp: false };
    log.onCallSent(record);
    const exchange: Exchange = { page, isDone: false, body: null };
    this.#exchanges.add(exchange);
    return new Promise((resolve, reject) => {
      const fail = (reason: unknown): void => {
        exchange.isDone = true;
        this.#exchanges.delete(exchange);
        reject(reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError'));
      };
      const signal = init.signal as AbortSignal;
      signal.addEventListener('abort', () => {
        record.isGivenUp = true;
        if (ignoresAbort) this.#exchanges.delete(exchange);
        else if (exchange.isDone) exchange.body?.abort(signal.reason);
        else fail(signal.reason);
      });
      const break_ = (): void => page.run(() => !exchange.isDone && fail(new TypeError('Failed to fetch')));
      const { connection } = page;
      if (!machine.isOnline || this.isBlocked(url)) {
        timeline.after(random() * 50, break_);
        return;
      }
      timeline.after(20 + random() * 200, () => {
        if (!machine.isOnline || page.connection !== connection) return break_();
        const answer = backend.answer();
        const { reply, isSilent, thinksMs } = answer;
        record.answer = answer;
        record.answeredAt = timeline.now;
        if (isSilent) return;
        timeline.after(thinksMs + 20 + random() * 200, () => {
          if (!reply || !machine.isOnline || page.connection !== connection) return break_();
          page.run(() => {
            if (exchange.isDone) return;
            exchange.isDone = true;
            const { body, isEndless } = reply;
            if (body !== undefined || isEndless) {
              exchange.body = new SimulatedBody(isEndless ? null : (body ?? ''), (deliver) =>
                timeline.after(random() * 30, () => page.run(deliver)),
              );
            }
            record.deliveredAt = timeline.now;
            log.onCallDelivered(record);
            resolve(new SimulatedResponse(reply, exchange.body) as unknown as Response);
          });
        });
      });
    });
  }

  /** A request of the service. Resolves to `null` where no answer comes. */
  ask(page: SimulatedPage, backend: Backend, token: string, positionOf: string | null): Promise<ServiceAnswer | null> {
    const { timeline, machine, random, log, service } = this.#parts;
    const record: RequestRecord = { page, backend, token, positionOf, sentAt: timeline.now, answer: null, deliveredAt: null };
    log.onRequestSent(record);
    return new Promise((resolve) => {
      const { connection } = page;
      const break_ = (): void => page.run(() => resolve(null));
      if (!machine.isOnline) {
        timeline.after(random() * 50, break_);
        return;
      }
      timeline.after(20 + random() * 200, () => {
        if (!machine.isOnline || page.connection !== connection) return break_();
        const answer = service.answer(token);
        record.answer = answer;
        timeline.after(20 + random() * 200, () => {
          if (!machine.isOnline || page.connection !== connection) return break_();
          page.run(() => {
            record.deliveredAt = timeline.now;
            log.onRequestDelivered(record);
            resolve(answer);
          });
        });
      });
    });
  }
}
