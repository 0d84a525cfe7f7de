import type { Plugin } from 'vite';

const STAND_IN = '\0plain-style-sheets';

/**
 * Leaves out what `@lit/reactive-element` carries for browsers without constructable style sheets, half a kilobyte: the
 * inbox needs them anyway, and none of the browsers that it supports is without.
 */
export function plainStyleSheets(): Plugin {
  return {
    name: 'plain-style-sheets',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === './css-tag.js' && importer?.includes('/@lit/reactive-element/') ? STAND_IN : null;
    },
    load(id) {
      if (id !== STAND_IN) return null;
      return `
        export const supportsAdoptingStyleSheets = true;
        export class CSSResult {}
        export const css = String.raw;
        export const unsafeCSS = (text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          return sheet;
        };
        export const getCompatibleStyle = (style) => style;
        export const adoptStyles = (root, styles) => { root.adoptedStyleSheets = styles; };
      `;
    },
  };
}
