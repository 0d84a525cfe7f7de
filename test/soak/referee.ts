import { CALLS_IN_HASTE, UNREACHABLE_WAIT_MS } from '../../src/token/backoff.js';
import { classOf } from './backend.js';
import type { Backend, FaultClass } from './backend.js';
import type { Ledger } from './ledger.js';
import { BEGINNING_MS } from './machine.js';
import type { Machine } from './machine.js';
import type { CallRecord, LogReader, RequestRecord } from './network.js';
import type { SimulatedPage } from './page.js';
import type { IssuedToken, Service } from './service.js';
import type { Timeline } from './timeline.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A usable token is held this long after the end of a fault that made the endpoint unreachable, at the latest. */
export const UNREACHABLE_LIMIT_MS = 100_000;
/** … and this long after the wait that any other verdict asks for. */
export const LIMIT_MS = 15_000;
/** Pages that nothing wakes compare their clocks this often. */
const NOTICE_MS = 15_000;
const LONGEST_BACKOFF_MS = 330_000;
/** A renewal is planned from 70 % of the lifetime on; a little less, for what clocks and answers take. */
const PLANNED_PART = 0.69;
const DEFAULT_LIFETIME_MS = 8 * HOUR_MS;
const FLOOR_MS = 2_000;
/** What rounding to seconds may cost. */
const ROUNDING_MS = 1_100;
/** From an answer's head to its end, at most. */
const READING_MS = 50;
/** An answer's `Date` may be this old when it is read. */
const TRANSIT_MS = 16_000;

/** A token that came to a page. */
interface Delivered {
  readonly token: IssuedToken;
  /** When its life began, in time that the page has lived through: when it came, where the page cannot tell better. */
  readonly livedMs: number;
  /** How long it lives, in ms, as far as the page can know. */
  readonly lifetimeMs: number;
  /** True time. */
  readonly at: number;
  /** From when on the page can know that it is over, in time that the page can know of. */
  readonly overAtKnownMs: number;
  /** The page's own script offered it, or the endpoint gave it as a new one: the page has surely seen it. */
  readonly isOwn: boolean;
  /** The one planned renewal that each token is worth has been made. */
  isRenewed: boolean;
}

type BadClass = Exclude<FaultClass, 'none'> | 'rejecting';

/** All that the logs say of one page and one endpoint. */
export class OwnerFile {
  readonly page: SimulatedPage;
  readonly backend: Backend;
  readonly delivered = new Map<string, Delivered>();
  /** What the service rejected to the page, and when by what the page can know: a sleep that its clocks hide is no time passed. */
  readonly rejected = new Map<string, number>();
  newest: Delivered | null = null;
  lastCall: CallRecord | null = null;
  /** Starts of unplanned calls within the last hour. */
  starts: number[] = [];
  /** The same with planned ones that failed, which a page counts as the first of a row. */
  countedStarts: number[] = [];
  isLastPlanned = false;
  /** Nothing may be called until somebody asks; `heard`: what the page has been told since may end this, or have begun it. */
  latch: 'refused' | 'signed-out' | 'heard' | null = null;
  /** The last call that brought no token: what it met, when by what the page can know, and how many there were in a row. */
  bad: { readonly met: BadClass; readonly knownMs: number; readonly retryAfterMs: number } | null = null;
  badCount = 0;
  /** Elements that hold a lease. */
  elements = 0;
  /** When the last one left. */
  emptySince = 0;
  /** From when on a usable token must be held at any moment, as long as nothing is wrong. */
  dueAt = Infinity;

  constructor(page: SimulatedPage, backend: Backend) {
    this.page = page;
    this.backend = backend;
  }
}

export interface RefereeParts {
  readonly timeline: Timeline;
  readonly machine: Machine;
  readonly service: Service;
  readonly ledger: Ledger;
  readonly showsDate: boolean;
  /** Lets every element of this page and endpoint ask the service for news. */
  readonly probe: (file: OwnerFile) => void;
}

