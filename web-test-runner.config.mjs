import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { tsImport } from 'tsx/esm/api';

// The helpers are TypeScript, which Node 20 does not read by itself.
const { inlineCss } = await tsImport('./test/helpers/inline-css.ts', import.meta.url);
const { freePort } = await tsImport('./test/helpers/ports.ts', import.meta.url);
const { launchers } = await tsImport('./test/helpers/launchers.ts', import.meta.url);
const { squeezedSources } = await tsImport('./test/helpers/squeezed-sources.ts', import.meta.url);
const { runnerPage } = await tsImport('./test/runner/runner-page.ts', import.meta.url);

/** `BROWSERS=chromium,firefox,webkit` chooses; without it, every engine that this machine has. */
export default {
  files: ['test/**/*.test.ts'],
  nodeResolve: true,
  // Its own search for one, from 8000 on, comes to the same port for two runs that start together.
  port: await freePort(),
  browsers: await launchers(process.env.BROWSERS),
  // Parts of one browser share its focus and its storage, so each runs one file at a time.
  concurrency: 1,
  concurrentBrowsers: 3,
  // Generous: a machine with two cores runs three engines and Node beside them, and only a failure waits so long.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 30_000 } },
  testRunnerHtml: runnerPage,
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
  plugins: [
    inlineCss(),
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
    squeezedSources('Firefox/'),
  ],
};
