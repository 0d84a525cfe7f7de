/**
 * The language that the page declares for an element: the nearest `lang` on it or an ancestor, through shadow roots, else
 * the reader's own. Where the page says `en` and the reader's browser prefers `en-GB`, the answer is `en-GB`: the reader's
 * dates and times.
 *
 * @returns A BCP 47 tag; not checked.
 */
export function pageLanguage(element: Element): string {
  const { language, languages } = navigator;
  for (let at: Element | null = element; at; at = at.parentElement ?? shadowHost(at)) {
    const lang = at.getAttribute('lang');
    if (lang) return languages.find((own) => own.startsWith(`${lang}-`)) ?? lang;
  }
  return language;
}

function shadowHost(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
