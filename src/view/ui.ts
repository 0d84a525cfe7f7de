import type { Attachment, ConversationFilter } from '../inbox/model.js';
import type { Formats } from './formats.js';
import type { Translate } from './translate.js';

/**
 * What every template is given: words, formats, and what to call when a person does something. Another object whenever
 * everything must be drawn anew: another language, another day.
 */
export interface Ui {
  readonly t: Translate;
  readonly format: Formats;
  /** Wall clock in ms; moves on only with the day. */
  readonly now: number;
  readonly on: ViewHandlers;
  /** Whether an attachment is shown as a picture: of a safe type, and not known to fail. */
  readonly isPicture: (attachment: Attachment) => boolean;
}

/** Everything that a person can do. All are bound and stay the same for the life of the view. */
export interface ViewHandlers {
  readonly searchInput: (event: InputEvent) => void;
  readonly clearSearch: () => void;
  readonly showAll: () => void;
  readonly setFilter: (filter: ConversationFilter) => void;
  readonly setChannel: (event: Event) => void;
  readonly listScroll: () => void;
  readonly listKeydown: (event: KeyboardEvent) => void;
  readonly listClick: (event: Event) => void;
  readonly listFocus: (event: FocusEvent) => void;
  readonly loadMore: () => void;

  readonly back: () => void;
  readonly toggleStatus: () => void;
  readonly markUnread: () => void;
  readonly logScroll: () => void;
  readonly logKeydown: (event: KeyboardEvent) => void;
  readonly logPointer: (event: PointerEvent) => void;
  readonly jump: () => void;
  readonly copy: (text: string) => void;
  readonly retry: (key: string) => void;
  readonly discard: (key: string) => void;
  readonly openImage: (attachment: Attachment) => void;
  readonly save: (attachment: Attachment) => void;

  readonly fieldInput: (event: InputEvent) => void;
  readonly fieldKeydown: (event: KeyboardEvent) => void;
  readonly paste: (event: ClipboardEvent) => void;
  readonly attach: () => void;
  readonly filesChosen: (event: Event) => void;
  readonly dragOver: (event: DragEvent) => void;
  readonly dragLeave: (event: DragEvent) => void;
  readonly drop: (event: DragEvent) => void;
  readonly unstage: (key: string) => void;
  readonly submit: (event: SubmitEvent) => void;

  readonly reload: () => void;
  readonly proceed: () => void;
  readonly dismiss: () => void;
}