/**
 * Reads the servers' logs while they are written and says what does not hold.
 *
 * **Recovered.** A page is *in good order* while it runs, is seen and not throttled, its machine is awake and online,
 * endpoint and service do as they should, somebody is signed in, an element is there, and no refusal or sign-out
 * stands. From 15 s after it came into good order, or after anything else happened to it (a clock was set, a token
 * revoked or rejected, a new token asked for), a usable token is held: whoever asks for one gets it in the same
 * instant, and the service would accept it. Where the last call before met a fault, the time is 15 s after the wait
 * that its verdict asks for, and 100 s in all where it could not reach the endpoint. A wait that the limit of calls
 * itself makes necessary is added, and another 15 s after a sleep or a clock that was set, of which no event tells:
 * so often does a page compare its clocks. A token that the page cannot know to be dead (revoked; opaque; its machine's clock
 * was wrong) may be tried once: the rejection starts the 15 s anew.
 *
 * **Planned.** A call is a planned renewal if the newest token that came to the page had lived through 70 % of its life
 * by its age or by what the page's wall clock says, was not over, and this is the first call since. All others count
 * against the limits.
 *
 * **Known to be dead.** Rejected to this page before the request was sent; or lived through, by the sum of the larger of
 * what the page's two clocks said between any two moments at which it ran.
 */
export class Referee implements LogReader {
  calls = 0;
  requests = 0;
  readonly #parts: RefereeParts;
  readonly #files: OwnerFile[] = [];
  /** True time of the last moment when the machine's wall clock was wrong. */
  #clockWrongAt = -Infinity;
  /** By when all pages have noticed the last jump of the clocks. */
  #noticedAt = 0;

  constructor(parts: RefereeParts) {
    this.#parts = parts;
  }

  fileOf(page: SimulatedPage, backend: Backend): OwnerFile {
    let file = this.#files.find((one) => one.page === page && one.backend === backend);
    if (!file) this.#files.push((file = new OwnerFile(page, backend)));
    return file;
  }

  isInOrder({ page, backend, latch, elements }: OwnerFile): boolean {
    const { machine, service } = this.#parts;
    return (
      page.isAttended && machine.isOnline && backend.isGood && service.mode === 'good' && latch === null && elements > 0
    );
  }

  /** A usable token must be held now. */
  isDue(file: OwnerFile): boolean {
    return this.#parts.timeline.now >= file.dueAt && this.isInOrder(file);
  }

