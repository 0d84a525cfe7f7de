import type { Plugin } from 'vite';

/** How the bundler writes what `import()` answers for a module that shares its script with others. */
const NAMESPACE = /__exportAll\(\{([^{}]*)\}\)/g;
const MEMBER = /(\w+): \(\) => (\w+)/g;

/**
 * Writes that as a plain object. The bundler's own helper takes whatever a page has put on `Object.prototype` for members of
 * the module, and fails where that is no function.
 *
 * @throws where the bundler writes something else by now
 */
export function plainNamespaces(): Plugin {
  return {
    name: 'plain-namespaces',
    apply: 'build',
    renderChunk(code) {
      if (!code.includes('__exportAll')) return null;
      const plain = code.replace(NAMESPACE, (_, members: string) => `{${members.replace(MEMBER, 'get $1() { return $2; }')}}`);
      if (/__exportAll\(\{/.test(plain)) throw new Error('The bundler writes namespaces otherwise.');
      return { code: plain, map: null };
    },
  };
}
