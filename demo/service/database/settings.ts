import { randomBytes } from 'node:crypto';
import type { Database } from './database.js';

/** A random text that is made once for each database and then stays: 256 bits, base64url. */
export async function durableSecret(database: Database, name: string): Promise<string> {
  await database.run('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const row = await database.first<{ value: string }>('SELECT value FROM settings WHERE name = ?', [name]);
  if (!row) throw new Error(`The setting ${name} could not be kept.`);
  return row.value;
}
