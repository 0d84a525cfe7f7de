import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { InboxError } from '../../errors.js';
import type { ConversationQuery } from '../../inbox/model.js';
import type { ThreadState } from '../../inbox/state.js';
import { icon, type IconName } from '../icons.js';
import type { Notice } from '../notice.js';
import type { ScreenUi, Ui } from '../ui.js';
import { button, type Press } from './controls.js';

/** An icon, a sentence, and what can be done about it. */
const panel = (name: IconName, title: string, text: unknown, rest: unknown = nothing): TemplateResult =>
  html`<div class="panel scroller" part="panel">
    ${icon(name)}
    <h2 class="panel-title" part="panel-title">${title}</h2>
    <p class="panel-text">${text}</p>
    ${rest}
  </div>`;

const panelButton = (label: unknown, press: Press, className?: string): TemplateResult =>
  button(label, press, { part: 'panel-button', className });

/** In place of everything: nobody has written yet. */
export const emptyInboxPanel = ({ t }: Ui): TemplateResult =>
  html`<slot name="empty">${panel('tray', t('emptyTitle'), t('emptyText'))}</slot>`;

/** In place of the rows, where a search or a filter leaves none. */
export const emptyListPanel = ({ q }: ConversationQuery, { t, list }: ScreenUi): TemplateResult =>
  q
    ? panel('search', t('nothingFound', { query: q }), t('nothingFoundText'), panelButton(t('clearSearch'), list.showAll))
    : panel('tray', t('nothingHere'), t('nothingHereText'), panelButton(t('showAll'), list.showAll));

/** In place of the rows or of a thread: it could not be loaded. */
export const failedPanel = ({ t, store }: ScreenUi): TemplateResult =>
  panel('offline', t('notLoaded'), t('notLoadedText'), panelButton(t('retry'), () => store.reload()));

/** Whether a conversation proved not to be there at all, be it deleted or somebody else’s. */
export const isGone = ({ error }: ThreadState): boolean => error?.status === 404;

/** In place of a thread that is not there. */
export const gonePanel = ({ t, screen }: ScreenUi): TemplateResult =>
  panel('bubbles', t('gone'), t('choose'), panelButton(t('back'), () => screen.leave({ closes: true })));

/** In place of a thread: none is open. */
export const choosePanel = ({ t }: Ui): TemplateResult =>
  panel('bubbles', t('choose'), withKeys(t('chooseHint', { up: '`↑`', down: '`↓`', enter: '`Enter`' })));

/**
 * In place of everything: the user is signed out.
 *
 * @param isAsking It is being found out whether they can go on.
 */
export const endedPanel = (
  title: 'endedTitle' | 'endedStill',
  isWiped: boolean | undefined,
  isAsking: boolean,
  { t, format }: Ui,
  proceed: Press,
): TemplateResult => {
  const label = html`${isAsking ? icon('turning') : nothing}${t('continue')}`;
  const text = format.sentences(t('endedText'), isWiped ? '' : t('draftsKept'));
  return html`<slot name="ended">${panel('key', t(title), text, panelButton(label, proceed, 'button button-primary'))}</slot>`;
};

/** In place of everything, for whoever runs the page: what is wrong and how to fix it. */
export const misconfiguredPanel = ({ code, message }: InboxError, { t }: Ui): TemplateResult =>
  panel(
    'code',
    t('misconfiguredTitle'),
    t('misconfiguredText'),
    html`<div class="remedy" part="remedy" lang="en" dir="ltr">
      <p class="remedy-code">${code}</p>
      <p>${message}</p>
    </div>`,
  );

/** One calm line above everything, for what concerns the whole inbox. */
export function noticeTemplate(notice: Notice | null, { t, screen }: ScreenUi): TemplateResult | typeof nothing {
  if (!notice) return nothing;
  const { kind } = notice;
  const passes = kind === 'offline' || kind === 'reconnecting';
  return html`<div class="notice" part="notice">
    ${icon(kind === 'offline' ? kind : passes ? 'turning' : 'alert', 'icon-small')}<span>${t(kind, notice.values)}</span>${passes
      ? nothing
      : button(t('dismiss'), screen.dismiss, { className: 'text-button' })}
  </div>`;
}

/** A text in which keys stand between backticks. */
const withKeys = (text: string): unknown[] => text.split('`').map((piece, index) => (index % 2 ? html`<kbd>${piece}</kbd>` : piece));
