/** What end-to-end tests stand on: the real demo as a process of its own, and a real browser. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../helpers/browsers.js';

/** What `npm run demo -- --json` prints. */
export interface DemoAddresses {
  readonly serviceUrl: string;
  readonly customerUrl: string;
  readonly users: readonly { readonly name: string; readonly signInUrl: string }[];
  readonly apiKey: string;
  readonly componentId: string;
  readonly clientIds: readonly string[];
}

export interface Demo extends DemoAddresses {
  /** Everything that both servers have written to their output. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the demo with data of its own, on free ports, and waits until it is ready. */
export async function startDemo(args: readonly string[] = []): Promise<Demo> {
  const data = await mkdtemp(join(tmpdir(), 'inbox-demo-'));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'demo/main.ts', '--json', '--port', '0', '--data', data, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const addresses = await firstLine(child, (line) => (output += `${line}\n`), () => output);
  return {
    ...(JSON.parse(addresses) as DemoAddresses),
    output: () => output,
    async stop() {
      await ended(child);
      await rm(data, { recursive: true, force: true });
    },
  };
}

function firstLine(child: ChildProcess, onLine: (line: string) => void, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => { reject(new Error(`The demo ended with ${String(code)}:\n${output()}`)); });
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine(line);
      if (line.startsWith('{')) resolve(line);
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => { resolve(); });
    child.kill('SIGTERM');
  });
}

/** Chromium, for all tests of a file. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium, Chrome or Edge was found.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
}

/** A page that remembers whatever it said to the console, and every address it asked for. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly console: string[];
  readonly addresses: string[];
}

export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options });
  // tsx keeps functions' names by a helper that a page does not have.
  await context.addInitScript('globalThis.__name = (value) => value;');
  const page = await context.newPage();
  const said: string[] = [];
  const addresses: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(`${error.message}\n${error.stack ?? ''}`));
  page.on('request', (request) => addresses.push(request.url()));
  return { page, context, console: said, addresses };
}

/** One line of the service's own log. */
export interface ServiceLogEntry {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly client?: string;
  readonly tokenState: 'valid' | 'expired' | 'revoked' | 'invalid' | 'none';
  readonly tokenId?: string;
}

/** The levers of the service's stand-in, pulled from outside of the page. */
export class Sandbox {
  readonly #url: string;

  constructor({ serviceUrl }: DemoAddresses) {
    this.#url = `${serviceUrl}/sandbox`;
  }

  async call<T = undefined>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.#url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** A contact writes; the conversation is made if need be. */
  async write(clientId: string, contactName: string, channel: string, text: string): Promise<void> {
    await this.call('POST', `/clients/${clientId}/messages`, { contactName, channel, text });
  }

  async setLifetime(componentId: string, seconds: number): Promise<void> {
    await this.call('PUT', `/components/${componentId}/token-lifetime`, { seconds });
  }

  async log(): Promise<ServiceLogEntry[]> {
    return (await this.call<{ entries: ServiceLogEntry[] }>('GET', '/log')).entries;
  }
}

/** Everything a page keeps where others could read it: markup of light and shadow trees, address, storages, cookies. */
export async function everythingReadable({ page, console, addresses }: WatchedPage): Promise<string> {
  const inside = await page.evaluate(async () => {
    const serialise = (root: Document | ShadowRoot): string => {
      let text = root instanceof Document ? root.documentElement.outerHTML : root.innerHTML;
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) text += serialise(element.shadowRoot);
      return text;
    };
    const records: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => { resolve(request.result); };
        request.onerror = () => { reject(new Error(name)); };
      });
      for (const store of database.objectStoreNames) {
        records.push(
          await new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => { resolve(request.result); };
          }),
        );
      }
      database.close();
    }
    return [
      serialise(document),
      location.href,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      JSON.stringify(records),
    ].join('\n');
  });
  return [inside, ...console, ...addresses].join('\n');
}

/** A program of the project's, as `npm run` starts it, until it is stopped. */
export class RunningProgram {
  readonly #child: ChildProcess;
  /** What it has written to its output, in lines. */
  readonly lines: string[] = [];
  /** What it has written to its error output. */
  errors = '';

  constructor(script: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  /** Its first line of output; the others follow in `lines`. */
  firstLine(): Promise<string> {
    return firstLine(this.#child, (line) => this.lines.push(line), () => this.errors);
  }

  /** Asks it to stop, and waits until it has. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    const code = new Promise<number | null>((resolve) => this.#child.once('exit', resolve));
    this.#child.kill(signal);
    return code;
  }
}

/** Every event of the page's widgets from now on, as `name code`. To be called before the page is loaded. */
export async function collectEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((names) => {
    const heard: string[] = [];
    Object.assign(globalThis, { heardInboxEvents: heard });
    for (const name of names) {
      document.addEventListener(name, (event) => {
        const { error } = event as Event & { error?: { code: string; message: string } };
        heard.push(error ? `${name} ${error.code}: ${error.message}` : name);
      });
    }
  }, EVENT_NAMES);
  return () => page.evaluate(() => (globalThis as unknown as { heardInboxEvents: string[] }).heardInboxEvents);
}

const EVENT_NAMES = [
  'inbox-ready',
  'inbox-token-refreshed',
  'inbox-token-failed',
  'inbox-session-ended',
  'inbox-misconfigured',
  'inbox-client-changed',
  'inbox-message-received',
  'inbox-message-sent',
  'inbox-message-failed',
];
