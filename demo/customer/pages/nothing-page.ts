import { html } from 'hono/html';
import type { User } from '../options.js';
import { layout, type Html } from './layout.js';

/** Where an address leads nowhere, or to another company's page. */
export function nothingPage(path: string, user: User | null): Html {
  const body = html`<section class="sheet"><h1>There is nothing at this address</h1><p><a href="/">To the messages</a></p></section>`;
  return layout({ title: 'Nothing here', path, user, body });
}
