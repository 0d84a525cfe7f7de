import type { Database } from '../database/database.js';
import { newId } from '../database/ids.js';
import { Problem } from '../http/problem.js';
import type { AttachmentJson } from './schemas.js';

export const ATTACHMENT_MAX_BYTES = 25 * 2 ** 20;
/** What was uploaded and never sent is thrown away after this. */
const UNSENT_KEPT_MS = 24 * 60 * 60 * 1000;
const NAME_MAX_LENGTH = 255;

/** Files of the inboxes, in the database like everything else: on disk once they are acknowledged. */
export class Attachments {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  add(clientId: string, name: string, type: string, bytes: Uint8Array): Promise<AttachmentJson> {
    const attachment = { id: newId('att'), name: safeName(name), type: safeType(type), size: bytes.byteLength };
    return this.#database.write(async (transaction) => {
      await transaction.run('DELETE FROM attachments WHERE client_id = ? AND message_id IS NULL AND created_at < ?', [
        clientId,
        new Date(this.#now() - UNSENT_KEPT_MS).toISOString(),
      ]);
      await transaction.run(
        'INSERT INTO attachments (id, client_id, name, type, size, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        [attachment.id, clientId, attachment.name, attachment.type, attachment.size, new Date(this.#now()).toISOString()],
      );
      await transaction.run('INSERT INTO attachment_bytes (attachment_id, bytes) VALUES (?, ?)', [attachment.id, bytes]);
      return attachment;
    });
  }

  async read(clientId: string, id: string): Promise<AttachmentJson & { bytes: Uint8Array<ArrayBuffer> }> {
    const row = await this.#database.first<AttachmentJson & { bytes: ArrayBuffer }>(
      `SELECT id, name, type, size, bytes FROM attachments
       JOIN attachment_bytes ON attachment_bytes.attachment_id = attachments.id WHERE id = ? AND client_id = ?`,
      [id, clientId],
    );
    if (!row) throw new Problem('attachment_unknown');
    return { id: row.id, name: row.name, type: row.type, size: row.size, bytes: new Uint8Array(row.bytes) };
  }
}

/**
 * The file's name from `Content-Disposition: attachment; filename*=UTF-8''…` (RFC 6266, RFC 8187), or from a plain
 * `filename`; `null` where there is none.
 */
export function dispositionName(header: string | undefined): string | null {
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      return null;
    }
  }
  return /;\s*filename\s*=\s*"([^"]*)"/i.exec(header ?? '')?.[1] ?? /;\s*filename\s*=\s*([^\s;]+)/i.exec(header ?? '')?.[1] ?? null;
}

/** `attachment; filename*=…` for an answer: always a download, whatever it is. */
export function disposition(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}

/** One that can be shown and saved anywhere: no path, no control or direction characters, not hidden, not endless. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '');
  return [...clean].slice(0, NAME_MAX_LENGTH).join('') || 'file';
}

function safeType(type: string): string {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/.test(essence)
    ? essence
    : 'application/octet-stream';
}
