import type { Plugin } from 'vite';

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Takes the sources' indentation out of Lit's templates, which minifiers leave alone: each run of white space becomes one
 * space, which a page shows alike.
 */
export function compactTemplates(): Plugin {
  return {
    name: 'compact-templates',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('/src/view/')) return null;
      let compact = '';
      let from = 0;
      for (const { start, end } of templateTexts(this.parse(code))) {
        compact += code.slice(from, start) + code.slice(start, end).replace(/\s+/g, ' ');
        from = end;
      }
      return { code: compact + code.slice(from), map: null };
    },
  };
}

/** The texts of all `html` and `svg` templates, in the order of the source. */
function templateTexts(root: unknown): AstNode[] {
  const texts: AstNode[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null && 'type' in node) {
      const { type, tag, quasi } = node as { type: string; tag?: { name?: string }; quasi?: { quasis: AstNode[] } };
      if (type === 'TaggedTemplateExpression' && (tag?.name === 'html' || tag?.name === 'svg')) texts.push(...(quasi?.quasis ?? []));
      Object.values(node).forEach(visit);
    }
  };
  visit(root);
  return texts.sort((a, b) => a.start - b.start);
}
