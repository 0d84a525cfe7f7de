import { randomBytes } from 'node:crypto';

export type IdPrefix = 'acc' | 'key' | 'cmp' | 'cli' | 'con' | 'cnv' | 'msg' | 'att';

/** An identifier such as `cli_k3Jx0aZ…`: 96 random bits, so that none can be guessed from another. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString('base64url')}`;
}
