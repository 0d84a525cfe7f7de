import type { InboxState, ThreadState } from '../inbox/state.js';
import type { Span } from './list-window.js';
import { find, type PaneHost } from './pane.js';
import { threadItems, ThreadSequence, type ThreadItem } from './thread-items.js';
import { movedSpan, newerSpan, newestSpan, olderSpan, windowSize } from './thread-window.js';

/** So near to its end, in px, the log counts as resting there. */
const END_PX = 24;
/** The window moves when less than this part of the visible height is left beyond it. */
const MARGIN = 0.4;
/** Beyond that many new messages nobody counts. */
const COUNTED_MAX = 999;

const NONE: ReadonlySet<string> = new Set();

/** What of a thread the log shows. */
export interface LogModel {
  readonly items: readonly ThreadItem[];
  readonly atNewest: boolean;
  readonly fresh: ReadonlySet<string>;
  readonly active: string | null;
  readonly copied: boolean;
  readonly below: number | null;
}

/**
 * The log of the open thread: which of its messages are drawn, and where it is scrolled to.
 *
 * The log's box is reversed, so that its scroll position counts from its end (0, and negative above): it rests at its
 * end by itself. Away from there, what is being read is held by measuring it before and after each render.
 */
export class LogPane {
  readonly #host: PaneHost;
  #conversationId: string | null = null;
  #sequence = new ThreadSequence([], []);
  #span: Span = { start: 0, end: 0 };
  /** Key of the window's first message, by which it is found again among others. */
  #firstKey: string | undefined;
  /** Key of the newest message that has been seen, or was there when the thread was opened. */
  #seenKey: string | undefined;
  #newestKey: string | undefined;
  #fresh: ReadonlySet<string> = NONE;
  #active: string | null = null;
  #copied = false;
  #atEnd = true;
  /** The end is so far off that a way back there helps. */
  #isFar = false;
  #lastTop = 0;
  #viewport = 0;
  #anchors: { node: Element; top: number }[] = [];

  constructor(host: PaneHost) {
    this.#host = host;
  }

  /** The newest message is in sight. */
  get atEnd(): boolean {
    return this.#atEnd;
  }

