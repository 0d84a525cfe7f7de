/** The engines that @web/test-runner runs browser tests in. */
import type { BrowserLauncher } from '@web/test-runner-core';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { chromiumArguments, findChromium, findFirefox, findWebKit } from './browsers.js';
import { webkitLauncher } from './webkit-launcher.js';

const ENGINES = {
  chromium: () => launchFound(findChromium(), chromium),
  firefox: () => launchFound(findFirefox(), firefox),
  webkit: () => launchFound(findWebKit(), webkitLauncher),
} as const;

type Engine = keyof typeof ENGINES;

/**
 * @param chosen Names with commas between; absent or empty: every engine that is found.
 * @throws where a chosen engine is unknown or not found, and where none is found at all
 */
export async function launchers(chosen?: string): Promise<BrowserLauncher[]> {
  if (!chosen) {
    const found = (await Promise.all(Object.values(ENGINES).map((launch) => launch()))).filter((one) => one !== null);
    if (found.length === 0) throw new Error('No browser was found: install Chromium, Firefox or WebKitGTK.');
    return found;
  }
  return Promise.all(chosen.split(',').map((name) => launchChosen(name.trim())));
}

async function launchChosen(name: string): Promise<BrowserLauncher> {
  if (!isEngine(name)) throw new Error(`BROWSERS names "${name}"; known are ${Object.keys(ENGINES).join(', ')}.`);
  const launcher = await ENGINES[name]();
  if (!launcher) throw new Error(`BROWSERS names ${name}, which was not found on this machine.`);
  return launcher;
}

function isEngine(name: string): name is Engine {
  return Object.hasOwn(ENGINES, name);
}

async function launchFound<T>(
  found: T | null,
  launch: (found: T) => BrowserLauncher | Promise<BrowserLauncher>,
): Promise<BrowserLauncher | null> {
  return found === null ? null : launch(found);
}

function chromium(executablePath: string): BrowserLauncher {
  return named('Chromium', { executablePath, args: chromiumArguments() });
}

function firefox(executablePath: string): BrowserLauncher {
  return named('Firefox', { executablePath, browser: 'firefox' });
}

function named(name: string, launchOptions: puppeteer.LaunchOptions): BrowserLauncher {
  const launcher = chromeLauncher({ puppeteer, launchOptions });
  launcher.name = name;
  return launcher;
}
