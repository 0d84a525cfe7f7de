/**
 * Language of an element as the page says it: the nearest `lang` of it or an ancestor, through shadow roots, else the
 * reader's own.
 *
 * @returns A BCP 47 tag; not checked.
 */
export function pageLanguage(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement ?? shadowHost(at)) {
    const lang = at.getAttribute('lang');
    if (lang) return lang;
  }
  return navigator.language;
}

function shadowHost(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
