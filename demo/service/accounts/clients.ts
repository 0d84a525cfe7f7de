import type { Database } from '../database/database.js';
import { newId } from '../database/ids.js';

export interface ServiceClient {
  readonly id: string;
  readonly componentId: string;
  readonly name: string;
  /** The customer's own name for this user or tenant; may be empty. */
  readonly reference: string;
  readonly createdAt: string;
}

const COLUMNS = `clients.id, clients.component_id AS "componentId", clients.name, clients.reference,
  clients.created_at AS "createdAt"`;
const OF_ACCOUNT = 'component_id IN (SELECT id FROM components WHERE account_id = ?)';

/** Each links one user or tenant of a customer to one component. */
export class Clients {
  readonly #database: Database;
  readonly #now: () => number;
  /** Told after the tokens of a client are over, because it was deleted or they were revoked. */
  readonly #onTokensOver: (clientId: string) => void;

  constructor(database: Database, now: () => number, onTokensOver: (clientId: string) => void) {
    this.#database = database;
    this.#now = now;
    this.#onTokensOver = onTokensOver;
  }

  /** The caller has made sure that the component is of the right account. */
  async create(componentId: string, name: string, reference = ''): Promise<ServiceClient> {
    const client = { id: newId('cli'), componentId, name, reference, createdAt: new Date(this.#now()).toISOString() };
    await this.#database.run(
      'INSERT INTO clients (id, component_id, name, reference, created_at) VALUES (?, ?, ?, ?, ?)',
      [client.id, componentId, name, reference, client.createdAt],
    );
    return client;
  }

  async list(accountId: string): Promise<ServiceClient[]> {
    const sql = `SELECT ${COLUMNS} FROM clients WHERE ${OF_ACCOUNT} ORDER BY created_at, id`;
    return (await this.#database.all<ServiceClient>(sql, [accountId])).map(plain);
  }

  /** @returns `null` where this account has no such client. */
  async find(accountId: string, id: string): Promise<ServiceClient | null> {
    const sql = `SELECT ${COLUMNS} FROM clients WHERE id = ? AND ${OF_ACCOUNT}`;
    const row = await this.#database.first<ServiceClient>(sql, [id, accountId]);
    return row ? plain(row) : null;
  }

  async update(accountId: string, id: string, name: string, reference: string): Promise<boolean> {
    const sql = `UPDATE clients SET name = ?, reference = ? WHERE id = ? AND ${OF_ACCOUNT}`;
    return (await this.#database.run(sql, [name, reference, id, accountId])) === 1;
  }

  /** Takes its inbox along. */
  async delete(accountId: string, id: string): Promise<boolean> {
    const done = await this.#database.run(`DELETE FROM clients WHERE id = ? AND ${OF_ACCOUNT}`, [id, accountId]);
    if (done === 1) this.#onTokensOver(id);
    return done === 1;
  }

  /** Ends every token that was issued for this client so far; new ones can be requested. */
  async revokeTokens(id: string): Promise<boolean> {
    const sql = 'UPDATE clients SET token_generation = token_generation + 1 WHERE id = ?';
    const done = await this.#database.run(sql, [id]);
    if (done === 1) this.#onTokensOver(id);
    return done === 1;
  }
}

function plain(row: ServiceClient): ServiceClient {
  const { id, componentId, name, reference, createdAt } = row;
  return { id, componentId, name, reference, createdAt };
}
