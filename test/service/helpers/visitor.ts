import type { Answer, Stage } from './stage.js';

export const PASSWORD = 'correct horse battery';

/** Somebody who uses the dashboard with a browser: keeps cookies, sends forms from the service's own pages. */
export class Visitor {
  readonly #stage: Stage;
  readonly #origin: string;
  cookie = '';
  /** Network address. */
  from: string | undefined;
  /** The whole `Set-Cookie` of the last answer that had one. */
  setCookie = '';

  constructor(stage: Stage, origin = 'https://inbox.example') {
    this.#stage = stage;
    this.#origin = origin;
  }

  /** With an account of its own, signed in the way that people do. */
  static async signedUp(stage: Stage, email: string): Promise<Visitor> {
    const visitor = new Visitor(stage);
    await visitor.post('/dashboard/sign-up', { email, password: PASSWORD });
    await visitor.post('/dashboard/sign-in', { email, password: PASSWORD });
    return visitor;
  }

  /** Signed in as the owner of an account, without the time that hashing a password takes. */
  static async of(stage: Stage, accountId: string): Promise<Visitor> {
    const visitor = new Visitor(stage);
    visitor.cookie = `__Host-inbox_session=${await stage.service.sessions.begin(accountId)}`;
    return visitor;
  }

  async call(method: string, path: string, options: { body?: BodyInit; json?: unknown; headers?: Record<string, string> } = {}): Promise<Answer> {
    const headers = { accept: 'text/html', origin: this.#origin, ...(this.cookie && { cookie: this.cookie }), ...options.headers };
    const answer = await this.#stage.call(method, path, { ...options, headers, from: this.from });
    const set = answer.headers.get('set-cookie');
    if (set) {
      this.setCookie = set;
      const [pair = ''] = set.split(';');
      this.cookie = /Max-Age=0/.test(set) ? '' : pair;
    }
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post(path: string, fields: Record<string, string | string[]> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
    return this.call('POST', path, { body, headers });
  }
}

/** The error that stands beside a field of a page, as a person reads it. */
export function errorAt(page: string, field: string): string | undefined {
  return new RegExp(`id="${field}-error">([^<]*)<`).exec(page)?.[1];
}

/** The identifiers of a kind on a page, in order. */
export function idsOn(page: string, prefix: string): string[] {
  return [...new Set(page.match(new RegExp(`${prefix}_[\\w-]+`, 'g')) ?? [])];
}
