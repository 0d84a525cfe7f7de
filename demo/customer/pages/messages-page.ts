import { html } from 'hono/html';
import type { User } from '../options.js';
import { layout, ownScript, type Html } from './layout.js';

/**
 * The page with the snippet, as the dashboard hands it out; the backend still has to put a token in place of the
 * placeholder. Also the page under the strict policy: the snippet is the same.
 */
export function messagesPage(path: '/' | '/strict', user: User, serviceUrl: string): Html {
  return layout({
    title: 'Messages',
    path,
    user,
    head: html`<script type="module" src="${serviceUrl}/inbox-widget.js"></script>
${ownScript('panel/panel.ts')}`,
    body: html`<h1 class="visually-hidden">Messages</h1>
<inbox-widget token="[[ TOKEN ]]" refresh-endpoint="/inbox-token"></inbox-widget>
<section id="panel" class="panel" aria-label="Behind the scenes"></section>`,
  });
}
