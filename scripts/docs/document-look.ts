import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elementNamed, type CssProperty, type Named, type Plugin } from './manifest.js';

const VIEW = 'src/view';

/** What a page may style is documented where it is made: in the comments of the view's modules and style sheets. */
interface LookDocs {
  /** `@csspart name - What it is.` */
  readonly parts: readonly Named[];
  /** `@cssprop --inbox-name - What it is. (default)` */
  readonly properties: readonly CssProperty[];
}

/** Adds the view's `@csspart` and `@cssprop` comments to `<inbox-widget>`. */
export function documentLook(): Plugin {
  return {
    name: 'document-look',
    packageLinkPhase({ customElementsManifest }) {
      const element = elementNamed(customElementsManifest, 'inbox-widget');
      const { parts, properties } = readLook();
      element.cssParts = [...(element.cssParts ?? []), ...parts];
      element.cssProperties = [...(element.cssProperties ?? []), ...properties];
    },
  };
}

function readLook(): LookDocs {
  const comments = readdirSync(VIEW, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|css)$/.test(name))
    .sort()
    .flatMap((name) => commentsOf(readFileSync(join(VIEW, name), 'utf8')));
  return {
    parts: comments.flatMap((comment) => tags(comment, /@csspart ([\w-]+) - ([^@]+)/g)),
    properties: comments.flatMap((comment) => tags(comment, /@cssprop (--[\w-]+) - ([^@]+)/g)).map(withDefault),
  };
}

/** The text of each block comment, on one line, without its stars. */
function commentsOf(source: string): string[] {
  return [...source.matchAll(/\/\*+([\s\S]*?)\*\//g)].map(([, text = '']) => text.replace(/\n\s*\*? ?/g, ' '));
}

function tags(comment: string, pattern: RegExp): Named[] {
  return [...comment.matchAll(pattern)].map(([, name = '', description = '']) => ({ name, description: description.trim() }));
}

/** `Space between things. (4px)` → the default is `4px`. */
function withDefault({ name, description = '' }: Named): CssProperty {
  const parts = /^(.*?)\s*\((.+)\)$/.exec(description);
  return parts ? { name, description: parts[1] ?? '', default: parts[2] ?? '' } : { name, description };
}