  /** Something has happened to some of the pages. */
  disturb(isConcerned: (file: OwnerFile) => boolean = () => true): void {
    if (!this.#parts.machine.isClockRight) this.#clockWrongAt = this.#parts.timeline.now;
    for (const file of this.#files) if (isConcerned(file)) this.#reassess(file);
  }

  /** The clocks have jumped, of which nothing tells the pages. */
  unsettleClocks(): void {
    this.#noticedAt = this.#parts.timeline.now + NOTICE_MS;
  }

  /** Somebody asked for a new token. */
  asked(file: OwnerFile): void {
    const { lastCall } = file;
    // Who asks while the page still reads an answer is answered with that.
    const isReading = lastCall !== null && this.#parts.timeline.now - (lastCall.deliveredAt ?? -Infinity) < READING_MS;
    file.latch = file.latch === 'refused' && isReading ? 'heard' : null;
    this.#reassess(file);
  }

  signedOut(file: OwnerFile): void {
    file.latch = 'signed-out';
    this.#reassess(file);
  }

  /** The page was given a token by its server or its script. */
  offered(file: OwnerFile, token: IssuedToken): void {
    this.#noteOffer(file, token, true);
    // By a clock that is wrong it may look over, and what is over begins nothing.
    if (file.latch !== null && !this.#parts.machine.isClockRight) file.latch = 'heard';
    else this.asked(file);
  }

  /** The page was told of a token by another tab; or that this has signed out, which concerns it where it knows the same client. */
  heard(file: OwnerFile, token: IssuedToken | undefined): void {
    if (token) this.#noteOffer(file, token, false);
    if (file.latch === (token ? 'refused' : null)) file.latch = 'heard';
  }

  /** The last element is gone, and with it all that was known. */
  forget(file: OwnerFile): void {
    file.delivered.clear();
    file.rejected.clear();
    file.newest = file.latch = file.bad = null;
    file.badCount = 0;
  }

  onCallSent(record: CallRecord): void {
    this.calls++;
    const { timeline, ledger, machine } = this.#parts;
    const { now } = timeline;
    const file = this.fileOf(record.page, record.backend);
    ledger.check('unasked', file.latch === null || file.latch === 'heard', now, () => {
      return `${name(file)} called though ${file.latch ?? ''}`;
    });
    const { lastCall } = file;
    const floor = floorOf(file);
    ledger.check('floor', !lastCall || now - lastCall.sentAt >= floor - 1, now, () => {
      return `${name(file)} called ${now - (lastCall?.sentAt ?? 0)} ms after its last call; the floor is ${floor} ms`;
    });
    file.isLastPlanned = this.#takePlanned(file);
    if (!file.isLastPlanned) {
      file.starts = withNewest(file.starts, now);
      file.countedStarts = withNewest(file.countedStarts, now);
      const inMinute = file.starts.filter((start) => now - start < MINUTE_MS).length;
      const inHour = file.starts.length;
      ledger.check('rate', inMinute <= 6 && inHour <= 60, now, () => {
        return `${name(file)} made ${inMinute} calls in a minute, ${inHour} in an hour`;
      });
    }
    file.lastCall = record;
    const { fault, user } = record.backend;
    const met = !machine.isOnline ? 'unreachable' : fault ? classOf(fault) : user === null ? 'refused' : 'none';
    if (met !== 'none') this.#noteBad(file, met, 0, true);
  }

  onCallDelivered({ page, backend, answer, isGivenUp, answeredAt }: CallRecord): void {
    if (!answer) return;
    const file = this.fileOf(page, backend);
    const { token, retryAfterMs } = answer;
    const isLate = token !== null && endsBeforeAnother(file, token);
    const isGood = answer.verdict === 'good' || answer.verdict === 'none';
    const verdict = isGood ? (isLate ? 'no-progress' : 'good') : (answer.verdict as BadClass);
    if (verdict === 'good') {
      file.bad = file.latch = null;
      file.badCount = 0;
    } else {
      if (verdict === 'refused' && !isGivenUp) file.latch = 'refused';
      this.#noteBad(file, verdict, retryAfterMs, isGood);
    }
    if (token) {
      const left = token.expiresAt - (answeredAt ?? 0);
      const lifetime = token.expiresAt - token.issuedAt;
      // One that is over when it comes may as well be taken for new by a machine whose clock is wrong.
      const isTold = token.kind !== 'opaque' && left > 0;
      this.#note(file, token, isTold ? (this.#parts.showsDate ? left : lifetime) : Infinity, 0, answer.verdict === 'good' && !isGivenUp);
    }
    this.#reassess(file);
  }

  onRequestSent({ page, backend, token: text, positionOf }: RequestRecord): void {
    this.requests++;
    const { timeline, ledger, service } = this.#parts;
    const { now } = timeline;
    const file = this.fileOf(page, backend);
    const { latch } = file;
    ledger.check('unasked', latch !== 'signed-out', now, () => `${name(file)} sent a token after its sign-out`);
    const delivered = file.delivered.get(text);
    const rejectedAt = file.rejected.get(text);
    const isKnownDead = delivered !== undefined && page.knownMs > delivered.overAtKnownMs + ROUNDING_MS;
    ledger.check('dead-token', rejectedAt === undefined && !isKnownDead, now, () => {
      const how = rejectedAt === undefined ? `dead since ${now - (delivered?.token.expiresAt ?? 0)} ms` : 'that was rejected';
      return `${name(file)} sent a token ${how}`;
    });
    const client = service.find(text)?.client;
    ledger.check('private', positionOf === null || positionOf === client, now, () => {
      return `${name(file)} sent a position of ${positionOf ?? ''} with a token of ${client ?? 'nobody'}`;
    });
  }

  onRequestDelivered({ page, backend, token, answer }: RequestRecord): void {
    if (answer?.status !== 401) return;
    const file = this.fileOf(page, backend);
    const isRepeated = [...file.rejected.values()].some((at) => page.knownMs - at < 2 * LONGEST_BACKOFF_MS);
    if (!file.rejected.has(token)) file.rejected.set(token, page.knownMs);
    if (isRepeated) this.#noteBad(file, 'rejecting', 0, true);
    this.#reassess(file);
  }

  /** A page that must hold a usable token gave this one to whoever asked; `null`: none at once. */
  checkHeld(file: OwnerFile, text: string | null): void {
    const { timeline, ledger, service } = this.#parts;
    const { now } = timeline;
    const token = text === null ? undefined : service.find(text);
    const isGood = text !== null && service.isGood(text);
    const isExcused = token !== undefined && !isGood && this.#cannotKnow(file, token);
    ledger.check('recovered', isGood || isExcused, now, () => {
      const ago = token ? `one dead since ${now - token.expiresAt} ms` : 'none';
      return `${name(file)} must hold a usable token since ${now - file.dueAt} ms, but holds ${ago}`;
    });
  }

  #cannotKnow(file: OwnerFile, token: IssuedToken): boolean {
    const { at, overAtKnownMs } = file.delivered.get(token.text) ?? { at: -Infinity, overAtKnownMs: Infinity };
    if (token.isRevoked || overAtKnownMs === Infinity) return true;
    // Without a `Date`, an answer that has lain somewhere looks as if it were new.
    if (!this.#parts.showsDate && file.page.knownMs < overAtKnownMs + ROUNDING_MS) return true;
    return !this.#parts.machine.isClockRight || this.#clockWrongAt >= at || this.#parts.timeline.now - token.expiresAt < TRANSIT_MS;
  }

  #noteOffer(file: OwnerFile, token: IssuedToken, isOwn: boolean): void {
    const { machine, timeline, showsDate } = this.#parts;
    const isKnown = showsDate && token.kind === 'jwt' && machine.isClockRight;
    const leftMs = isKnown ? token.expiresAt - timeline.now + TRANSIT_MS : Infinity;
    this.#note(file, token, leftMs, token.kind === 'jwt' ? timeline.now - token.issuedAt : 0, isOwn);
  }

  #note(file: OwnerFile, token: IssuedToken, leftMs: number, ageMs: number, isOwn: boolean): void {
    const { page } = file;
    if (file.delivered.has(token.text)) return;
    const wholeMs = token.expiresAt - token.issuedAt;
    const delivered: Delivered = {
      token,
      at: this.#parts.timeline.now,
      livedMs: page.livedMs - ageMs,
      // An answer's token begins to live for the page when it comes, however old it is.
      lifetimeMs: token.kind === 'jwt' || leftMs < Infinity ? Math.min(wholeMs, leftMs + ageMs) : DEFAULT_LIFETIME_MS,
      isOwn,
      overAtKnownMs: page.knownMs + leftMs,
      isRenewed: false,
    };
    file.delivered.set(token.text, delivered);
    file.newest = delivered;
  }

  #noteBad(file: OwnerFile, met: BadClass, retryAfterMs: number, isNew: boolean): void {
    file.bad = { met, knownMs: file.page.knownMs, retryAfterMs };
    if (isNew) file.badCount++;
    if (isNew && file.isLastPlanned && file.lastCall) file.countedStarts = withNewest(file.countedStarts, file.lastCall.sentAt);
    if (isNew) file.isLastPlanned = false;
  }

