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

/** What of a thread the log shows. */
export interface LogModel {
  readonly items: readonly ThreadItem[];
  /** Messages older than those could not be had. */
  readonly lacksOlder: boolean;
  /** The newest message is among them. */
  readonly atNewest: boolean;
  /** How many new messages are below, 0 for old ones only; `null` where the end is near. */
  readonly below: number | null;
  /** Key of the message that came just now. */
  readonly arrived: string | undefined;
  /** Key of the message that is pointed at. */
  readonly active: string | undefined;
  /** It was tapped. */
  readonly tapped: boolean;
  /** The text of that one has been copied. */
  readonly copied: boolean;
}

/**
 * The log of the open thread: which of its messages are drawn, and where it is scrolled to.
 *
 * The log's box is reversed, so that its scroll position counts from its end (0, and negative above): it rests at its
 * end by itself. Away from there, what is being read is held by measuring it before and after each render.
 */
export class LogPane {
  readonly #host: PaneHost;
  #openId: string | null = null;
  #sequence = new ThreadSequence([], []);
  #span: Span = { start: 0, end: 0 };
  /** Key of the window's first message, by which it is found again among others. */
  #firstKey: string | undefined;
  #newestKey: string | undefined;
  /** Key of the newest message that has been seen. */
  #seenKey: string | undefined;
  #arrived: string | undefined;
  #active: string | undefined;
  #copied = false;
  /** The last pointer was a finger. */
  #isTouch = false;
  /** The newest message is in sight. */
  atEnd = true;
  /** The end is so far off that a way back there helps. */
  #isFar = false;
  #lastTop = 0;
  /** How many messages are drawn. */
  #size = windowSize(0);
  #isMeasured = false;
  #held: { node: Element; top: number }[] = [];
  readonly #resizes = new ResizeObserver(() => {
    this.#isMeasured = false;
    this.#host.requestRender();
  });
  #observed: Element | null = null;

  constructor(host: PaneHost) {
    this.#host = host;
  }

  /** What is to be drawn of the open thread. Measures what is being read, so that `rendered()` can hold it. */
  model({ openId, outbox }: InboxState, thread: ThreadState | undefined): LogModel {
    const outgoing = outbox.filter(({ conversationId }) => conversationId === openId);
    const isOther = openId !== this.#openId;
    const before = isOther ? 0 : this.#sequence.length;
    const sequence = (this.#sequence = new ThreadSequence(thread?.messages ?? [], outgoing));
    const { length } = sequence;
    if (isOther) {
      this.#openId = openId;
      this.#active = undefined;
      this.atEnd = true;
      this.#isFar = false;
      this.#lastTop = 0;
      this.#held = [];
      this.#isMeasured = false;
    }
    const newest = sequence.keyAt(length - 1);
    if (newest !== this.#newestKey) {
      this.#arrived = before ? newest : undefined;
      this.#newestKey = newest;
    }
    if (this.atEnd) {
      this.#span = newestSpan(length, this.#size);
      this.#seenKey = newest;
    } else {
      this.#hold();
      const start = sequence.indexOf(this.#firstKey, this.#span.start, before);
      const span = movedSpan(start, length, this.#size);
      // Older ones that have been waited for are shown at once.
      this.#span = start > 0 && !this.#span.start ? olderSpan(span, length, this.#size) : span;
    }
    this.#firstKey = sequence.keyAt(this.#span.start);
    const atNewest = this.#span.end === length;
    const count = this.#countNew();
    return {
      items: threadItems(sequence, this.#span, thread?.unreadFrom ?? null),
      lacksOlder: this.lacksOlder(thread),
      atNewest,
      below: count || this.#isFar || !atNewest ? count : null,
      arrived: this.#arrived,
      active: this.#active,
      tapped: this.#isTouch,
      copied: this.#copied,
    };
  }

  /** Whether messages older than those on screen could not be had, which nobody asks for again by scrolling. */
  lacksOlder(thread: ThreadState | undefined): boolean {
    return !!thread?.error && thread.hasMore && !thread.loadingOlder && !this.#span.start;
  }

  /**
   * Puts what only a drawn log has in order: its place, and older messages where there is room for them. Measures only
   * where it must, since measuring makes the browser lay out at once what it else does once a frame.
   */
  rendered(thread: ThreadState | undefined): void {
    const log = this.#log;
    if (log !== this.#observed) {
      this.dispose();
      if ((this.#observed = log)) this.#resizes.observe(log);
    }
    if (!log) return;
    const held = this.#held.find(({ node }) => node.isConnected);
    this.#held = [];
    if (held && !this.atEnd) {
      const { scrollTop } = log;
      log.scrollTop += held.node.getBoundingClientRect().top - held.top;
      // By as much, and no more: what somebody has scrolled meanwhile is still to be told, by the event of it.
      this.#lastTop += log.scrollTop - scrollTop;
    }
    const { start, end } = this.#span;
    if (thread?.status !== 'ready' || (this.#isMeasured && end - start >= this.#size)) return;
    const { clientHeight, scrollHeight } = log;
    const before = this.#size;
    this.#size = windowSize(clientHeight);
    this.#isMeasured = clientHeight > 0;
    if (this.#size !== before) this.#host.requestRender();
    else if (clientHeight && scrollHeight <= clientHeight && !thread.error) this.#older(thread);
  }

  readonly scrolled = (): void => {
    const log = this.#log;
    if (!log) return;
    const { scrollTop, scrollHeight, clientHeight } = log;
    this.#size = windowSize(clientHeight);
    const moved = scrollTop - this.#lastTop;
    if (this.#isTouch && moved) this.#activate(null);
    const margin = clientHeight * MARGIN;
    const { openId, threads } = this.#host.store.state;
    this.#lastTop = scrollTop;
    this.atEnd = this.#span.end === this.#sequence.length && -scrollTop < END_PX;
    this.#isFar = -scrollTop > margin;
    if (moved < 0 && scrollHeight - clientHeight + scrollTop < margin) this.#older(threads.get(openId ?? ''));
    if (moved > 0 && -scrollTop < margin && this.#span.end < this.#sequence.length) this.#move(newerSpan);
    this.#host.requestRender();
  };

  /** To the newest message. The focus stays on the log, where the way went. */
  readonly jump = (): void => {
    this.toEnd();
    this.#log?.focus({ preventScroll: true });
  };

  toEnd(): void {
    this.atEnd = true;
    this.#isFar = false;
    this.#host.renderNow();
    if (this.#log) this.#log.scrollTop = 0;
  }

  /** The text of the message that is pointed at has been copied. */
  copied(): void {
    this.#copied = true;
    this.#host.requestRender();
  }

  /** Pointing at a message shows its exact time and what can be done with it. A finger that scrolls points at nothing. */
  readonly pointed = ({ type, target, pointerType }: PointerEvent): void => {
    this.#isTouch = pointerType === 'touch';
    const isLeaving = type === 'pointerleave';
    const message = isLeaving ? null : (target as Element).closest<HTMLElement>('.message');
    if (!this.#isTouch && (isLeaving || message)) this.#activate(message);
  };

  /** A tap on a message shows the same, below it and whole, and the next tap takes it away. */
  readonly tapped = ({ target }: Event): void => {
    const log = this.#log;
    if (!log || !this.#isTouch || (target as Element).closest('a, button')) return;
    const message = (target as Element).closest<HTMLElement>('.message');
    this.#activate(message?.dataset.key === this.#active ? null : message);
    this.#host.renderNow();
    log.querySelector('.message-tools')?.scrollIntoView({ block: 'nearest' });
    // What has moved for this is no scrolling of the finger's.
    this.#lastTop = log.scrollTop;
  };

  /**
   * On the log and its messages, the arrows walk from one message to the next, so that it is read, and what can be done
   * with it is the next stop; one that is higher than the log is scrolled through.
   */
  readonly keydown = (event: KeyboardEvent): void => {
    const log = this.#log;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const target = event.target as Element;
    if (!log || !step || !target.matches('.log, .message') || event.ctrlKey || event.metaKey || event.altKey) return;
    const { top, bottom } = log.getBoundingClientRect();
    const messages = [...log.querySelectorAll<HTMLElement>('.message[data-key]')];
    const box = (message: HTMLElement | undefined): DOMRect | undefined => message?.getBoundingClientRect();
    // From the one with the focus, whatever the pointer has come to lie on meanwhile.
    const at = messages.findIndex((message) => (target === log ? message.dataset.key === this.#active : message === target));
    const here = box(messages[at]);
    if (here && (step < 0 ? here.top < top : here.bottom > bottom)) return;
    const next = here ? messages[at + step] : messages.findLast((message) => (box(message)?.top ?? 0) < bottom);
    if (!next) return;
    event.preventDefault();
    this.#isTouch = false;
    this.#activate(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };

  dispose(): void {
    this.#resizes.disconnect();
  }

  get #log(): HTMLElement | null {
    return find(this.#host, '.log[part]');
  }

  #activate(message: HTMLElement | null): void {
    const key = message?.dataset.key;
    if (key === this.#active) return;
    this.#active = key;
    this.#copied = false;
    this.#host.requestRender();
  }

  #older(thread: ThreadState | undefined): void {
    if (this.#span.start) this.#move(olderSpan);
    else if (this.#openId !== null && thread?.status === 'ready' && thread.hasMore && !thread.loadingOlder) {
      this.#host.store.loadOlderMessages(this.#openId);
    }
  }

  #move(where: typeof olderSpan): void {
    this.atEnd = false;
    this.#hold();
    this.#span = where(this.#span, this.#sequence.length, this.#size);
    this.#firstKey = this.#sequence.keyAt(this.#span.start);
    this.#host.requestRender();
  }

  /** Measures what is in sight, from the top: the first of it that is still there afterwards is held. */
  #hold(): void {
    const log = this.#log;
    if (!log || this.#held.length) return;
    const bounds = log.getBoundingClientRect();
    for (const node of log.querySelectorAll('.message[data-key]')) {
      const { top, bottom } = node.getBoundingClientRect();
      if (bottom > bounds.top && top < bounds.bottom) this.#held.push({ node, top });
    }
  }

  /** Received messages since the newest one that was seen. */
  #countNew(): number {
    let count = 0;
    for (let index = this.#sequence.length - 1; index >= 0 && count < COUNTED_MAX; index--) {
      if (this.#sequence.keyAt(index) === this.#seenKey) break;
      const one = this.#sequence.at(index);
      if (one && 'direction' in one && one.direction === 'in') count++;
    }
    return count;
  }
}
