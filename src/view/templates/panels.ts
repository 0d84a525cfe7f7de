import { html, nothing, type TemplateResult } from 'lit';
import type { InboxError } from '../../errors.js';
import type { ConversationQuery } from '../../inbox/model.js';
import { icon, type IconName } from '../icons.js';
import type { Notice } from '../notice-board.js';
import type { Ui } from '../ui.js';

/** A picture, a sentence, and what can be done about it. */
function panel(name: IconName, title: string, rest: unknown): TemplateResult {
  return html`<div class="panel" part="panel">
    ${icon(name)}
    <h2 class="panel-title" part="panel-title">${title}</h2>
    ${rest}
  </div>`;
}

const text = (content: unknown): TemplateResult => html`<p class="panel-text">${content}</p>`;

const button = (label: string, action: () => void, primary = false): TemplateResult =>
  html`<button class="button ${primary ? 'button-primary' : ''}" part="panel-button" type="button" @click=${action}>
    ${label}
  </button>`;

/** In place of everything: nobody has written yet. */
export const emptyInboxPanel = ({ t }: Ui): TemplateResult =>
  html`<slot name="empty">${panel('tray', t('emptyTitle'), text(t('emptyText')))}</slot>`;

/** In place of the rows: a search or a filter leaves none. */
export function emptyListPanel({ q }: ConversationQuery, { t, on }: Ui): TemplateResult {
  return q
    ? panel('search', t('nothingFound', { query: q }), [text(t('nothingFoundText')), button(t('clearSearch'), on.showAll)])
    : panel('tray', t('nothingHere'), [text(t('nothingHereText')), button(t('showAll'), on.showAll)]);
}

/** In place of the rows or of a thread. */
export const failedPanel = ({ t, on }: Ui): TemplateResult =>
  panel('offline', t('notLoaded'), [text(t('notLoadedText')), button(t('retry'), on.reload)]);

/** In place of a thread. */
export function choosePanel({ t }: Ui): TemplateResult {
  const keys: Record<string, string> = { up: '↑', down: '↓', enter: 'Enter' };
  // A pattern in brackets makes every second piece the name of a key.
  const hint = t('chooseHint').split(/\{(\w+)\}/);
  return panel(
    'bubbles',
    t('choose'),
    text(hint.map((piece, index) => (index % 2 ? html`<kbd>${keys[piece] ?? piece}</kbd>` : piece))),
  );
}

/** In place of everything: the user is signed out. */
export const endedPanel = ({ t, on }: Ui): TemplateResult =>
  html`<slot name="ended"
    >${panel('key', t('endedTitle'), [text(t('endedText')), button(t('continue'), on.proceed, true)])}</slot
  >`;

/** In place of everything, for whoever runs the page: what is wrong and how to mend it. */
export const misconfiguredPanel = ({ code, message }: InboxError, { t }: Ui): TemplateResult =>
  panel('code', t('misconfiguredTitle'), [
    text(t('misconfiguredText')),
    html`<div class="remedy" part="remedy" lang="en" dir="ltr">
      <p class="remedy-code">${code}</p>
      <p>${message.split('`').map((piece, index) => (index % 2 ? html`<code>${piece}</code>` : piece))}</p>
    </div>`,
  ]);

/** One calm line above everything, for what concerns the whole inbox. */
export function noticeTemplate(notice: Notice | null, { t, on }: Ui): TemplateResult | typeof nothing {
  if (!notice) return nothing;
  const { kind } = notice;
  const passes = kind === 'offline' || kind === 'reconnecting';
  return html`<div class="notice" part="notice" data-kind=${kind}>
    ${icon(kind === 'offline' ? kind : passes ? 'turning' : 'alert', 'icon-small')}<span>${t(kind, { ...notice })}</span>
    ${!passes
      ? html`<button class="text-button" type="button" @click=${on.dismiss}>${t('dismiss')}</button>`
      : nothing}
  </div>`;
}
