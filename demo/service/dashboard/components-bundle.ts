import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('components/dashboard.ts', import.meta.url));

/** The script of the pages: their components with Lit, in one module. Nothing is written to the disk. */
export async function bundleComponents(): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    // Without `development`, so that Lit is the one for production however this process was started.
    resolve: { conditions: ['module', 'browser'] },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error('The dashboard’s components could not be bundled.');
  return bundle.output[0].code;
}
