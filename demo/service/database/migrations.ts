import type { Database } from './database.js';

/**
 * Each entry is applied once, in order, and never changed after it has been released: a change of the tables is a new
 * entry. `position` columns grow and are never used twice, which is what cursors and stream positions rest on.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL, created_at TEXT NOT NULL)`,
    `CREATE TABLE sessions (
      hash TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      expires_at TEXT NOT NULL)`,
    `CREATE INDEX sessions_by_account ON sessions (account_id)`,
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, name TEXT NOT NULL,
      prefix TEXT NOT NULL, hash TEXT NOT NULL, created_at TEXT NOT NULL, last_used_at TEXT)`,
    `CREATE INDEX api_keys_by_account ON api_keys (account_id)`,
    `CREATE INDEX api_keys_by_prefix ON api_keys (prefix)`,
    `CREATE TABLE components (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, title TEXT NOT NULL,
      channels TEXT NOT NULL, allowed_origins TEXT NOT NULL, token_lifetime_s INTEGER NOT NULL,
      created_at TEXT NOT NULL)`,
    `CREATE INDEX components_by_account ON components (account_id)`,
    `CREATE TABLE clients (
      id TEXT PRIMARY KEY, component_id TEXT NOT NULL REFERENCES components(id) ON DELETE CASCADE, name TEXT NOT NULL,
      reference TEXT NOT NULL, token_generation INTEGER NOT NULL DEFAULT 1, events_from INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL)`,
    `CREATE INDEX clients_by_component ON clients (component_id)`,
    `CREATE TABLE contacts (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES clients(id) ON DELETE CASCADE, name TEXT NOT NULL,
      avatar_url TEXT)`,
    `CREATE INDEX contacts_by_name ON contacts (client_id, name)`,
    `CREATE TABLE conversations (
      position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
      client_id TEXT NOT NULL REFERENCES clients(id) ON DELETE CASCADE,
      contact_id TEXT NOT NULL REFERENCES contacts(id) ON DELETE CASCADE, channel TEXT NOT NULL, subject TEXT,
      status TEXT NOT NULL, preview TEXT NOT NULL DEFAULT '', last_direction TEXT, last_status TEXT,
      last_message_at TEXT NOT NULL, last_received_at TEXT, unread INTEGER NOT NULL DEFAULT 0,
      read_position INTEGER NOT NULL DEFAULT 0, search_text TEXT NOT NULL)`,
    `CREATE INDEX conversations_newest ON conversations (client_id, last_message_at, position)`,
    `CREATE INDEX conversations_by_contact ON conversations (contact_id)`,
    `CREATE TABLE messages (
      position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
      client_id TEXT NOT NULL REFERENCES clients(id) ON DELETE CASCADE,
      conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE, direction TEXT NOT NULL,
      author_name TEXT NOT NULL, text TEXT NOT NULL, sent_at TEXT NOT NULL, status TEXT NOT NULL, client_key TEXT,
      search_text TEXT NOT NULL)`,
    `CREATE INDEX messages_of_conversation ON messages (conversation_id, position)`,
    `CREATE UNIQUE INDEX messages_once ON messages (client_id, client_key)`,
    `CREATE TABLE attachments (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES clients(id) ON DELETE CASCADE,
      message_id TEXT REFERENCES messages(id) ON DELETE CASCADE, place INTEGER NOT NULL DEFAULT 0, name TEXT NOT NULL,
      type TEXT NOT NULL, size INTEGER NOT NULL, created_at TEXT NOT NULL)`,
    `CREATE INDEX attachments_of_message ON attachments (message_id)`,
    `CREATE INDEX attachments_by_client ON attachments (client_id)`,
    `CREATE TABLE attachment_bytes (
      attachment_id TEXT PRIMARY KEY REFERENCES attachments(id) ON DELETE CASCADE, bytes BLOB NOT NULL)`,
    `CREATE TABLE events (
      position INTEGER PRIMARY KEY AUTOINCREMENT, client_id TEXT NOT NULL REFERENCES clients(id) ON DELETE CASCADE,
      conversation_id TEXT REFERENCES conversations(id) ON DELETE CASCADE,
      message_id TEXT REFERENCES messages(id) ON DELETE CASCADE)`,
    `CREATE INDEX events_by_client ON events (client_id, position)`,
    `CREATE INDEX events_by_conversation ON events (conversation_id)`,
    `CREATE INDEX events_by_message ON events (message_id)`,
  ],
];

/** Brings the tables up to date; does nothing where they are. */
export async function migrate(database: Database): Promise<void> {
  await database.run('CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)');
  const done = await database.first<{ version: number | null }>('SELECT MAX(version) AS version FROM migrations');
  for (let version = (done?.version ?? 0) + 1; version <= MIGRATIONS.length; version++) {
    await database.write(async (transaction) => {
      for (const sql of MIGRATIONS[version - 1] ?? []) await transaction.run(sql);
      await transaction.run('INSERT INTO migrations (version) VALUES (?)', [version]);
    });
  }
}
