import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** What one guess costs (RFC 7914): 128 · N · r bytes of memory, and time in proportion to N · r · p. */
export type PasswordCost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>;

/** 64 MB and about 0.3 s. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 16, r: 8, p: 2 };
const MAX_MEMORY_BYTES = 96 * 2 ** 20;
const HASH_BYTES = 32;

/** `scrypt$N$r$p$salt$hash`: the costs stand beside the hash, so that they can be raised later. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, n, r, p, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFKC: the same password typed on another keyboard may be composed otherwise.
    const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
