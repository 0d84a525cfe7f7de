import { existsSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const ENTRY = 'dist/cdn/inbox-widget.js';
if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is not there: run "npm run build" first.`);

// The scripts are TypeScript, which Node 20 does not read by itself.
const { staticImports } = await tsImport('./scripts/static-imports.ts', import.meta.url);

export default [
  {
    name: 'shell: every byte of script before the first call of the refresh endpoint, Lit inside',
    path: staticImports(ENTRY),
    gzip: true,
    limit: '14 kB',
  },
  {
    name: 'whole: every script but the languages',
    path: ['dist/cdn/**/*.js', '!dist/cdn/locales/**'],
    gzip: true,
    // The aim is 40 kB; see docs/decisions/0008-what-the-bytes-are-spent-on.md.
    limit: '58.5 kB',
  },
];
