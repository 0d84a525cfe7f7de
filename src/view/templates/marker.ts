import { html } from 'lit/html.js';
import { highlight, MARKED_MAX } from '../highlight.js';

/** Marks what was searched for in the texts of one row or message, which share the number of marks. */
export function marker(query: string): (text: string) => unknown {
  let left = MARKED_MAX;
  return (text) => {
    if (!query) return text;
    const pieces = highlight(text, query, left);
    left -= pieces.length >> 1;
    return pieces.map((piece, index) => (index % 2 ? html`<mark>${piece}</mark>` : piece));
  };
}
