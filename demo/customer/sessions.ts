import { randomBytes } from 'node:crypto';
import { NO_FAULT, type EndpointFault } from './faults.js';
import type { User } from './options.js';

/** What of a request tells whose it is. */
type Headers = Pick<globalThis.Headers, 'get'>;

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

  /** The session that a request's cookies name. */
  read(headers: Headers): Session | null {
    const wanted = cookieName(headers);
    for (const pair of headers.get('cookie')?.split(';') ?? []) {
      const [name, value = ''] = pair.trim().split('=');
      if (name === wanted) return this.#sessions.get(value) ?? null;
    }
    return null;
  }

  end(session: Session): void {
    this.#sessions.delete(session.id);
  }
}

/** Not for scripts, and not for other sites' forms. Over https, `Secure` would belong here too. */
export function sessionCookie(session: Session, headers: Headers): string {
  return `${cookieName(headers)}=${session.id}; Path=/; HttpOnly; SameSite=Lax`;
}

export function expiredSessionCookie(headers: Headers): string {
  return `${cookieName(headers)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** Cookies know no ports: under one name, two demos on this machine would sign each other's people out. */
function cookieName(headers: Headers): string {
  const port = /:(\d+)$/.exec(headers.get('host') ?? '')?.[1];
  return port === undefined ? 'fjord_session' : `fjord_session_${port}`;
}
