import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What an app has installed: the packed tarball, unpacked into a `node_modules` beside its dependencies. */
export class Packed {
  private constructor(
    /** Folder of the app. */
    readonly app: string,
    /** The package's own folder in there. */
    readonly folder: string,
  ) {}

  static async install(): Promise<Packed> {
    const app = await mkdtemp(join(tmpdir(), 'inbox-widget-app-'));
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', app]);
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await run('tar', ['-xzf', join(app, filename), '-C', app]);
    const folder = join(app, 'node_modules', 'inbox-widget');
    await mkdir(join(app, 'node_modules'));
    await cp(join(app, 'package'), folder, { recursive: true });
    const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      const place = join(app, 'node_modules', name);
      await mkdir(join(place, '..'), { recursive: true });
      await symlink(resolve('node_modules', name), place, 'dir');
    }
    return new Packed(app, folder);
  }

  /** Runs a module in bare Node, as an app that has installed the package would. */
  async node(code: string): Promise<string> {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: this.app,
      timeout: 10_000,
    });
    return stdout;
  }

  /** Every file of the package, relative to its folder. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1));
  }

  async remove(): Promise<void> {
    await rm(this.app, { recursive: true, force: true });
  }
}
