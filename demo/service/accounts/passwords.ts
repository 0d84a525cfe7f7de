import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** 64 MB and about 0.2 s for each guess (RFC 7914; OWASP's second row for scrypt). */
const COST: Required<Pick<ScryptOptions, 'N' | 'r' | 'p' | 'maxmem'>> = { N: 2 ** 16, r: 8, p: 2, maxmem: 96 * 2 ** 20 };
const HASH_BYTES = 32;

/** `scrypt$N$r$p$salt$hash`: the costs stand beside the hash, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, n, r, p, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { ...COST, N: Number(n), r: Number(r), p: Number(p) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFKC: the same password typed on another keyboard may be composed otherwise.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
