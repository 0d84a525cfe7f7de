import type { InboxState, ListState } from '../inbox/state.js';
import type { Announcer } from './announcer.js';
import { isEverything } from './list-pane.js';
import type { Notice } from './notice.js';
import { isGone } from './templates/panels.js';
import type { Translate } from './translate.js';

type Topic = 'rows' | 'list' | 'thread' | 'notice' | 'composer';

/** Says what has changed on screen and would otherwise go unheard: each thing once, until it changes, and takes it back once it no longer holds. */
export class Narrator {
  readonly #announcer: Announcer;
  /** The text that each thing was last found to have, whether or not it was said. */
  readonly #known: Partial<Record<Topic, string | undefined>> = {};
  /** Id of the conversation that was open when its composer was last looked at. */
  #composerOf: string | null = null;
  /** It has been said how many conversations a search or filter has left. */
  #isCounted = false;

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  /**
   * Takes in what is about to be drawn.
   *
   * @param notice The line above everything.
   * @param lacksOlder Messages older than those on screen could not be fetched.
   * @param reason Why no reply can be written in the open conversation; `undefined` where one can, or where there is no composer.
   */
  follow({ list, openId, threads, conversations }: InboxState, notice: Notice | null, lacksOlder: boolean, reason: string | undefined, t: Translate): void {
    this.#followList(list, t);
    this.#say('notice', notice ? t(notice.kind, notice.values) : undefined);
    const isListLost = list.status === 'failed' || (list.error && list.status === 'ready');
    this.#say('list', isListLost ? t('notLoaded') : undefined);
    const thread = threads.get(openId ?? '');
    const isThreadLost = thread?.status === 'failed' || lacksOlder;
    this.#say('thread', thread && isThreadLost ? t(isGone(thread) ? 'gone' : 'notLoaded') : undefined);
    // Nothing is known of its composer yet.
    if (openId !== null && !conversations.has(openId)) return;
    // What was already so when the thread was opened is read along with it.
    this.#say('composer', openId === this.#composerOf ? reason : undefined);
    this.#known.composer = reason;
    this.#composerOf = openId;
  }

  #followList({ status, ids, query, hasMore }: ListState, t: Translate): void {
    const known = this.#known;
    if (status === 'loading') {
      // Once: of each later search, it is said how much it has found.
      if (!ids.length && !known.rows) this.#say('rows', t('loading'));
      this.#isCounted = false;
    } else if (!this.#isCounted) {
      // Once for each query: what comes and goes afterwards is announced in its own words.
      this.#isCounted = true;
      const found = status === 'ready' && !isEverything(query) ? t('found', { count: hasMore ? `${ids.length}+` : ids.length }) : '';
      this.#announcer.say(found, known.rows);
      known.rows = found || known.rows;
    }
  }

  #say(about: Topic, text: string | undefined): void {
    if (text !== this.#known[about]) this.#announcer.say(text, this.#known[about]);
    this.#known[about] = text;
  }
}
