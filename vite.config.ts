import { defineConfig, type UserConfig } from 'vite';
import { compactTemplates } from './scripts/build/compact-templates.js';
import { licenses } from './scripts/build/licenses.js';
import { plainNamespaces } from './scripts/build/plain-namespaces.js';
import { plainStyleSheets } from './scripts/build/plain-style-sheets.js';
import { shortCustomProperties } from './scripts/build/short-custom-properties.js';
import { silentJwtDecode } from './scripts/build/silent-jwt-decode.js';
import { squeeze } from './scripts/build/squeeze.js';
import { unreadWithInbox } from './scripts/build/unread-with-inbox.js';

/** The oldest browsers whose full polish is promised; nothing is lowered below them (CSS `light-dark()` included). */
const TARGET = ['chrome125', 'firefox128', 'safari17.5'];

/** `dist/`: the npm package. Dependencies stay imports, so that an app bundles each of them once. */
const packageBuild: UserConfig = {
  plugins: [compactTemplates()],
  build: {
    outDir: 'dist',
    target: TARGET,
    // An app's bundler does that; and who reads a backend's log sees the names of its functions.
    minify: false,
    sourcemap: true,
    modulePreload: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        element: 'src/element.ts',
        server: 'src/server/index.ts',
        memory: 'src/inbox/memory/index.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^lit(\/|$)/, /^@lit\//, 'jwt-decode', 'idb-keyval', /^node:/],
      output: { chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
};

/** What runs before the inbox's code is there, and once there is an inbox: each with all that it imports statically. */
const SHELL = /[\\/]src[\\/]cdn\.ts/;
const INBOX = /[\\/]src[\\/]cdn-inbox\.ts/;

/** `dist/cdn/`: for `<script type="module">`. Everything is inside; the shell first, the inbox as a chunk of its own. */
const cdnBuild: UserConfig = {
  plugins: [plainStyleSheets(), silentJwtDecode(), unreadWithInbox(), compactTemplates(), shortCustomProperties(), plainNamespaces(), squeeze(), licenses()],
  build: {
    outDir: 'dist/cdn',
    target: TARGET,
    modulePreload: false,
    lib: { entry: { 'inbox-widget': 'src/cdn.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        minify: true,
        // What both halves need is in the shell's own file, and that one has a name of its own: were it the entry itself, a page that
        // loads `inbox-widget.js?v=2` would load it twice, since the inbox's code knows no `?v=2`.
        codeSplitting: { groups: [{ name: 'shell', test: SHELL }, { name: 'inbox', test: INBOX }] },
        chunkFileNames: (chunk) =>
          chunk.facadeModuleId?.includes('/locales/') ? 'locales/[name]-[hash].js' : 'chunks/[name]-[hash].js',
      },
    },
  },
};

export default defineConfig(({ mode }) => (mode === 'cdn' ? cdnBuild : packageBuild));
