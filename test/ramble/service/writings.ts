import type { Tab } from './tab.js';

/** A message that was taken from its field. */
export interface Sending {
  readonly tab: Tab;
  readonly conversation: string;
  /** A word that no other message has. */
  readonly mark: string;
  readonly files: number;
}

/**
 * What each tab has written. Tabs of one user share what they keep: a tab that is loaded anew may find what the other one has written
 * in a conversation, so whatever any of them wrote last will do for it.
 */
export class Writings {
  readonly sendings: Sending[] = [];
  #marks = 0;
  /** Drafts by tab and conversation; `null` where nobody knows how far it came. */
  readonly #drafts = new Map<Tab, Map<string, string | null>>();
  /** Tabs that were loaded anew, with the conversations whose draft has been seen there since. */
  readonly #reloaded = new Map<Tab, Set<string>>();

  nextMark(): string {
    return `#${++this.#marks}.`;
  }

  #draftOf(tab: Tab, conversation: string): string | null {
    const draft = this.#drafts.get(tab)?.get(conversation);
    return draft === undefined ? '' : draft;
  }

  wrote(tab: Tab, conversation: string, draft: string | null): void {
    const drafts = this.#drafts.get(tab) ?? new Map<string, string | null>();
    this.#drafts.set(tab, drafts.set(conversation, draft));
    this.#reloaded.get(tab)?.add(conversation);
  }

  reloaded(tab: Tab): void {
    this.#reloaded.set(tab, new Set());
  }

  /** @returns What is wrong with a draft that is seen in a tab. */
  compare(tab: Tab, conversation: string, seen: string): string[] {
    const own = this.#draftOf(tab, conversation);
    if (own === seen) return [];
    if (own === null) {
      this.wrote(tab, conversation, seen);
      return [];
    }
    const seenSince = this.#reloaded.get(tab);
    const tabs = [...this.#drafts.keys()].filter(({ user }) => user === tab.user);
    const kept = tabs.map((other) => this.#draftOf(other, conversation));
    // A tab that has found what another one wrote, and sends it, takes it from both.
    if (seenSince && !seenSince.has(conversation) && (kept.includes(seen) || (seen === '' && this.#isSent(own)))) {
      this.wrote(tab, conversation, seen);
      return [];
    }
    return [`the draft in ${conversation} is “${seen}”, not “${own}”`];
  }

  #isSent(draft: string): boolean {
    return draft !== '' && this.sendings.some(({ mark }) => mark.startsWith(draft));
  }
}
