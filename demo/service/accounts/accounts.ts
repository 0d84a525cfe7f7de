import type { Database } from '../database/database.js';
import { newId } from '../database/ids.js';
import { hashPassword, verifyPassword, type PasswordCost } from './passwords.js';

export interface Account {
  readonly id: string;
  readonly email: string;
}

/** Who can sign in to the dashboard. */
export class Accounts {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #cost: PasswordCost;
  /** Verified where there is no account, so that the answer takes as long as where there is one. */
  #decoy: Promise<string> | undefined;

  constructor(database: Database, now: () => number, cost: PasswordCost) {
    this.#database = database;
    this.#now = now;
    this.#cost = cost;
  }

  /** @returns `null` where the address has an account already. */
  async create(email: string, password: string): Promise<Account | null> {
    const account = { id: newId('acc'), email: foldEmail(email) };
    const made = await this.#database.run(
      `INSERT INTO accounts (id, email, password_hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (email) DO NOTHING`,
      [account.id, account.email, await hashPassword(password, this.#cost), new Date(this.#now()).toISOString()],
    );
    return made === 1 ? account : null;
  }

  /** @returns `null` for a wrong password and an unknown address alike, after the same time. */
  async verify(email: string, password: string): Promise<Account | null> {
    const row = await this.#database.first<Account & { password_hash: string }>(
      'SELECT id, email, password_hash FROM accounts WHERE email = ?',
      [foldEmail(email)],
    );
    this.#decoy ??= hashPassword('decoy', this.#cost);
    const right = await verifyPassword(password, row?.password_hash ?? (await this.#decoy));
    return row && right ? { id: row.id, email: row.email } : null;
  }
}

/** Addresses are compared without regard to case. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
