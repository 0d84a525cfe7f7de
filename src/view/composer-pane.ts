import { draftOf, isOnItsWay, isSendable } from '../inbox/draft.js';
import type { InboxState, StagedAttachment } from '../inbox/state.js';
import { asksToSend } from './keys.js';
import { find, type PaneHost } from './pane.js';

/** The composer of the open conversation: the field, and the files that come by button, drop or paste. */
export class ComposerPane {
  readonly #host: PaneHost;
  readonly #onSent: () => void;
  readonly #onBusy: (staged: StagedAttachment) => void;
  /** The width and text that the field was last sized for, where the browser does not size it by itself. */
  #grownFor = '';

  /**
   * @param onSent Called when something has been sent off.
   * @param onBusy Called with a file that is being uploaded: when it has been taken, and when sending has to wait for it.
   */
  constructor(host: PaneHost, onSent: () => void, onBusy: (staged: StagedAttachment) => void) {
    this.#host = host;
    this.#onSent = onSent;
    this.#onBusy = onBusy;
  }

  /** Puts the draft into the field. If it is there already, nothing is touched, least of all the caret. */
  rendered(state: InboxState): void {
    const field = this.#field;
    if (!field) return;
    const { text } = draftOf(state, state.openId ?? '');
    if (field.value !== text) field.value = text;
    if (CSS.supports('field-sizing', 'content')) return;
    const { clientWidth } = field;
    const size = `${clientWidth} ${text}`;
    if (!clientWidth || (size === this.#grownFor && field.style.blockSize)) return;
    this.#grownFor = size;
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight}px`;
  }

  /** @returns Whether there is a field. */
  focus(): boolean {
    this.#field?.focus();
    return !!this.#field;
  }

  readonly input = (): void => {
    const { store } = this.#host;
    const text = this.#field?.value ?? '';
    store.setDraftText(this.#openId, text);
    if (text) store.typing(this.#openId);
  };

  readonly keydown = (event: KeyboardEvent): void => {
    if (asksToSend(event)) this.submit(event);
  };

  readonly submit = (event: Event): void => {
    const { store } = this.#host;
    event.preventDefault();
    const draft = draftOf(store.state, this.#openId);
    const busy = draft.attachments.find(isOnItsWay);
    if (isSendable(draft)) {
      store.send(this.#openId);
      this.#onSent();
    } else if (busy) this.#onBusy(busy);
    this.focus();
  };

  readonly attach = (): void => find(this.#host, '.files')?.click();

  readonly filesChosen = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    this.#stage(input.files);
    // So that the same file can be chosen again.
    input.value = '';
  };

  /**
   * What is pasted anywhere in the thread is meant for the reply. Formatted text stays text, even if it comes with a picture of itself,
   * as from a spreadsheet. Plain text that comes with a file is the file's name.
   */
  readonly paste = (event: ClipboardEvent): void => {
    const data = event.clipboardData as DataTransfer;
    const { files, types } = data;
    const isText = types.includes('text/plain');
    const isFormatted = isText && types.some((type) => /html|rtf/.test(type));
    const isElsewhere = event.target !== this.#field;
    if (isElsewhere && !this.focus()) return;
    if (files.length && !isFormatted) this.#stage(files, event);
    else if (isElsewhere && isText) {
      event.preventDefault();
      document.execCommand('insertText', false, data.getData('text/plain'));
    }
  };

  readonly dragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files') || !this.#field) return;
    event.preventDefault();
    markDropping(event, true);
  };

  readonly dragLeave = (event: DragEvent): void => {
    if (!(event.currentTarget as Element).contains(event.relatedTarget as Node | null)) markDropping(event, false);
  };

  readonly drop = (event: DragEvent): void => {
    markDropping(event, false);
    if (event.dataTransfer?.files.length && this.#field) this.#stage(event.dataTransfer.files, event);
  };

  unstage(key: string): void {
    this.#host.store.unstageFile(this.#openId, key);
    this.focus();
  }

  get #field(): HTMLTextAreaElement | null {
    return find<HTMLTextAreaElement>(this.#host, '.field');
  }

  /** Id of the open conversation: without one there is no composer. */
  get #openId(): string {
    return this.#host.store.state.openId ?? '';
  }

  #stage(files: FileList | null, event?: Event): void {
    const { store } = this.#host;
    const staged = (): readonly StagedAttachment[] => draftOf(store.state, this.#openId).attachments;
    const { length } = staged();
    event?.preventDefault();
    store.stageFiles(this.#openId, [...(files ?? [])]);
    // Those that are refused are announced by an alert.
    staged().slice(length).filter(isOnItsWay).forEach(this.#onBusy);
    this.focus();
  }
}

/** Shows on a thread whether files are being dragged over it. */
function markDropping({ currentTarget }: Event, isDropping: boolean): void {
  (currentTarget as Element).toggleAttribute('data-dropping', isDropping);
}
