import { html } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Attachment } from '../inbox/model.js';
import type { InboxState } from '../inbox/state.js';
import type { Announcer } from './announcer.js';
import { ComposerPane } from './composer-pane.js';
import { startOfDay } from './formats.js';
import { ImageViewer } from './image-viewer.js';
import { isForInputMethod } from './keys.js';
import { ListPane } from './list-pane.js';
import { LogPane } from './log-pane.js';
import { NoticeBoard, type Notice } from './notice-board.js';
import { find, type PaneHost } from './pane.js';
import { Pictures } from './pictures.js';
import { Seen } from './seen.js';
import { listTemplate } from './templates/list.js';
import { emptyInboxPanel, noticeTemplate } from './templates/panels.js';
import { firstLoadTemplate, nothingOpenTemplate, threadTemplate } from './templates/thread.js';
import type { Ui, ViewHandlers } from './ui.js';
import type { Condition } from './view-options.js';

/** One day later, whatever a change of clocks does to it. */
const NEXT_DAY_MS = 27 * 3_600_000;
/** A file's address is needed until the browser has begun to save it. */
const SAVING_MS = 1_000;

/** List and thread of a store on screen, and everything that a person can do there. */
export class Screen {
  readonly #host: PaneHost;
  readonly #announcer: Announcer;
  readonly #list: ListPane;
  readonly #log: LogPane;
  readonly #composer: ComposerPane;
  readonly #pictures: Pictures;
  readonly #viewer: ImageViewer;
  readonly #notices: NoticeBoard;
  readonly #seen: Seen;
  readonly #ui: () => Ui;
  #notice: string | null = null;
  #saidLoading = false;
  #saidFound: string | null = null;
  #boundary = 0;
  #cancelBoundary: (() => void) | null = null;
  readonly on: ViewHandlers;

  /** @param ui What templates are given at the moment. */
  constructor(host: PaneHost, announcer: Announcer, ui: () => Ui, proceed: () => void) {
    const { store } = host;
    this.#host = host;
    this.#announcer = announcer;
    this.#ui = ui;
    this.#list = new ListPane(host);
    this.#log = new LogPane(host);
    this.#composer = new ComposerPane(host, () => this.#log.toEnd());
    this.#pictures = new Pictures((id, signal) => store.download(id, signal), host.requestRender);
    this.#viewer = new ImageViewer(host.frame, this.#pictures);
    this.#notices = new NoticeBoard(host.clock, host.requestRender);
    this.#seen = new Seen(host.frame, () => this.#markRead());
    this.on = this.#handlers(proceed);
  }

  get isPicture(): (attachment: Attachment) => boolean {
    return this.#pictures.isPicture;
  }

  template(ui: Ui, condition: Condition, withoutComposer: boolean): unknown {
    const { state } = this.#host.store;
    const notice = this.#notices.notice(state, condition);
    this.#say(state, notice, ui);
    const { status, ids, query } = state.list;
    const isEmpty = status === 'ready' && !ids.length && state.openId === null;
    if (isEmpty && query.filter === 'all' && !query.channel && !query.q) {
      return [noticeTemplate(notice, ui), emptyInboxPanel(ui)];
    }
    return html`${noticeTemplate(notice, ui)}${listTemplate(this.#list.model(state), ui)}${keyed(
      state.openId,
      state.openId === null
        ? status === 'loading' && !ids.length && !query.q
          ? firstLoadTemplate(ui)
          : nothingOpenTemplate(ui)
        : this.#thread(state, state.openId, ui, withoutComposer),
    )}`;
  }

  /** Puts in order what can only be once everything is drawn. */
  rendered(): void {
    const { state } = this.#host.store;
    const thread = state.threads.get(state.openId ?? '');
    this.#list.rendered();
    this.#log.rendered(thread);
    this.#composer.rendered();
    this.#pictures.fill(this.#host.frame, (id) => this.#images().find((image) => image.id === id));
    this.#markRead();
    this.#planBoundary(state);
  }

