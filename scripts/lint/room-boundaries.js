import { dirname, posix, relative, resolve, sep } from 'node:path';

/**
 * What one room of `src/` may import. Modules are named relative to `src/` and without extension; a name that ends in
 * `/` means everything below it, `*` everything directly in `src/`.
 *
 * @typedef {object} Room
 * @property {string[]} files    Modules that live in this room.
 * @property {string[]} imports  Modules it may import, values and types.
 * @property {string[]} [types]  Modules it may only `import type` from.
 * @property {string[]} packages Packages it may import; `node:` for Node's own modules.
 */

/** ESLint rule: every import of a file in `src/` must be one that its room allows; the first room that fits counts. */
export const roomBoundaries = {
  meta: {
    type: 'problem',
    docs: { description: 'Keep the dependencies between the rooms of src/ in one direction' },
    messages: {
      room: '{{from}} may not import {{to}}: see the rooms in eslint.config.js.',
      type: '{{from}} may import only types of {{to}}: see the rooms in eslint.config.js.',
      homeless: '{{from}} is in no room of eslint.config.js.',
    },
    schema: [
      {
        type: 'object',
        properties: { root: { type: 'string' }, rooms: { type: 'array' } },
        required: ['root', 'rooms'],
        additionalProperties: false,
      },
    ],
  },

  create(context) {
    const { root, rooms } = context.options[0];
    const from = moduleName(root, context.filename);
    const room = rooms.find(({ files }) => covers(files, from));

    function check(node, typeOnly) {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      if (!room) {
        context.report({ node: node.source, messageId: 'homeless', data: { from } });
        return;
      }
      if (!specifier.startsWith('.')) {
        if (!room.packages.includes(packageOf(specifier))) {
          context.report({ node: node.source, messageId: 'room', data: { from, to: specifier } });
        }
        return;
      }
      const to = moduleName(root, resolve(dirname(context.filename), specifier));
      if (covers(room.files, to) || covers(room.imports, to)) return;
      const forTypes = covers(room.types ?? [], to);
      if (forTypes && typeOnly) return;
      context.report({ node: node.source, messageId: forTypes ? 'type' : 'room', data: { from, to } });
    }

    return {
      ImportDeclaration: (node) => check(node, isTypeOnly(node.importKind, node.specifiers, 'importKind')),
      ExportNamedDeclaration: (node) => check(node, isTypeOnly(node.exportKind, node.specifiers, 'exportKind')),
      ExportAllDeclaration: (node) => check(node, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, false),
      TSImportType: (node) => check(node, true),
    };
  },
};

function isTypeOnly(kind, specifiers, key) {
  return kind === 'type' || (specifiers.length > 0 && specifiers.every((specifier) => specifier[key] === 'type'));
}

function covers(patterns, name) {
  return patterns.some((pattern) => {
    if (pattern === '*') return !name.includes('/');
    return pattern.endsWith('/') ? name.startsWith(pattern) : name === pattern;
  });
}

/** `@lit/reactive-element/x.js` → `@lit/reactive-element`; `node:http` → `node:`. */
function packageOf(specifier) {
  if (specifier.startsWith('node:')) return 'node:';
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** `/project/src/token/trust.ts` → `token/trust`; what lies outside `root` keeps its `../`. */
function moduleName(root, path) {
  return relative(root, path)
    .split(sep)
    .join(posix.sep)
    .replace(/\.(d\.)?[jt]sx?$/, '');
}
