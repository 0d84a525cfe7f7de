import { declarations, elementsOf, type Declaration, type ModuleExport, type Plugin } from './manifest.js';

/** Where the package has everything that the manifest tells of: what a page imports. */
export const SHIPPED_PATH = 'dist/index.js';

/**
 * Names what is shipped instead of the sources, which are not: one module, the package's main entry, which exports every
 * declaration and defines the elements. To be the last plugin, since it takes the sources' modules away.
 */
export function shippedModules(): Plugin {
  return {
    name: 'shipped-modules',

    packageLinkPhase({ customElementsManifest }) {
      const all = declarations(customElementsManifest);
      for (const declaration of all) {
        // A class of ours that is not exported is nobody's to look up.
        if (declaration.superclass?.module) declaration.superclass = { name: 'Event', package: 'global:' };
        // Generators of wrappers and types ask each attribute for its property.
        declaration.attributes?.forEach((attribute) => {
          attribute.fieldName ??= attribute.name;
          attribute.type ??= { text: 'string' };
        });
      }
      const reference = ({ name }: Declaration) => ({ name, module: SHIPPED_PATH });
      const exports: ModuleExport[] = [
        ...all.map((one) => ({ kind: 'js' as const, name: one.name, declaration: reference(one) })),
        ...elementsOf(customElementsManifest).map((one) => ({ kind: 'custom-element-definition' as const, name: one.tagName, declaration: reference(one) })),
      ];
      customElementsManifest.modules = [{ kind: 'javascript-module', path: SHIPPED_PATH, declarations: all, exports }];
    },
  };
}
