import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icon, type IconName } from '../icons.js';

/** What a button does when it is pressed. */
export type Press = (event: MouseEvent) => unknown;

/**
 * A button that shows only an icon.
 *
 * @param options.disabled It does nothing at present, but keeps its place and the focus.
 */
export const iconButton = (
  name: IconName,
  label: string,
  press: Press,
  { part, className = '', size = 'icon-small', disabled = false }: { part?: string; className?: string; size?: string; disabled?: boolean } = {},
): TemplateResult =>
  html`<button class="icon-button ${className}" part=${part ?? nothing} type="button" aria-disabled=${disabled || nothing} aria-label=${label} title=${label} @click=${press}>${icon(name, size)}</button>`;

/**
 * A button with words.
 *
 * @param options.title The same words, for where a lack of room leaves only an icon.
 */
export const button = (
  label: unknown,
  press: Press,
  { part, className = 'button', title }: { part?: string; className?: string; title?: string } = {},
): TemplateResult =>
  html`<button class=${className} part=${part ?? nothing} title=${title ?? nothing} type="button" @click=${press}>${label}</button>`;