  focus(): void {
    const { openId } = this.#host.store.state;
    if (openId === null || !this.#composer.focus()) this.#list.focusRow(openId);
  }

  /** What had the focus is gone: the nearest thing takes it, so that the keyboard does not begin anew. */
  recoverFocus(): void {
    const log = find(this.#host, '.log[part]');
    if (log?.clientHeight) log.focus({ preventScroll: true });
    else this.#list.focusRow(null);
  }

  /** Escape clears the search, then leads from the thread to its row. */
  readonly escape = (event: KeyboardEvent): void => {
    const from = event.target as Element;
    if (event.key !== 'Escape' || isForInputMethod(event)) return;
    const handled = from.matches('.search-field') ? this.#list.clearSearch() : !!from.closest('.thread') && this.#leave();
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  };

  dispose(): void {
    this.#list.dispose();
    this.#pictures.dispose();
    this.#viewer.close();
    this.#notices.dispose();
    this.#seen.dispose();
    this.#cancelBoundary?.();
  }

  #thread(state: InboxState, openId: string, ui: Ui, withoutComposer: boolean): unknown {
    const conversation = state.conversations.get(openId);
    const thread = state.threads.get(openId);
    return threadTemplate(
      {
        ...this.#log.model(state, thread),
        conversation,
        status: thread?.status ?? 'loading',
        loadingOlder: thread?.loadingOlder ?? false,
        clientName: state.inbox?.client.name ?? '',
        typing: state.typing.has(openId),
        dropping: this.#composer.dropping,
        composer: withoutComposer || !conversation ? null : this.#composer.model(state, conversation),
      },
      ui,
    );
  }

  #say({ list }: InboxState, notice: Notice | null, { t }: Ui): void {
    if (list.status === 'loading' && !list.ids.length && !this.#saidLoading) {
      this.#saidLoading = true;
      this.#announcer.say(t('loading'));
    }
    if (list.status === 'ready') {
      if (list.query.q && list.query.q !== this.#saidFound) this.#announcer.say(t('found', { count: list.ids.length }));
      this.#saidFound = list.query.q;
    }
    const kind = notice?.kind ?? null;
    if (notice && kind !== this.#notice) this.#announcer.say(t(notice.kind, { ...notice }));
    this.#notice = kind;
  }

  /** The newest message counts as read once it is in sight. */
  #markRead(): void {
    const { openId, conversations, threads } = this.#host.store.state;
    if (openId === null || !conversations.get(openId)?.unread) return;
    if (threads.get(openId)?.status === 'ready' && this.#log.atEnd && this.#seen.now) this.#host.store.markRead(openId);
  }

  /** Draws anew when the day is over, or a channel's window for replies. */
  #planBoundary({ openId, conversations }: InboxState): void {
    const now = this.#host.clock.now();
    const midnight = startOfDay(startOfDay(now) + NEXT_DAY_MS);
    const replyUntil = Date.parse(conversations.get(openId ?? '')?.replyUntil ?? '');
    const boundary = replyUntil > now ? Math.min(midnight, replyUntil) : midnight;
    if (boundary === this.#boundary) return;
    this.#boundary = boundary;
    this.#cancelBoundary?.();
    this.#cancelBoundary = this.#host.clock.after(boundary - now, () => {
      this.#boundary = 0;
      this.#host.requestRender();
    });
  }

  /** Back to the list, where it does not stand beside the thread; beside it, only the focus goes back. */
  #leave(always = false): true {
    const { store } = this.#host;
    const { openId } = store.state;
    const isBehind = !find(this.#host, '.list')?.clientHeight;
    if (isBehind || always) store.open(null);
    this.#host.renderNow();
    this.#list.focusRow(openId);
    return true;
  }

  #toggleStatus(): void {
    const { openId, conversations } = this.#host.store.state;
    const conversation = conversations.get(openId ?? '');
    if (!conversation) return;
    this.#host.store.setStatus(conversation.id, conversation.status === 'open' ? 'closed' : 'open');
  }

  /** Pictures of the open thread, in order. */
  #images(): Attachment[] {
    const { openId, threads, outbox } = this.#host.store.state;
    const shown = new Set([...this.#host.frame.querySelectorAll<HTMLElement>('.log img')].map((image) => image.dataset.attachment));
    const messages = [...(threads.get(openId ?? '')?.messages ?? []), ...outbox];
    return messages.flatMap(({ attachments }) => attachments).filter(({ id }) => shown.has(id));
  }

  async #save({ id, name }: Attachment): Promise<void> {
    try {
      const blob = await this.#host.store.download(id);
      const link = this.#host.frame.ownerDocument.createElement('a');
      const address = this.#pictures.address(new Blob([blob], { type: 'application/octet-stream' }));
      link.href = address.url;
      link.download = name;
      link.click();
      this.#host.clock.after(SAVING_MS, address.revoke);
      this.#notices.notDownloaded(null);
    } catch {
      this.#notices.notDownloaded(name);
    }
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#log.copied();
      this.#announcer.say(this.#ui().t('copied'));
    } catch {
      // Where the page's policy forbids it, the text is selected, and one key away from being copied.
      const bubble = find(this.#host, '.message:has(.message-tools) > .bubble');
      if (bubble) getSelection()?.selectAllChildren(bubble);
    }
  }

  #handlers(proceed: () => void): ViewHandlers {
    const { store } = this.#host;
    const list = this.#list;
    const log = this.#log;
    const composer = this.#composer;
    return {
      searchInput: list.searchInput,
      clearSearch: list.clearSearch,
      showAll: list.showAll,
      setFilter: list.setFilter,
      setChannel: list.setChannel,
      listScroll: list.scrolled,
      listKeydown: list.keydown,
      listClick: list.clicked,
      listFocus: list.focused,
      loadMore: () => store.loadMoreConversations(),
      back: () => void this.#leave(),
      toggleStatus: () => this.#toggleStatus(),
      markUnread: () => {
        const { openId } = store.state;
        if (openId === null) return;
        store.markUnread(openId);
        // Left open, it would be read again at once.
        this.#leave(true);
      },
      logScroll: log.scrolled,
      logKeydown: log.keydown,
      logPointer: log.pointed,
      jump: log.jump,
      copy: (text) => void this.#copy(text),
      retry: (key) => store.retry(key),
      discard: (key) => store.discard(key),
      openImage: (attachment) => {
        const images = this.#images();
        this.#viewer.open(images, images.findIndex(({ id }) => id === attachment.id), this.#ui());
      },
      save: (attachment) => void this.#save(attachment),
      fieldInput: composer.input,
      fieldKeydown: composer.keydown,
      paste: composer.paste,
      attach: composer.attach,
      filesChosen: composer.filesChosen,
      dragOver: composer.dragOver,
      dragLeave: composer.dragLeave,
      drop: composer.drop,
      unstage: composer.unstage,
      submit: composer.submit,
      reload: () => store.reload(),
      proceed,
      dismiss: () => {
        store.dismissRefused();
        this.#notices.notDownloaded(null);
      },
    };
  }
}
