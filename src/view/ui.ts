import type { InboxStoreView } from '../inbox/state.js';
import type { ComposerPane } from './composer-pane.js';
import type { FilesPane } from './files-pane.js';
import type { Formats } from './formats.js';
import type { ListPane } from './list-pane.js';
import type { LogPane } from './log-pane.js';
import type { Screen } from './screen.js';
import type { Translate } from './translate.js';

/** What every template is given. Another object whenever everything must be redrawn: another language, another day. */
export interface Ui {
  readonly t: Translate;
  readonly format: Formats;
  /** Language of the words. */
  readonly lang: string;
  /** Wall clock in ms since 1970, read once for each drawing. */
  readonly now: number;
  /** When the day of `now` began where the reader is. */
  readonly today: number;
}

/** What the templates of a store's state are given besides: what a person can do. */
export interface ScreenUi extends Ui {
  readonly store: InboxStoreView;
  readonly screen: Screen;
  readonly list: ListPane;
  readonly log: LogPane;
  readonly composer: ComposerPane;
  readonly files: FilesPane;
}
