import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';

/**
 * A built module and everything that it imports statically, at any depth: what a browser fetches before the module's
 * first line runs. Dynamic imports are not followed.
 *
 * @param entry Path of a file without bare imports left in it.
 */
export function staticImports(entry: string): string[] {
  const found = new Set([entry]);
  // A set is walked in the order of insertion, and what is added on the way is walked as well.
  for (const file of found) {
    for (const specifier of specifiersOf(readFileSync(file, 'utf8'))) {
      if (!specifier.startsWith('.')) throw new Error(`${file} imports ${specifier}, which a browser cannot find.`);
      found.add(join(dirname(file), specifier));
    }
  }
  return [...found];
}

function specifiersOf(code: string): string[] {
  return parseAst(code).body.flatMap((statement) =>
    'source' in statement && statement.source ? [String(statement.source.value)] : [],
  );
}
