import { html } from 'hono/html';
import type { User } from '../options.js';
import { layout, ownScript, type Html } from './layout.js';

/** Every state of the inbox by its address, without a service: the source is in memory. */
export function playgroundPage(user: User | null): Html {
  return layout({
    title: 'Playground',
    path: '/playground',
    user,
    head: ownScript('playground/playground.ts'),
    body: html`<h1 class="visually-hidden">Playground</h1>
<form id="knobs" class="knobs" aria-label="What to show"></form>
<div id="stage" class="stage"></div>`,
  });
}
