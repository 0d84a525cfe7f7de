import { randomBytes } from 'node:crypto';
import { NO_FAULT, type EndpointFault } from './faults.js';
import type { User } from './options.js';

const COOKIE = 'fjord_session';

/** One browser in which somebody is signed in. */
export interface Session {
  readonly id: string;
  readonly user: User;
  /** What the refresh endpoint does wrong for this browser. */
  fault: EndpointFault;
  /** The newest token that the endpoint gave out; only for the fault that repeats it. */
  lastToken: string | null;
}

/** Who is signed in: in memory, so that a restart signs everybody out. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  start(user: User): Session {
    const session: Session = { id: randomBytes(24).toString('base64url'), user, fault: NO_FAULT, lastToken: null };
    this.#sessions.set(session.id, session);
    return session;
  }

  /** The session that a `Cookie` header names. */
  read(cookieHeader: string | null | undefined): Session | null {
    for (const pair of cookieHeader?.split(';') ?? []) {
      const [name, value = ''] = pair.trim().split('=');
      if (name === COOKIE) return this.#sessions.get(value) ?? null;
    }
    return null;
  }

  end(session: Session): void {
    this.#sessions.delete(session.id);
  }
}

/** Not for scripts, and not for other sites' forms. Over https, `Secure` would belong here too. */
export function sessionCookie(session: Session): string {
  return `${COOKIE}=${session.id}; Path=/; HttpOnly; SameSite=Lax`;
}

export const EXPIRED_SESSION_COOKIE = `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
