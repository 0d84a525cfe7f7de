import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { User } from '../options.js';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

type Link = readonly [path: string, word: string];

/** How the widget can be put in a page; each of them a page of the demo. */
const WAYS: readonly Link[] = [
  ['/', 'Snippet'],
  ['/app', 'Module'],
  ['/strict', 'Strict policy'],
  ['/playground', 'Playground'],
];

export interface PageParts {
  readonly title: string;
  /** Path of this page, to mark it in the menus. */
  readonly path: string;
  /** `null` where nobody is signed in. */
  readonly user: User | null;
  readonly head?: Html;
  readonly body: Html;
}

/** One page of the back office. Nothing in it is inline, so that the strictest policy lets it pass. */
export function layout({ title, path, user, head = raw(''), body }: PageParts): Html {
  const isWay = WAYS.some(([way]) => way === path);
  const company = user?.company.name ?? 'Fjord & Pine';
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${company}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/customer.css">
${head}
</head>
<body>
<header class="bar">
<a class="brand" href="/">${company}</a>
${user ? menu('Back office', 'menu', menuOf(user), isWay ? '/' : path) : ''}
${user ? account(user) : ''}
</header>
${isWay ? menu('Ways to put the inbox in a page', 'ways', WAYS, path) : ''}
<main>
${body}
</main>
</body>
</html>`;
}

/** A script of this demo's own, served from its source. */
export function ownScript(path: string): Html {
  return html`<script type="module" src="/demo/customer/browser/${path}"></script>`;
}

function menuOf({ company }: User): readonly Link[] {
  const links = company.sheets.map(({ path, title }): Link => [path, title]);
  links.splice(2, 0, ['/', 'Messages']);
  return links;
}

function menu(label: string, className: string, links: readonly Link[], here: string): Html {
  return html`<nav class="${className}" aria-label="${label}">${links.map(
    ([path, word]) => html`<a href="${path}"${raw(path === here ? ' aria-current="page"' : '')}>${word}</a>`,
  )}</nav>`;
}

function account({ name }: User): Html {
  return html`<form class="account" method="post" action="/sign-out"><span>${name}</span><button class="quiet">Sign out</button></form>`;
}
