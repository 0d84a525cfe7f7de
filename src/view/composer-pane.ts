import type { Conversation } from '../inbox/model.js';
import type { Draft, InboxState } from '../inbox/state.js';
import { asksToSend } from './keys.js';
import { find, type PaneHost } from './pane.js';
import type { ComposerModel } from './templates/composer.js';

const EMPTY: Draft = { text: '', attachments: [] };

/** What is written to the open conversation: the field, and the files that come by button, drop or paste. */
export class ComposerPane {
  readonly #host: PaneHost;
  readonly #sent: () => void;
  #dropping = false;
  readonly #growsByItself = CSS.supports('field-sizing', 'content');
  #grownFor: string | null = null;

  /** @param sent Called when something has been sent off. */
  constructor(host: PaneHost, sent: () => void) {
    this.#host = host;
    this.#sent = sent;
  }

  /** Files are held over the thread. */
  get dropping(): boolean {
    return this.#dropping;
  }

  model({ drafts }: InboxState, conversation: Conversation): ComposerModel {
    const draft = drafts.get(conversation.id) ?? EMPTY;
    const { replyUntil } = conversation;
    return {
      draft,
      windowOver: !!replyUntil && Date.parse(replyUntil) <= this.#host.clock.now(),
      sendable: isSendable(draft),
      largestAttachment: this.#host.store.largestAttachment,
    };
  }

  /** Where the browser does not, lets the field grow with what is in it. */
  rendered(): void {
    const field = this.#growsByItself ? null : this.#field;
    const text = field ? field.value : null;
    if (!field || text === this.#grownFor) {
      this.#grownFor = text;
      return;
    }
    this.#grownFor = text;
    this.#host.styles.set('.field', 'block-size', 'auto');
    this.#host.styles.set('.field', 'block-size', `${field.scrollHeight}px`);
  }

  focus(): boolean {
    this.#field?.focus();
    return this.#field !== null;
  }

  readonly input = (): void => {
    const id = this.#openId;
    if (id === null || !this.#field) return;
    this.#host.store.setDraftText(id, this.#field.value);
    if (this.#field.value) this.#host.store.typing(id);
  };

  readonly keydown = (event: KeyboardEvent): void => {
    if (!asksToSend(event)) return;
    event.preventDefault();
    this.#send();
  };

  readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.#send();
    this.focus();
  };

  readonly attach = (): void => find<HTMLInputElement>(this.#host, '.files')?.click();

  readonly filesChosen = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    this.#stage([...(input.files ?? [])]);
    // The same file can be chosen again.
    input.value = '';
    this.focus();
  };

  /** Pasted text stays text, also where it comes with a picture of itself, as from a spreadsheet. */
  readonly paste = (event: ClipboardEvent): void => {
    const { files, types } = event.clipboardData ?? {};
    if (!files?.length || types?.includes('text/plain')) return;
    event.preventDefault();
    this.#stage([...files]);
  };

  readonly dragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files') || !this.#field) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#setDropping(true);
  };

  readonly dragLeave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(currentTarget as Element).contains(relatedTarget as Node | null)) this.#setDropping(false);
  };

  readonly drop = (event: DragEvent): void => {
    this.#setDropping(false);
    if (!event.dataTransfer?.files.length || !this.#field) return;
    event.preventDefault();
    this.#stage([...event.dataTransfer.files]);
    this.focus();
  };

  readonly unstage = (key: string): void => {
    if (this.#openId !== null) this.#host.store.unstageFile(this.#openId, key);
    this.focus();
  };

  get #field(): HTMLTextAreaElement | null {
    return find<HTMLTextAreaElement>(this.#host, '.field');
  }

  get #openId(): string | null {
    return this.#host.store.state.openId;
  }

  #send(): void {
    const id = this.#openId;
    if (id === null || !isSendable(this.#host.store.state.drafts.get(id) ?? EMPTY)) return;
    this.#host.store.send(id);
    this.#sent();
  }

  #stage(files: readonly File[]): void {
    if (this.#openId !== null && files.length) this.#host.store.stageFiles(this.#openId, files);
  }

  #setDropping(dropping: boolean): void {
    if (dropping === this.#dropping) return;
    this.#dropping = dropping;
    this.#host.requestRender();
  }
}

/** Text or a file that is up; nothing while another still is on its way. */
const isSendable = ({ text, attachments }: Draft): boolean =>
  (text.trim() !== '' || attachments.some(({ uploaded }) => uploaded)) &&
  attachments.every(({ uploaded, error }) => uploaded ?? error);
