/**
 * Stands in for your own session (express-session, iron-session, …) and your own table of users, for the two recipes in
 * JavaScript. Nothing of it belongs to the widget.
 */
import { randomBytes } from 'node:crypto';

/** What your table of users would know: which client of the service each of them is. */
const USERS = { ada: { name: 'Ada', inboxClientId: process.env.INBOX_CLIENT_ID } };

const sessions = new Map();

/** @returns {string | null} The cookie of a new session; `null` where nobody has this name. */
export function startSession(name) {
  const user = Object.hasOwn(USERS, name) ? USERS[name] : null;
  if (!user) return null;
  const id = randomBytes(24).toString('base64url');
  sessions.set(id, user);
  return `session=${id}; Path=/; HttpOnly; SameSite=Lax`;
}

/** @returns The signed-in user of a `Cookie` header, or `null`. */
export function userOf(cookies) {
  const id = /(?:^|;\s*)session=([\w-]+)/.exec(cookies ?? '')?.[1];
  return sessions.get(id) ?? null;
}
