/**
 * Finds the browsers of this machine, for every kind of test: none is downloaded, none is assumed to be at one place.
 */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What finding a browser depends on; injected so that other systems can be tested on this one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  isExecutable(path: string): boolean;
  /** Names inside a folder; empty where there is no such folder. */
  list(folder: string): readonly string[];
}

/** WebKitGTK as it is driven by tests. */
export interface WebKitPaths {
  /** The program that speaks WebDriver. */
  readonly driver: string;
  /** The browser that it drives. */
  readonly miniBrowser: string;
  /** X server without a screen; `null` where there is none, which is well if `DISPLAY` is set. */
  readonly xvfb: string | null;
}

export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  list(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};

const CHROMIUM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const CHROMIUM_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const CHROMIUM_WINDOWS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** Path of a Chromium, Chrome or Edge: `CHROME_PATH`, then `PATH`, then where the system installs applications. */
export function findChromium(machine: Machine = thisMachine): string | null {
  return firstExecutable(machine, [
    machine.env.CHROME_PATH,
    ...onPath(machine, CHROMIUM_NAMES),
    ...applications(machine, CHROMIUM_APPS),
    ...programFiles(machine, CHROMIUM_WINDOWS),
  ]);
}

/** Path of a Firefox: `FIREFOX_PATH`, then `PATH`, then where the system installs applications. */
export function findFirefox(machine: Machine = thisMachine): string | null {
  return firstExecutable(machine, [
    machine.env.FIREFOX_PATH,
    ...onPath(machine, ['firefox-esr', 'firefox']),
    ...applications(machine, ['Firefox']),
    ...programFiles(machine, [['Mozilla Firefox', 'firefox.exe']]),
  ]);
}

/** WebKitGTK's driver and browser; `null` unless both are here and there is a display, or a way to one. */
export function findWebKit(machine: Machine = thisMachine): WebKitPaths | null {
  const driver = firstExecutable(machine, onPath(machine, ['WebKitWebDriver']));
  const miniBrowser = firstExecutable(machine, miniBrowsers(machine));
  const xvfb = firstExecutable(machine, onPath(machine, ['Xvfb']));
  if (!driver || !miniBrowser || !(xvfb ?? machine.env.DISPLAY)) return null;
  return { driver, miniBrowser, xvfb };
}

/** Chromium refuses its sandbox to root, as in most containers. */
export function chromiumArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

function firstExecutable(machine: Machine, candidates: readonly (string | undefined)[]): string | null {
  return candidates.find((path) => path && machine.isExecutable(path)) ?? null;
}

function onPath({ env, platform }: Machine, names: readonly string[]): string[] {
  if (platform === 'win32') return [];
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function applications({ env, platform }: Machine, names: readonly string[]): string[] {
  if (platform !== 'darwin') return [];
  const folders = ['/Applications', join(env.HOME ?? '/', 'Applications')];
  return names.flatMap((name) => folders.map((folder) => join(folder, `${name}.app`, 'Contents', 'MacOS', executableOf(name))));
}

function executableOf(application: string): string {
  return application === 'Firefox' ? 'firefox' : application;
}

function programFiles({ env, platform }: Machine, places: readonly (readonly string[])[]): string[] {
  if (platform !== 'win32') return [];
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((folder) => folder !== undefined);
  return places.flatMap((place) => folders.map((folder) => join(folder, ...place)));
}

/** Distributions keep it beside the library, below `/usr/lib/<triplet>` (Debian) or `/usr/libexec` (Fedora, Arch). */
function miniBrowsers(machine: Machine): string[] {
  const parents = ['/usr/libexec', '/usr/lib', ...machine.list('/usr/lib').map((name) => join('/usr/lib', name))];
  return parents.flatMap((parent) =>
    machine
      .list(parent)
      .filter((name) => /^webkit(2gtk|gtk)-/.test(name))
      .map((name) => join(parent, name, 'MiniBrowser')),
  );
}
