/** Lets @web/test-runner drive WebKitGTK, without a screen where there is none. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import type { WebKitPaths } from './browsers.js';
import { accepts, freePort } from './ports.js';

const LOOPBACK = '127.0.0.1';
const DRIVER_START_LIMIT_MS = 20_000;
const DRIVER_POLL_MS = 50;

type Launcher = ReturnType<typeof webdriverLauncher>;

export async function webkitLauncher({ driver, miniBrowser, xvfb }: WebKitPaths): Promise<Launcher> {
  const port = await freePort();
  const launcher = webdriverLauncher({
    hostname: LOOPBACK,
    port,
    path: '/',
    capabilities: {
      browserName: 'MiniBrowser',
      // The driver speaks WebDriver classic only.
      'wdio:enforceWebDriverClassic': true,
      // @ts-expect-error WebKitGTK's own capability, which WebdriverIO's types do not list.
      'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
    },
  });
  const children: ChildProcess[] = [];
  const initialize = launcher.initialize.bind(launcher);
  const stop = launcher.stop.bind(launcher);

  launcher.initialize = async (...parameters) => {
    const display = process.env.DISPLAY ?? (xvfb ? await startDisplay(xvfb, children) : undefined);
    children.push(
      spawn(driver, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...(display && { DISPLAY: display }) } }),
    );
    await listening(port);
    await initialize(...parameters);
    launcher.name = 'WebKit';
  };

  launcher.stop = async () => {
    await stop();
    for (const child of children.reverse()) child.kill();
  };

  return launcher;
}

/** Starts an X server that picks a free display by itself and writes its number to descriptor 3. */
async function startDisplay(xvfb: string, children: ChildProcess[]): Promise<string> {
  const server = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  children.push(server);
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return `:${number.toString().trim()}`;
}

async function listening(port: number): Promise<void> {
  const deadline = performance.now() + DRIVER_START_LIMIT_MS;
  while (!(await accepts(port))) {
    if (performance.now() > deadline) throw new Error('WebKitWebDriver did not start');
    await pause(DRIVER_POLL_MS);
  }
}
