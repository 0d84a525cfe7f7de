import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.js';
import type { Account } from './accounts.js';

const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Dashboard sessions. The database keeps the hash only: who reads it cannot sign in with what is there. */
export class Sessions {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** @returns The secret for the cookie; a new one at every sign-in. */
  async begin(accountId: string): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.#now() + SESSION_LIFETIME_MS).toISOString();
    await this.#database.run('DELETE FROM sessions WHERE expires_at < ?', [new Date(this.#now()).toISOString()]);
    await this.#database.run('INSERT INTO sessions (hash, account_id, expires_at) VALUES (?, ?, ?)', [
      hashOf(secret),
      accountId,
      expiresAt,
    ]);
    return secret;
  }

  async find(secret: string): Promise<Account | null> {
    const account = await this.#database.first<Account>(
      `SELECT accounts.id, accounts.email FROM sessions JOIN accounts ON accounts.id = sessions.account_id
       WHERE sessions.hash = ? AND sessions.expires_at >= ?`,
      [hashOf(secret), new Date(this.#now()).toISOString()],
    );
    return account ? { id: account.id, email: account.email } : null;
  }

  async end(secret: string): Promise<void> {
    await this.#database.run('DELETE FROM sessions WHERE hash = ?', [hashOf(secret)]);
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
