import { html } from 'hono/html';
import type { User } from '../options.js';
import { layout, ownScript, type Html } from './layout.js';

/** A single-page app that imports the module; no token is in the page, the element fetches its first one. */
export function appPage(user: User, serviceUrl: string): Html {
  return layout({
    title: 'Messages',
    path: '/app',
    user,
    head: html`<meta name="inbox-service" content="${serviceUrl}">
${ownScript('app.ts')}
${ownScript('panel/panel.ts')}`,
    body: html`<h1 class="visually-hidden">Messages</h1>
<div id="app"></div>
<section id="panel" class="panel" aria-label="Behind the scenes"></section>`,
  });
}
