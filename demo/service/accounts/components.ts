import type { Database } from '../database/database.js';
import { newId } from '../database/ids.js';

/** As the specification says: 8 hours. */
export const TOKEN_LIFETIME_S = 8 * 60 * 60;

export interface Component {
  readonly id: string;
  readonly accountId: string;
  readonly title: string;
  /** Channels that the inbox of each client offers, in order. */
  readonly channels: readonly string[];
  /** Origins whose pages may show it; empty allows any. */
  readonly allowedOrigins: readonly string[];
  readonly tokenLifetimeS: number;
  readonly createdAt: string;
}

export type ComponentSettings = Pick<Component, 'title' | 'channels' | 'allowedOrigins'>;

interface ComponentRow extends Omit<Component, 'channels' | 'allowedOrigins'> {
  channels: string;
  allowedOrigins: string;
}

const COLUMNS = `id, account_id AS "accountId", title, channels, allowed_origins AS "allowedOrigins",
  token_lifetime_s AS "tokenLifetimeS", created_at AS "createdAt"`;

/** The inbox widgets of the customers. */
export class Components {
  readonly #database: Database;
  readonly #now: () => number;
  /** Told after a component is gone with all its clients: their tokens are over. */
  readonly #onDeleted: (componentId: string) => void;

  constructor(database: Database, now: () => number, onDeleted: (componentId: string) => void) {
    this.#database = database;
    this.#now = now;
    this.#onDeleted = onDeleted;
  }

  async create(accountId: string, { title, channels, allowedOrigins }: ComponentSettings): Promise<Component> {
    const component: Component = {
      id: newId('cmp'),
      accountId,
      title,
      channels,
      allowedOrigins,
      tokenLifetimeS: TOKEN_LIFETIME_S,
      createdAt: new Date(this.#now()).toISOString(),
    };
    await this.#database.run(
      `INSERT INTO components (id, account_id, title, channels, allowed_origins, token_lifetime_s, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [
        component.id,
        accountId,
        title,
        JSON.stringify(channels),
        JSON.stringify(allowedOrigins),
        component.tokenLifetimeS,
        component.createdAt,
      ],
    );
    return component;
  }

  async list(accountId: string): Promise<Component[]> {
    const sql = `SELECT ${COLUMNS} FROM components WHERE account_id = ? ORDER BY created_at, id`;
    return (await this.#database.all<ComponentRow>(sql, [accountId])).map(componentOf);
  }

  /** @returns `null` where this account has no such component. */
  async find(accountId: string, id: string): Promise<Component | null> {
    const sql = `SELECT ${COLUMNS} FROM components WHERE id = ? AND account_id = ?`;
    const row = await this.#database.first<ComponentRow>(sql, [id, accountId]);
    return row ? componentOf(row) : null;
  }

  async update(accountId: string, id: string, { title, channels, allowedOrigins }: ComponentSettings): Promise<boolean> {
    const sql = `UPDATE components SET title = ?, channels = ?, allowed_origins = ? WHERE id = ? AND account_id = ?`;
    const args = [title, JSON.stringify(channels), JSON.stringify(allowedOrigins), id, accountId];
    return (await this.#database.run(sql, args)) === 1;
  }

  /** Of the tokens that are requested from now on. */
  async setTokenLifetime(id: string, seconds: number): Promise<boolean> {
    return (await this.#database.run('UPDATE components SET token_lifetime_s = ? WHERE id = ?', [seconds, id])) === 1;
  }

  /** @returns In seconds; `null` where there is no such component. */
  async tokenLifetime(id: string): Promise<number | null> {
    const sql = 'SELECT token_lifetime_s AS seconds FROM components WHERE id = ?';
    return (await this.#database.first<{ seconds: number }>(sql, [id]))?.seconds ?? null;
  }

  /** Takes its clients and their inboxes along. */
  async delete(accountId: string, id: string): Promise<boolean> {
    const done = await this.#database.run('DELETE FROM components WHERE id = ? AND account_id = ?', [id, accountId]);
    if (done === 1) this.#onDeleted(id);
    return done === 1;
  }
}

function componentOf(row: ComponentRow): Component {
  const { id, accountId, title, tokenLifetimeS, createdAt } = row;
  return {
    id,
    accountId,
    title,
    channels: JSON.parse(row.channels) as string[],
    allowedOrigins: JSON.parse(row.allowedOrigins) as string[],
    tokenLifetimeS,
    createdAt,
  };
}
