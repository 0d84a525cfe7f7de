declare module '@custom-elements-manifest/analyzer/cli.js' {
  /** Runs the analyzer as its command line does, and returns what it would write to `custom-elements.json`. */
  export function cli(options: { argv: string[]; cwd: string; noWrite: boolean }): Promise<unknown>;
}
