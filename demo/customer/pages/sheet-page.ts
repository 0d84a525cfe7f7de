import { html } from 'hono/html';
import type { Sheet } from '../companies.js';
import type { User } from '../options.js';
import { layout, type Html } from './layout.js';

/** A table of the back office. */
export function sheetPage({ path, title, columns, rows }: Sheet, user: User): Html {
  return layout({
    title,
    path,
    user,
    body: html`<section class="sheet"><h1>${title}</h1>
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></section>`,
  });
}
