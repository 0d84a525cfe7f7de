import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { accepts, freePort } from '../helpers/ports.js';
import type { Recipe } from './recipes.js';

const FOLDER = fileURLToPath(new URL('../../demo/customer/recipes', import.meta.url));
const START_LIMIT_MS = 20_000;
const POLL_MS = 50;

/** What the widget sends (docs/wire.md, section 2). */
const WIDGET: Record<string, string> = { Accept: 'application/json', 'X-Requested-With': 'inbox-widget' };

/** An answer of the refresh endpoint, with everything that is looked at. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** One recipe as a process of its own, and the widget's half of the conversation with it. */
export class RunningRecipe {
  readonly #url: string;
  readonly #process: ChildProcess;
  #output = '';
  #cookie = '';
  readonly #tokens: string[] = [];

  private constructor(url: string, process: ChildProcess) {
    this.#url = url;
    this.#process = process;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (part: Buffer) => { this.#output += part.toString(); });
    }
  }

  static async start(recipe: Recipe, folder: string, environment: Record<string, string>): Promise<RunningRecipe> {
    const port = await freePort();
    const options = { cwd: FOLDER, env: { ...process.env, ...environment, PORT: String(port) } };
    if (recipe.build) {
      const [command, ...args] = recipe.build(folder);
      const { status, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
      if (status !== 0) throw new Error(`It could not be built:\n${stderr}`);
    }
    const [command, ...args] = recipe.start(folder, port);
    const running = new RunningRecipe(`http://127.0.0.1:${port}`, spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
    await running.#listening(port);
    return running;
  }

  /** Whether its log holds the API key or a token that it gave out. */
  tellsSecrets(apiKey: string): boolean {
    return [apiKey, ...this.#tokens].some((secret) => this.#output.includes(secret));
  }

  /** Whether its log holds a text; in full once it has stopped. */
  tells(text: string): boolean {
    return this.#output.includes(text);
  }

  async signIn(): Promise<void> {
    const response = await fetch(`${this.#url}/sign-in`, { method: 'POST', body: new URLSearchParams({ user: 'ada' }) });
    const [cookie = ''] = response.headers.getSetCookie();
    if (response.status !== 204) throw new Error(`Signing in answered ${response.status}.`);
    if (!/httponly/i.test(cookie) || !/samesite=lax/i.test(cookie)) throw new Error(`The session's cookie is careless: ${cookie}`);
    this.#cookie = cookie.split(';')[0] ?? '';
  }

  /** @param headers Instead of the widget's own. */
  async refresh({ signedIn = true, method = 'POST', headers = WIDGET } = {}): Promise<Answer> {
    const response = await fetch(`${this.#url}/inbox-token`, {
      method,
      headers: { ...headers, ...(signedIn && { Cookie: this.#cookie }) },
      redirect: 'manual',
    });
    const text = await response.text();
    const json = parse(text);
    if (typeof json.token === 'string') this.#tokens.push(json.token);
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Another address of the same app. */
  get(path: string): Promise<Response> {
    return fetch(`${this.#url}${path}`);
  }

  /** With a session that the recipe has never given out. */
  refreshWithForeignSession(): Promise<Answer> {
    return this.refresh({ signedIn: false, headers: { ...WIDGET, Cookie: `${this.#cookie.split('=')[0] ?? ''}=of.another.app!` } });
  }

  /** What a page of another site could send. */
  refreshFromAnotherSite(): Promise<Answer> {
    return this.refresh({ headers: { ...WIDGET, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' } });
  }

  async stop(): Promise<void> {
    // Not `exit`: what it has written last may still be on its way.
    const ended = new Promise((resolve) => this.#process.once('close', resolve));
    if (this.#process.exitCode === null && this.#process.kill('SIGKILL')) await ended;
  }

  async #listening(port: number): Promise<void> {
    const giveUpAt = Date.now() + START_LIMIT_MS;
    while (!(await accepts(port))) {
      if (this.#process.exitCode !== null) throw new Error(`It ended at once:\n${this.#output}`);
      if (Date.now() > giveUpAt) {
        await this.stop();
        throw new Error(`It does not listen:\n${this.#output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
