import { declarations, type Member, type Plugin } from './manifest.js';

/** What the platform or Lit calls, and no page. */
const LIFECYCLE = new Set(['connectedMoveCallback', 'observedAttributes', 'properties']);

/** Leaves out of the manifest what a page has no business with, and keeps properties in the order of `static properties`. */
export function tidyMembers(): Plugin {
  const orders = new Map<string, readonly string[]>();

  return {
    name: 'tidy-members',

    analyzePhase({ ts, node }) {
      if (!ts.isClassDeclaration(node) || !node.name) return;
      for (const member of node.members) {
        if (!ts.isPropertyDeclaration(member) || member.name.getText() !== 'properties') continue;
        if (!member.initializer || !ts.isObjectLiteralExpression(member.initializer)) continue;
        orders.set(node.name.text, member.initializer.properties.map((property) => property.name?.getText() ?? ''));
      }
    },

    packageLinkPhase({ customElementsManifest }) {
      for (const declaration of declarations(customElementsManifest)) {
        const order = orders.get(declaration.name) ?? [];
        const place = ({ name }: Member): number => (order.includes(name) ? order.indexOf(name) : order.length);
        declaration.members &&= declaration.members.filter(isPublic).sort((a, b) => place(a) - place(b));
      }
    },
  };
}

function isPublic({ name, privacy }: Member): boolean {
  return !name.startsWith('#') && !LIFECYCLE.has(name) && privacy !== 'private' && privacy !== 'protected';
}
