import { html } from 'lit/html.js';
import { highlight } from '../highlight.js';

/** The text with what was searched for marked in it. */
export const marked = (text: string, query: string): unknown =>
  query ? highlight(text, query).map((part) => (part.hit ? html`<mark>${part.text}</mark>` : part.text)) : text;
