import { html } from 'hono/html';
import type { Account } from '../accounts/accounts.js';

export { html };
/** Markup in which everything that was put into it has been escaped. */
export type Html = ReturnType<typeof html>;

export interface PageOptions {
  readonly title: string;
  /** Who is signed in; `null` on the pages before. */
  readonly account: Account | null;
  /** Address of the section that is current in the navigation. */
  readonly section?: string;
  /** One sentence on what has just been done. */
  readonly notice?: string | undefined;
  /** Addresses of modules of the page's own. */
  readonly scripts?: readonly string[];
  readonly body: Html;
}

const SECTIONS = [
  ['/dashboard', 'Overview'],
  ['/dashboard/api-keys', 'API Keys'],
  ['/dashboard/components', 'Components'],
  ['/dashboard/clients', 'Clients'],
] as const;

/** A whole page of the dashboard. It works without scripts but for copying, trying and the contact side. */
export function page({ title, account, section, notice, scripts = [], body }: PageOptions): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Inbox service</title>
        <link rel="icon" href="/dashboard/assets/icon.svg" />
        <link rel="stylesheet" href="/dashboard/assets/dashboard.css" />
        <script type="module" src="/dashboard/assets/dashboard.js"></script>
        ${scripts.map((address) => html`<script type="module" src="${address}"></script>`)}
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="/dashboard">Inbox service</a>
          ${account ? navigation(account, section) : ''}
        </header>
        <main>
          <h1>${title}</h1>
          ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''} ${body}
        </main>
      </body>
    </html>`;
}

function navigation(account: Account, section: string | undefined): Html {
  return html`<nav aria-label="Sections">
      ${SECTIONS.map(([address, name]) => {
        return html`<a href="${address}" ${section === address ? html`aria-current="page"` : ''}>${name}</a>`;
      })}
      <a href="/docs">Reference</a>
    </nav>
    <form class="account" method="post" action="/dashboard/sign-out">
      <span>${account.email}</span>
      <button class="quiet">Sign out</button>
    </form>`;
}

export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'textarea';
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly optional?: boolean;
}

/**
 * Of what was not accepted: a page's first such is where it begins, so that nobody has to look for it.
 *
 * @param describedBy Ids of what stands beside it.
 */
export function invalid(describedBy: string): Html {
  return html`aria-invalid="true" aria-describedby="${describedBy}" autofocus`;
}

/** A labelled field with its error beside it. */
export function field(options: FieldOptions): Html {
  const { name, label, value = '', type = 'text', hint, error, autocomplete = 'off', optional = false } = options;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}" autocomplete="${autocomplete}" ${optional ? '' : html`required`}
  ${error ? invalid(described) : described ? html`aria-describedby="${described}"` : ''}`;
  return html`<div class="field">
    <label for="${name}">${label}${optional ? html` <small>(optional)</small>` : ''}</label>
    ${type === 'textarea'
      ? html`<textarea rows="3" ${attributes}>${value}</textarea>`
      : html`<input type="${type}" value="${value}" ${attributes} />`}
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
  </div>`;
}

/** Text to be copied. */
export function copyable(id: string, text: string, label: string): Html {
  return html`<figure class="copyable">
    <figcaption>${label}</figcaption>
    <pre id="${id}" tabindex="0">${text}</pre>
    <copy-button for="${id}" what="${label}"></copy-button>
  </figure>`;
}

/** Where a list is empty: what belongs there, and how it comes in. */
export function empty(sentence: string, address: string, action: string): Html {
  return html`<div class="empty"><p>${sentence}</p><a class="button" href="${address}">${action}</a></div>`;
}

/** A page that asks before something is deleted. */
export function confirmDelete(what: string, consequence: string, back: string): Html {
  return html`<p>${consequence}</p>
    <form method="post" class="actions">
      <button class="danger">Delete ${what}</button>
      <a href="${back}">Keep it</a>
    </form>`;
}

/** A day in plain words; times in lists need not be exact. */
export function day(timestamp: string | null): string {
  return timestamp ? timestamp.slice(0, 16).replace('T', ' ') : 'never';
}
