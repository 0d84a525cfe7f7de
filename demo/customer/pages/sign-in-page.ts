import { html } from 'hono/html';
import type { User } from '../options.js';
import { layout, type Html } from './layout.js';

/** Who is it today? A demo asks for no password. */
export function signInPage(users: readonly User[], unknown: boolean): Html {
  return layout({
    title: 'Sign in',
    path: '/sign-in',
    user: null,
    body: html`<form class="sign-in" method="post" action="/sign-in">
<h1>Sign in</h1>
<p>Choose who you are. Each company has an inbox of its own.</p>
${unknown ? html`<p class="problem" role="alert">There is nobody of this name here.</p>` : ''}
${users.map(
  ({ id, name, company }) =>
    html`<button class="person" name="user" value="${id}"><span class="initial" aria-hidden="true">${name.slice(0, 1)}</span><span>${name}<small>${company.name}</small></span></button>`,
)}
</form>`,
  });
}
