import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  createClient,
  type Client,
  type InArgs,
  type InStatement,
  type ResultSet,
  type Transaction as LibsqlTransaction,
} from '@libsql/client';
import { migrate } from './migrations.js';

export type Value = null | string | number | Uint8Array;

/** Questions that change nothing. Placeholders are `?`; nothing is ever spliced in. */
export interface Reads {
  all<Row>(sql: string, args?: readonly Value[]): Promise<Row[]>;
  first<Row>(sql: string, args?: readonly Value[]): Promise<Row | undefined>;
}

/** What can be asked of the database, inside a transaction or outside. */
export interface Queries extends Reads {
  /** Number of rows that were changed. */
  run(sql: string, args?: readonly Value[]): Promise<number>;
}

export interface Transaction extends Queries {
  /** Calls back once everything is on disk, in the order of the transactions, before the next one begins. */
  afterCommit(callback: () => void): void;
}

interface WaitingWrite {
  readonly work: (transaction: Transaction) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one place that knows which database there is. Everything above it speaks SQL that PostgreSQL understands as well
 * (`RETURNING` and `ON CONFLICT` included), so that a server database can take this one's place.
 *
 * There is one connection and one queue for it: whatever is asked happens one after the other. Inside
 * `write()` and `read()` use what is handed in; the database itself would wait for its own turn for ever.
 */
export class Database implements Queries {
  readonly #client: Client;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #waiting: WaitingWrite[] = [];

  private constructor(client: Client) {
    this.#client = client;
  }

  /** @param file Path of the database file, created where it is missing; `null` keeps everything in memory. */
  static async open(file: string | null): Promise<Database> {
    if (file) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const client = createClient({ url: file ? `file:${file}` : ':memory:', concurrency: 1 });
    // FULL: a commit returns once the operating system says that the log is on the disk.
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
      await client.execute(`PRAGMA ${pragma}`);
    }
    const database = new Database(client);
    await migrate(database);
    return database;
  }

  all<Row>(sql: string, args: readonly Value[] = []): Promise<Row[]> {
    return this.#queue(async () => rowsOf<Row>(await this.#client.execute(statement(sql, args))));
  }

  async first<Row>(sql: string, args: readonly Value[] = []): Promise<Row | undefined> {
    return (await this.all<Row>(sql, args))[0];
  }

  run(sql: string, args: readonly Value[] = []): Promise<number> {
    return this.#queue(async () => (await this.#client.execute(statement(sql, args))).rowsAffected);
  }

  /** Several questions about one moment. It takes a turn of its own, not one with all who write. */
  read<Result>(work: (reads: Reads) => Promise<Result>): Promise<Result> {
    const all = async <Row>(sql: string, args: readonly Value[] = []) => rowsOf<Row>(await this.#client.execute(statement(sql, args)));
    return this.#queue(() => work({ all, first: async <Row>(sql: string, args?: readonly Value[]) => (await all<Row>(sql, args))[0] }));
  }

  /**
   * All of it or nothing. What it throws is passed on after everything has been taken back.
   *
   * Whoever comes while others write waits, and is then written together with all who wait: one commit, and one wait
   * for the disk, serves many.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (this.#waiting.length === 1) this.#queue(() => this.#writeTogether()).catch(reject);
    });
  }

  /** Waits for what is under way. */
  close(): Promise<void> {
    return this.#queue(async () => this.#client.close());
  }

  async #writeTogether(): Promise<void> {
    const group = this.#waiting.splice(0);
    const transaction = await this.#client.transaction('write').catch((error: unknown) => {
      for (const { reject } of group) reject(error);
      throw error;
    });
    try {
      const outcomes: (() => void)[] = [];
      for (const write of group) outcomes.push(await outcomeOf(write, transaction));
      await transaction.commit();
      for (const tell of outcomes) tell();
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      transaction.close();
    }
  }

  #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

/** Does one write of a group, and says what to tell once the group is on the disk. */
async function outcomeOf({ work, resolve, reject }: WaitingWrite, transaction: LibsqlTransaction): Promise<() => void> {
  const callbacks: (() => void)[] = [];
  const run = (sql: string, args: readonly Value[] = []) => transaction.execute(statement(sql, args));
  await run('SAVEPOINT one');
  try {
    const result = await work({
      all: async <Row>(sql: string, args?: readonly Value[]) => rowsOf<Row>(await run(sql, args)),
      first: async <Row>(sql: string, args?: readonly Value[]) => rowsOf<Row>(await run(sql, args))[0],
      run: async (sql, args) => (await run(sql, args)).rowsAffected,
      afterCommit: (callback) => callbacks.push(callback),
    });
    await run('RELEASE one');
    return () => {
      for (const callback of callbacks) callback();
      resolve(result);
    };
  } catch (error) {
    await run('ROLLBACK TO one');
    await run('RELEASE one');
    return () => {
      reject(error);
    };
  }
}

function statement(sql: string, args: readonly Value[]): InStatement {
  return { sql, args: [...args] as InArgs };
}

function rowsOf<Row>(result: ResultSet): Row[] {
  return result.rows as unknown as Row[];
}
