import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mutate, type Mutation } from './mutation.js';

const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'coverage', 'test-results', '.data']);

/** A copy of the project in which faults are tried, so that the work tree is never touched. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), 'inbox-widget-mutate-'));

  constructor() {
    for (const name of readdirSync('.')) {
      if (!LEFT_OUT.has(name)) cpSync(name, join(this.folder, name), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'), 'dir');
  }

  /** Puts the fault in, does something, and takes it out again. */
  async with<T>(mutation: Mutation, action: () => Promise<T>): Promise<T> {
    const path = join(this.folder, mutation.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, mutate(source, mutation));
    try {
      return await action();
    } finally {
      writeFileSync(path, source);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
