import { expect } from 'chai';
import { findChromium, findFirefox, findWebKit, type Machine } from '../helpers/browsers.js';

interface Sketch {
  readonly platform?: NodeJS.Platform;
  readonly env?: Record<string, string>;
  readonly programs?: readonly string[];
  readonly folders?: Record<string, readonly string[]>;
}

function machine({ platform = 'linux', env = { PATH: '/usr/local/bin:/usr/bin' }, programs = [], folders = {} }: Sketch): Machine {
  return {
    platform,
    env,
    isExecutable: (path) => programs.includes(path),
    list: (folder) => folders[folder] ?? [],
  };
}

describe('finding browsers', () => {
  it('finds none on an empty machine', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const empty = machine({ platform });
      expect([findChromium(empty), findFirefox(empty), findWebKit(empty)]).to.deep.equal([null, null, null]);
    }
  });

  it('prefers what CHROME_PATH names, if it is there', () => {
    const env = { PATH: '/usr/bin', CHROME_PATH: '/opt/chrome' };
    expect(findChromium(machine({ env, programs: ['/usr/bin/chromium', '/opt/chrome'] }))).to.equal('/opt/chrome');
    expect(findChromium(machine({ env, programs: ['/usr/bin/chromium'] }))).to.equal('/usr/bin/chromium');
  });

  it('takes Chromium before Chrome before Edge, in any folder of PATH', () => {
    const edge = '/usr/bin/microsoft-edge';
    const chrome = '/usr/local/bin/google-chrome';
    expect(findChromium(machine({ programs: [edge] }))).to.equal(edge);
    expect(findChromium(machine({ programs: [edge, chrome] }))).to.equal(chrome);
    expect(findChromium(machine({ programs: [edge, chrome, '/usr/bin/chromium'] }))).to.equal('/usr/bin/chromium');
  });

  it('looks among the applications of macOS, of all and of the user', () => {
    const own = '/Users/ida/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const firefox = '/Applications/Firefox.app/Contents/MacOS/firefox';
    const mac = machine({ platform: 'darwin', env: { HOME: '/Users/ida' }, programs: [own, firefox] });
    expect(findChromium(mac)).to.equal(own);
    expect(findFirefox(mac)).to.equal(firefox);
  });

  it('looks among the programs of Windows', () => {
    const windows = machine({
      platform: 'win32',
      env: { PROGRAMFILES: 'P', 'PROGRAMFILES(X86)': 'X' },
      programs: ['X/Microsoft/Edge/Application/msedge.exe'],
    });
    expect(findChromium(windows)).to.equal('X/Microsoft/Edge/Application/msedge.exe');
  });

  const webkit = {
    programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/lib/a/webkit2gtk-4.1/MiniBrowser'],
    folders: { '/usr/lib': ['a'], '/usr/lib/a': ['other', 'webkit2gtk-4.1'] },
  };

  it('finds WebKit where driver, browser and a display are', () => {
    expect(findWebKit(machine(webkit))).to.deep.equal({
      driver: '/usr/bin/WebKitWebDriver',
      miniBrowser: '/usr/lib/a/webkit2gtk-4.1/MiniBrowser',
      xvfb: '/usr/bin/Xvfb',
    });
  });

  it('takes a display that is set for a screen, and finds no WebKit without either', () => {
    const programs = webkit.programs.filter((path) => !path.endsWith('Xvfb'));
    expect(findWebKit(machine({ ...webkit, programs }))).to.equal(null);
    const env = { PATH: '/usr/bin', DISPLAY: ':0' };
    expect(findWebKit(machine({ ...webkit, programs, env }))).to.include({ xvfb: null });
  });
});