  /** What is to be drawn of the open thread. Measures what is being read, so that `rendered()` can hold it. */
  model(state: InboxState, thread: ThreadState | undefined): LogModel {
    const { openId, outbox } = state;
    const outgoing = outbox.filter((one) => one.conversationId === openId);
    const sequence = new ThreadSequence(thread?.messages ?? [], outgoing);
    if (openId !== this.#conversationId) this.#restart(openId);
    this.#follow(sequence);
    const atNewest = this.#span.end === sequence.length;
    return {
      items: threadItems(sequence, this.#span, thread?.unreadFrom ?? null),
      atNewest,
      fresh: this.#fresh,
      active: this.#active,
      copied: this.#copied,
      below: this.#below(atNewest),
    };
  }

  /** Puts what only a drawn log has in order: its place, older messages where there is room for them. */
  rendered(thread: ThreadState | undefined): void {
    const log = this.#log;
    if (!log) return;
    this.#viewport = log.clientHeight;
    const held = this.#anchors.find(({ node }) => node.isConnected);
    this.#anchors = [];
    if (held && !this.#atEnd) {
      const moved = held.node.getBoundingClientRect().top - held.top;
      if (moved) log.scrollTop += moved;
    }
    this.#lastTop = log.scrollTop;
    const hasRoom = log.clientHeight > 0 && log.scrollHeight <= log.clientHeight;
    if (hasRoom && thread?.status === 'ready' && !thread.error) this.#older(thread);
  }

  readonly scrolled = (): void => {
    const log = this.#log;
    if (!log) return;
    const { scrollTop, scrollHeight, clientHeight } = log;
    const moved = scrollTop - this.#lastTop;
    const before = `${this.#atEnd}${this.#isFar}`;
    this.#lastTop = scrollTop;
    this.#atEnd = this.#span.end === this.#sequence.length && -scrollTop < END_PX;
    const margin = clientHeight * MARGIN;
    this.#isFar = -scrollTop > margin;
    if (moved < 0 && scrollHeight - clientHeight + scrollTop < margin) this.#older(this.#thread);
    else if (moved > 0 && -scrollTop < margin) this.#newer();
    if (`${this.#atEnd}${this.#isFar}` !== before) this.#host.requestRender();
  };

  /** To the newest message. The focus stays on the log, where the way went. */
  readonly jump = (): void => {
    this.toEnd();
    this.#log?.focus({ preventScroll: true });
  };

  /** The text of the message that is pointed at has been copied. */
  copied(): void {
    this.#copied = true;
    this.#host.requestRender();
  }

  toEnd(): void {
    this.#atEnd = true;
    this.#span = newestSpan(this.#sequence.length, this.#size);
    this.#firstKey = this.#sequence.keyAt(this.#span.start);
    this.#host.renderNow();
    if (this.#log) this.#log.scrollTop = 0;
  }

  /** Pointing at a message, or touching it, shows its exact time and what can be done with it. */
  readonly pointed = ({ type, target }: PointerEvent): void => {
    const message = type === 'pointerleave' ? null : (target as Element).closest<HTMLElement>('.message');
    if (type === 'pointerleave' || message) this.#activate(message?.dataset.key ?? null);
  };

  /** On the log itself, the arrows walk over the messages; one that is higher than the log is scrolled through. */
  readonly keydown = (event: KeyboardEvent): void => {
    const log = this.#log;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!step || event.target !== log || !log || event.ctrlKey || event.metaKey || event.altKey) return;
    const messages = [...log.querySelectorAll<HTMLElement>('.message[data-key]')];
    const at = messages.findIndex(({ dataset }) => dataset.key === this.#active);
    const bounds = log.getBoundingClientRect();
    const now = messages[at]?.getBoundingClientRect();
    if (now && (step < 0 ? now.top < bounds.top : now.bottom > bounds.bottom)) return;
    const next = at < 0 ? lastVisible(messages, bounds) : messages[at + step];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.#activate(next.dataset.key ?? null);
    next.scrollIntoView({ block: 'nearest' });
  };

  get #log(): HTMLElement | null {
    return find(this.#host, '.log[part]');
  }

  get #thread(): ThreadState | undefined {
    const { openId, threads } = this.#host.store.state;
    return openId === null ? undefined : threads.get(openId);
  }

  get #size(): number {
    return windowSize(this.#viewport);
  }

  #activate(key: string | null): void {
    if (key === this.#active) return;
    this.#active = key;
    this.#copied = false;
    this.#host.requestRender();
  }

  #restart(conversationId: string | null): void {
    this.#conversationId = conversationId;
    this.#sequence = new ThreadSequence([], []);
    this.#span = { start: 0, end: 0 };
    this.#firstKey = this.#seenKey = this.#newestKey = undefined;
    this.#fresh = NONE;
    this.#active = null;
    this.#anchors = [];
    this.#atEnd = true;
    this.#isFar = false;
    this.#lastTop = 0;
  }

  /** Finds the window again among the messages as they are now. */
  #follow(sequence: ThreadSequence): void {
    const before = this.#sequence;
    const count = sequence.length;
    this.#sequence = sequence;
    const newest = sequence.keyAt(count - 1);
    if (newest !== this.#newestKey) {
      this.#fresh = before.length ? this.#keysSince(this.#newestKey) : NONE;
      this.#newestKey = newest;
    }
    if (this.#atEnd) {
      this.#span = newestSpan(count, this.#size);
      this.#seenKey = newest;
    } else {
      this.#hold();
      const start = sequence.indexOf(this.#firstKey, this.#span.start, before.length);
      this.#span = start < 0 ? newestSpan(count, this.#size) : movedSpan(start, count, this.#size);
    }
    this.#firstKey = sequence.keyAt(this.#span.start);
  }

  #older(thread: ThreadState | undefined): void {
    if (this.#span.start > 0) this.#move(olderSpan(this.#span, this.#sequence.length, this.#size));
    else if (thread?.hasMore && !thread.loadingOlder && this.#conversationId !== null) {
      this.#host.store.loadOlderMessages(this.#conversationId);
    }
  }

  #newer(): void {
    const { length } = this.#sequence;
    if (this.#span.end < length) this.#move(newerSpan(this.#span, length, this.#size));
  }

  #move(span: Span): void {
    this.#atEnd = false;
    this.#hold();
    this.#span = span;
    this.#firstKey = this.#sequence.keyAt(span.start);
    this.#host.requestRender();
  }

  /** Measures what is in sight, from the top: the first of it that is still there afterwards is held. */
  #hold(): void {
    const log = this.#log;
    if (!log || this.#anchors.length) return;
    const bounds = log.getBoundingClientRect();
    for (const node of log.querySelectorAll('.message[data-key]')) {
      const { top, bottom } = node.getBoundingClientRect();
      if (bottom > bounds.top && top < bounds.bottom) this.#anchors.push({ node, top });
    }
  }

  #below(atNewest: boolean): number | null {
    const count = this.#atEnd ? 0 : this.#countNew();
    return count || (!this.#atEnd && (this.#isFar || !atNewest)) ? count : null;
  }

  #countNew(): number {
    const { length } = this.#sequence;
    let count = 0;
    for (let index = length - 1; index >= 0 && count < COUNTED_MAX; index--) {
      if (this.#sequence.keyAt(index) === this.#seenKey) return count;
      const one = this.#sequence.at(index);
      if (one && 'direction' in one && one.direction === 'in') count++;
    }
    return count;
  }

  #keysSince(key: string | undefined): ReadonlySet<string> {
    const keys = new Set<string>();
    for (let index = this.#sequence.length - 1; index >= 0; index--) {
      const here = this.#sequence.keyAt(index);
      if (here === undefined || here === key) return keys;
      if (keys.size > 20) break;
      keys.add(here);
    }
    return NONE;
  }
}

const lastVisible = (messages: readonly HTMLElement[], { bottom }: DOMRect): HTMLElement | undefined =>
  messages.findLast((message) => message.getBoundingClientRect().top < bottom);