  #takePlanned({ newest, page }: OwnerFile): boolean {
    if (!newest || newest.isRenewed) return false;
    newest.isRenewed = true;
    const { token, lifetimeMs, livedMs } = newest;
    const ages = [page.livedMs - livedMs, page.wallTime() - BEGINNING_MS - token.issuedAt];
    return ages.some((age) => age >= lifetimeMs * PLANNED_PART && (age < lifetimeMs || token.kind === 'opaque'));
  }

  #reassess(file: OwnerFile): void {
    file.dueAt = Infinity;
    if (!this.isInOrder(file)) return;
    const { timeline } = this.#parts;
    const { now } = timeline;
    const { countedStarts } = file;
    const isUnanswered = file.lastCall !== null && file.lastCall.deliveredAt === null;
    const met = file.bad?.met ?? (isUnanswered ? 'unreachable' : null);
    // A wait is as long as the page can tell, whose clocks may both have lost a part of it.
    const waitedMs = file.page.knownMs - (file.bad?.knownMs ?? 0);
    const budgetUntil = Math.max(budgetFree(countedStarts, 6, MINUTE_MS), budgetFree(countedStarts, 60, HOUR_MS));
    const until = Math.max(now, this.#noticedAt, now + waitOf(file) - waitedMs, budgetUntil);
    const dueAt = (file.dueAt = until + (met === 'unreachable' ? UNREACHABLE_LIMIT_MS : LIMIT_MS));
    timeline.at(dueAt, () => {
      if (file.dueAt === dueAt && this.isDue(file)) this.#parts.probe(file);
    });
  }
}

