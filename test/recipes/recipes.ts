import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface Recipe {
  readonly name: string;
  /** Finds out whether this machine can run it: exits with 0 where it can. */
  readonly probe: readonly [command: string, ...args: string[]];
  /** What to install where it cannot. */
  readonly needs: string;
  /** Run once before the start. */
  readonly build?: (folder: string) => readonly [command: string, ...args: string[]];
  readonly start: (folder: string, port: number) => readonly [command: string, ...args: string[]];
}

const NODE = process.execPath;
const PYTHON = '/usr/bin/python3';

/** The recipes of `demo/customer/recipes/`, each with how to start it. */
export const RECIPES: readonly Recipe[] = [
  {
    name: 'Node (Express)',
    probe: [NODE, '--version'],
    needs: 'node',
    start: () => [NODE, 'express.js'],
  },
  {
    name: 'Web-standard handler (Next.js, Hono, Workers)',
    probe: [NODE, '--version'],
    needs: 'node',
    start: () => [NODE, 'serve-web-standard.js'],
  },
  {
    name: 'Web-standard handler in Bun',
    probe: ['bun', '--version'],
    needs: 'npm install --global bun',
    start: () => ['bun', 'web-standard.js'],
  },
  {
    name: 'Web-standard handler in Deno',
    probe: ['deno', '--version'],
    needs: 'npm install --global deno',
    start: (_, port) => ['deno', 'serve', '--allow-env', '--allow-net', '--host', '127.0.0.1', '--port', String(port), 'web-standard.js'],
  },
  {
    name: 'PHP',
    probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
    needs: 'apt-get install php-cli php-curl',
    // As PHP is without a php.ini.
    start: (_, port) => ['php', '-n', '-d', 'extension=curl', '-S', `127.0.0.1:${port}`, 'inbox_token.php'],
  },
  {
    name: 'Python (Flask)',
    probe: [PYTHON, '-c', 'import flask, requests'],
    needs: 'apt-get install python3-flask python3-requests',
    start: () => [PYTHON, 'inbox_token.py'],
  },
  {
    name: 'Ruby (Sinatra)',
    probe: ['ruby', '-e', 'require "sinatra/base"; require "webrick"'],
    needs: 'apt-get install ruby-sinatra ruby-webrick',
    start: () => ['ruby', 'inbox_token.rb'],
  },
  {
    name: 'Python (Flask) in gunicorn',
    probe: [PYTHON, '-c', 'import flask, requests, gunicorn'],
    needs: 'apt-get install python3-flask python3-requests python3-gunicorn',
    start: (_, port) => [PYTHON, '-m', 'gunicorn', '--bind', `127.0.0.1:${port}`, '--worker-class', 'gthread', '--threads', '20', '--keep-alive', '0', 'inbox_token:app'],
  },
  {
    name: 'Ruby (Sinatra) in Puma',
    probe: ['puma', '--version'],
    needs: 'apt-get install ruby-sinatra puma',
    start: (_, port) => ['puma', '--bind', `tcp://127.0.0.1:${port}`, '--threads', '20:20', 'config.ru'],
  },
  {
    name: 'Go',
    probe: ['go', 'version'],
    needs: 'apt-get install golang-go',
    build: (folder) => ['go', 'build', '-o', join(folder, 'inbox-token'), 'inbox_token.go'],
    start: (folder) => [join(folder, 'inbox-token')],
  },
];

export function canRun({ probe: [command, ...args] }: Recipe): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
