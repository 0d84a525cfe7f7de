import type ts from 'typescript';
import { declarations, elementNamed, type EventDoc, type Member, type Plugin } from './manifest.js';

/**
 * Reads the classes that extend `PageEvent`: their type is what they hand to `super()`, their data are their declared
 * fields. All of them are events of `<inbox-widget>`.
 */
export function documentEvents(): Plugin {
  const types = new Map<string, string>();

  return {
    name: 'document-events',

    analyzePhase({ ts, node, moduleDoc }) {
      if (!ts.isClassDeclaration(node) || !node.name) return;
      const name = node.name.text;
      const declaration = moduleDoc.declarations?.find((one) => one.name === name);
      const constructor = node.members.find((member) => ts.isConstructorDeclaration(member));
      if (declaration?.superclass?.name !== 'PageEvent' || !constructor) return;
      const type = /super\('([^']+)'/.exec(constructor.getText())?.[1];
      if (!type) throw new Error(`${name} hands no literal type to super().`);
      types.set(name, type);
      declaration.members = node.members.filter(ts.isPropertyDeclaration).map((field) => dataOf(ts, field));
    },

    packageLinkPhase({ customElementsManifest }) {
      elementNamed(customElementsManifest, 'inbox-widget').events = declarations(customElementsManifest).flatMap(
        ({ name, description = '' }): EventDoc[] => {
          const type = types.get(name);
          return type ? [{ name: type, type: { text: name }, description }] : [];
        },
      );
    },
  };
}

/** @param api The analyzer's own TypeScript, whose nodes these are. */
function dataOf(api: typeof ts, field: ts.PropertyDeclaration): Member {
  const comment = api
    .getJSDocCommentsAndTags(field)
    .map((doc) => api.getTextOfJSDocComment(doc.comment))
    .join(' ');
  return {
    kind: 'field',
    name: field.name.getText(),
    readonly: true,
    type: { text: field.type?.getText() ?? 'unknown' },
    ...(comment && { description: comment }),
  };
}