/** The longest wait that the last failed call asks for. */
function waitOf({ bad, badCount, countedStarts }: OwnerFile): number {
  switch (bad?.met) {
    case 'slow-down':
      // After many calls, the pace is one that the hour's calls last for.
      return Math.max(Math.min(bad.retryAfterMs, 900_000) + 10_000, countedStarts.length < CALLS_IN_HASTE ? 0 : UNREACHABLE_WAIT_MS[1]);
    case 'misconfigured':
      return 310_000;
    case 'not-a-token':
    case 'no-progress':
      return Math.min(30_000 * 2 ** (badCount - 1), 300_000) * 1.1;
    case 'rejecting':
      return LONGEST_BACKOFF_MS;
    default:
      return 0;
  }
}

/** A token that ends before one that the page has, and that nobody has rejected, is no progress. */
function endsBeforeAnother({ delivered, rejected }: OwnerFile, { kind, expiresAt }: IssuedToken): boolean {
  const others = [...delivered.values()].filter(({ token }) => !rejected.has(token.text));
  return kind === 'jwt' && others.some(({ token }) => token.expiresAt > expiresAt);
}

function withNewest(starts: readonly number[], newest: number): number[] {
  return [...starts.filter((start) => newest - start < HOUR_MS), newest];
}

/** When the limit leaves room for two calls. */
function budgetFree(starts: readonly number[], most: number, withinMs: number): number {
  return (starts[starts.length - (most - 1)] ?? -Infinity) + withinMs;
}

function floorOf({ delivered }: OwnerFile): number {
  const lifetimes = [...delivered.values()].slice(-3).map(({ token }) => token.expiresAt - token.issuedAt - ROUNDING_MS);
  return Math.min(FLOOR_MS, ...lifetimes.map((lifetime) => lifetime / 10));
}

function name({ page, backend }: OwnerFile): string {
  return `${page.name} (${new URL(backend.url).pathname})`;
}

/** A time of the world, for messages. */
export function readable(at: number): string {
  return new Date(BEGINNING_MS + at).toISOString().slice(8, 23).replace('T', ' ');
}
