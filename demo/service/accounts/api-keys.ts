import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.js';
import { newId } from '../database/ids.js';

/** Length of the part of a key that the dashboard goes on showing: `inbox_` and eight characters. */
const PREFIX_LENGTH = 14;
/** `last_used_at` is written at most this often: it need not cost a write for each token. */
const LAST_USED_PRECISION_MS = 60_000;

export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const COLUMNS = `id, account_id AS "accountId", name, prefix, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** The keys of the customers' backends. A key has 256 random bits; only its SHA-256 and its beginning are kept. */
export class ApiKeys {
  readonly #database: Database;
  readonly #now: () => number;
  /** Told after a key is gone: its tokens are over. */
  readonly #onDeleted: (keyId: string) => void;

  constructor(database: Database, now: () => number, onDeleted: (keyId: string) => void) {
    this.#database = database;
    this.#now = now;
    this.#onDeleted = onDeleted;
  }

  /** @returns The key itself as well, which cannot be had again. */
  async create(accountId: string, name: string): Promise<{ apiKey: ApiKey; secret: string }> {
    const secret = `inbox_${randomBytes(32).toString('base64url')}`;
    const apiKey = {
      id: newId('key'),
      accountId,
      name,
      prefix: secret.slice(0, PREFIX_LENGTH),
      createdAt: new Date(this.#now()).toISOString(),
      lastUsedAt: null,
    };
    await this.#database.run(
      'INSERT INTO api_keys (id, account_id, name, prefix, hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      [apiKey.id, accountId, name, apiKey.prefix, hashOf(secret).toString('base64url'), apiKey.createdAt],
    );
    return { apiKey, secret };
  }

  /** Finds by the beginning and compares the hashes in constant time. */
  async find(secret: string): Promise<ApiKey | null> {
    const hash = hashOf(secret);
    const rows = await this.#database.all<ApiKey & { hash: string }>(
      `SELECT ${COLUMNS}, hash FROM api_keys WHERE prefix = ?`,
      [secret.slice(0, PREFIX_LENGTH)],
    );
    const row = rows.find((candidate) => timingSafeEqual(Buffer.from(candidate.hash, 'base64url'), hash));
    return row ? plain(row) : null;
  }

  async noteUse(apiKey: ApiKey): Promise<void> {
    if (apiKey.lastUsedAt && this.#now() - Date.parse(apiKey.lastUsedAt) < LAST_USED_PRECISION_MS) return;
    await this.#database.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', [
      new Date(this.#now()).toISOString(),
      apiKey.id,
    ]);
  }

  async list(accountId: string): Promise<ApiKey[]> {
    const rows = await this.#database.all<ApiKey>(
      `SELECT ${COLUMNS} FROM api_keys WHERE account_id = ? ORDER BY created_at, id`,
      [accountId],
    );
    return rows.map(plain);
  }

  /** @returns Whether the account has such a key. */
  async rename(accountId: string, id: string, name: string): Promise<boolean> {
    const sql = 'UPDATE api_keys SET name = ? WHERE id = ? AND account_id = ?';
    return (await this.#database.run(sql, [name, id, accountId])) === 1;
  }

  /** Revokes it: neither the key nor a token that was requested with it is taken any more. */
  async delete(accountId: string, id: string): Promise<boolean> {
    const done = await this.#database.run('DELETE FROM api_keys WHERE id = ? AND account_id = ?', [id, accountId]);
    if (done === 1) this.#onDeleted(id);
    return done === 1;
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function plain(row: ApiKey): ApiKey {
  const { id, accountId, name, prefix, createdAt, lastUsedAt } = row;
  return { id, accountId, name, prefix, createdAt, lastUsedAt };
}
