import { fileURLToPath } from 'node:url';
import css from '@eslint/css';
import { defineConfig, globalIgnores } from 'eslint/config';
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';
import { roomBoundaries } from './scripts/lint/room-boundaries.js';

const SRC = fileURLToPath(new URL('./src', import.meta.url));

/** The layout's rule of dependency directions: who may import whom. The first room that a file fits counts. */
const ROOMS = [
  { files: ['errors'], imports: [], packages: [] },
  { files: ['page-event'], imports: [], packages: [] },
  {
    files: ['events', 'element-events', 'inbox-events'],
    imports: ['errors', 'page-event', 'element-events', 'inbox-events'],
    types: ['token/token-owner', 'inbox/model'],
    packages: [],
  },
  { files: ['page-shared'], imports: [], packages: [] },
  // What two rooms need of the page (docs/decisions/0010).
  { files: ['page-clock', 'page-origin', 'zones'], imports: [], packages: [] },
  { files: ['timers'], imports: ['page-clock'], packages: [] },
  { files: ['policy-watch'], imports: ['zones'], packages: [] },
  { files: ['token/'], imports: ['errors', 'page-origin', 'page-shared', 'policy-watch', 'zones'], packages: ['jwt-decode'] },
  { files: ['inbox/'], imports: ['errors', 'page-clock', 'timers', 'page-shared', 'policy-watch'], types: ['token/token-supplier'], packages: ['idb-keyval'] },
  {
    files: ['view/'],
    imports: ['errors', 'page-clock', 'timers', 'inbox/model', 'inbox/limits', 'inbox/line-of', 'inbox/draft', 'locales/'],
    types: ['inbox/state', 'inbox/inbox-source'],
    packages: ['lit', '@lit/reactive-element'],
  },
  { files: ['locales/'], imports: [], packages: [] },
  { files: ['server/'], imports: ['errors'], packages: ['node:'] },
  // The elements and the entries wire the rooms together. What is for other machines stays out of them.
  {
    files: ['*'],
    imports: ['*', 'token/', 'inbox/', 'view/', 'locales/'],
    packages: ['lit', '@lit/reactive-element'],
  },
];

/** What pure modules get handed in instead of reaching for it. */
const IMPURE_GLOBALS = [
  'window', 'document', 'self', 'globalThis', 'navigator', 'location', 'localStorage', 'sessionStorage', 'indexedDB',
  'fetch', 'performance', 'crypto', 'BroadcastChannel',
  'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'requestAnimationFrame', 'queueMicrotask',
].map((name) => ({ name, message: 'Pure modules of src/token/ get this from the environment that they are given.' }));

const IMPURE_PROPERTIES = [
  { object: 'Date', property: 'now' },
  { object: 'Math', property: 'random' },
].map((one) => ({ ...one, message: 'Pure modules of src/token/ get time and chance from the environment that they are given.' }));

/** What browsers of the last four years lack, in which the inbox is to work all the same. */
const TOO_NEW_PROPERTIES = ['canParse', 'toSpliced', 'toSorted', 'toReversed', 'groupBy', 'withResolvers', 'isWellFormed'].map((property) => ({
  property,
  message: 'Browsers of the last four years lack it.',
}));

/** What not every browser of 2024 knows, and nobody misses where it is not known. Anything else that is newer needs a way without it. */
const ADDITIONS = {
  allowProperties: ['field-sizing', 'forced-color-adjust', 'overscroll-behavior', 'resize', 'scrollbar-color', 'user-select'],
  allowPropertyValues: {
    'font-family': ['ui-monospace'],
    'text-align': ['match-parent'],
    'text-decoration': ['transparent'],
    'word-break': ['auto-phrase'],
  },
  allowFunctions: ['fit-content'],
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'test-results/', '.data/', '**/public/**/*.min.js']),

  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // The compiler says so already.
      '@typescript-eslint/no-unused-vars': 'off',
      // `async` without `await` turns a throw into a rejection, which the seams promise.
      '@typescript-eslint/require-await': 'off',
      // Misreads `@click=${this.…}` in templates.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },

  {
    files: ['src/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/recommended']],
    plugins: { inbox: { rules: { 'room-boundaries': roomBoundaries } } },
    rules: {
      'inbox/room-boundaries': ['error', { root: SRC, rooms: ROOMS }],
      'no-console': 'error',
    },
  },

  {
    files: ['src/**/*.ts'],
    ignores: ['src/server/**'],
    rules: { 'no-restricted-properties': ['error', ...TOO_NEW_PROPERTIES] },
  },

  {
    files: ['src/**/*.css'],
    extends: [css.configs.recommended],
    plugins: { css },
    language: 'css/css',
    rules: {
      'css/use-baseline': ['error', { available: 2024, ...ADDITIONS }],
      'css/no-invalid-properties': ['error', { allowUnknownVariables: true }],
      // What a page's own `!important` must not undo.
      'css/no-important': 'off',
    },
  },

  {
    // The one place that tells the people who run the page what is set up wrongly.
    files: ['src/wiring.ts'],
    rules: { 'no-console': 'off' },
  },

  {
    files: ['src/token/**/*.ts'],
    ignores: ['src/token/browser-environment.ts'],
    rules: {
      'no-restricted-globals': ['error', ...IMPURE_GLOBALS],
      'no-restricted-properties': ['error', ...IMPURE_PROPERTIES, ...TOO_NEW_PROPERTIES],
    },
  },

  {
    // Assertions read as sentences (`expect(x).to.be.true`), and they check what a test takes for granted: what is there,
    // and what an answer's JSON looks like.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
