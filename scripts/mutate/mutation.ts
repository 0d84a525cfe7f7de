import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One fault that is put into the sources on purpose; the tests that guard the place must notice. */
export interface Mutation {
  readonly id: string;
  /** Source file, relative to the project. */
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Test files that must turn red, each by itself. */
  readonly tests: readonly string[];
  /** Only tests whose name holds this text. */
  readonly grep?: string;
}

/** Every mutation of `test/mutations*.json`, in order; where ids are given, only those. */
export function readMutations(ids: readonly string[]): Mutation[] {
  const all = readdirSync('test')
    .filter((name) => /^mutations.*\.json$/.test(name))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join('test', name), 'utf8')) as Mutation[]);
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
}

/** @throws where the text to find is not there exactly once, or the change is none */
export function mutate(source: string, { find, replace, file }: Mutation): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} holds the text to find ${parts.length - 1} times, not once`);
  if (find === replace) throw new Error('the replacement is what was there');
  return parts.join(replace);
}
