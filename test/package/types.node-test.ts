import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { Packed } from './packed.js';

/** As strict as TypeScript gets, libraries included. */
const STRICTEST: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.Preserve,
  // Lit's own types name `@types/trusted-types`, which npm installs with it; nothing else of this repository's is an app's.
  types: [],
};

/** JSX of a framework other than React. */
const OTHER_JSX: ts.CompilerOptions = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, jsxFactory: 'h' };

const RESOLUTIONS = {
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
};

/** What every framework's own types say, as far as JSX needs it. */
const jsx = (elements: string): string => `
  import type { InboxReadyEvent, InboxWidget, ${elements} } from 'inbox-widget';
  declare global {
    namespace JSX {
      interface Element { readonly tag: string }
      interface IntrinsicElements extends ${elements} {}
    }
  }
  export declare const h: unknown;
`;

describe('the types as they are packed', () => {
  let packed: Packed;
  before(async () => {
    packed = await Packed.install();
    await writeFile(join(packed.app, 'package.json'), '{"type": "module"}');
    await mkdir(join(packed.app, 'node_modules/@types'));
    await symlink(resolve('node_modules/@types/trusted-types'), join(packed.app, 'node_modules/@types/trusted-types'), 'dir');
  });
  after(() => packed.remove());

  /** What TypeScript says of a module of the app. */
  async function problems(name: string, code: string, options: ts.CompilerOptions = RESOLUTIONS.bundler): Promise<string[]> {
    const path = join(packed.app, name);
    await writeFile(path, code);
    const host = ts.createCompilerHost({ ...STRICTEST, ...options });
    host.getCurrentDirectory = () => packed.app;
    const program = ts.createProgram([path], { ...STRICTEST, ...options }, host);
    return ts.getPreEmitDiagnostics(program).map(({ messageText, file }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }

  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    it(`are without an error to the strictest app (moduleResolution: ${name})`, async () => {
      const found = await problems(
        `strictest-${name}.ts`,
        `
          import { configure, InboxError, type InboxErrorCode, type InboxSource, type OwnWords } from 'inbox-widget';
          import { InboxWidget } from 'inbox-widget/element';
          import { createMemorySource, exampleInbox } from 'inbox-widget/memory';
          configure({ baseUrl: 'https://inbox.example.com' });
          const inbox = document.createElement('inbox-widget');
          inbox.source = createMemorySource(exampleInbox()) satisfies InboxSource;
          inbox.strings = { inbox: 'Messages' } satisfies OwnWords;
          inbox.addEventListener('inbox-misconfigured', ({ error }) => error.code satisfies InboxErrorCode);
          document.addEventListener('inbox-token-failed', ({ retryAt }) => retryAt?.getTime());
          export const both = [InboxError, InboxWidget];
        `,
        resolution,
      );
      expect(found).to.deep.equal([]);
    });
  }

  it('let a route handler say what its second argument is, and a caller not forget it', async () => {
    const found = await problems(
      'route.ts',
      `
        import { createTokenHandler, toNodeListener } from 'inbox-widget/server';
        interface RouteContext { params: Promise<{ tenant: string }> }
        const service = { baseUrl: 'https://inbox.example.com', apiKey: 'key', componentId: 'cmp_1' };
        const route = createTokenHandler({ ...service, getClientId: async (request, { params }: RouteContext) => (await params).tenant });
        const plain = createTokenHandler({ ...service, getClientId: (request, context) => (context ? 'cli_1' : request.headers.get('x-client')) });
        // Next.js asks in this way what a route takes.
        type SecondOf<T> = T extends (...args: [never, infer U]) => unknown ? U : never;
        export const second: RouteContext = {} as SecondOf<typeof route>;
        const request = new Request('https://app.example.com/inbox-token');
        export const answers = [route(request, { params: Promise.resolve({ tenant: 'cli_1' }) }), plain(request), plain(request, 1)];
        // @ts-expect-error getClientId reads it
        route(request);
        toNodeListener(route);
        toNodeListener(plain);
      `,
    );
    expect(found).to.deep.equal([]);
  });

  it('take `undefined` for what is absent in JSX, and a style as a text', async () => {
    const found = await problems(
      'app.tsx',
      `
        ${jsx('InboxElements')}
        const maybe = (document.title || undefined);
        export const app = <inbox-widget id={maybe} class={maybe} style="height: 600px" hidden={undefined} ref={{ current: null as InboxWidget | null }}
          refresh-endpoint={maybe} base-url={maybe} without-composer={undefined} theme={undefined} strings={undefined} source={undefined}
          oninbox-ready={(event) => event satisfies InboxReadyEvent} oninbox-token-failed={undefined} />;
        export const count = <inbox-unread for={maybe} style={{ color: 'red' }} />;
        // @ts-expect-error no such theme
        export const wrong = <inbox-widget theme="blue" />;
      `,
      OTHER_JSX,
    );
    expect(found).to.deep.equal([]);
  });

  it('refuse a style as a text to React, which throws at one', async () => {
    const found = await problems(
      'react.tsx',
      `
        import type {} from 'inbox-widget';
        declare global {
          namespace JSX {
            interface Element { readonly tag: string }
            interface IntrinsicElements extends React.JSX.IntrinsicElements {}
          }
        }
        export const app = <inbox-widget style={{ height: '600px' }} refresh-endpoint="/inbox-token" />;
        // @ts-expect-error React wants an object
        export const wrong = <inbox-widget style="height: 600px" />;
      `,
    );
    expect(found).to.deep.equal([]);
  });

  it('know what Solid puts before a name', async () => {
    const found = await problems(
      'solid.tsx',
      `
        ${jsx('InboxSolidElements')}
        let inbox: InboxWidget | undefined;
        const maybe = (document.title || undefined);
        export const app = <inbox-widget ref={inbox} class={maybe} classList={{ wide: true }} style="height: 600px" attr:id="inbox"
          attr:refresh-endpoint={maybe} attr:without-composer="" bool:without-storage={true} attr:theme="dark" attr:lang="de"
          prop:strings={{ inbox: 'Messages' }} prop:withoutComposer={false} prop:fetchToken={undefined}
          on:inbox-ready={(event) => event satisfies InboxReadyEvent} />;
        export const plain = <inbox-widget ref={(element) => element satisfies InboxWidget} refresh-endpoint="/inbox-token" strings={{ inbox: 'Messages' }} />;
        export const count = <inbox-unread attr:for="inbox" prop:for={maybe} />;
        // @ts-expect-error no such word
        export const wrong = <inbox-widget prop:strings={{ inbocks: 'Messages' }} />;
        // @ts-expect-error no such property
        export const wronger = <inbox-widget prop:endpoint="/inbox-token" />;
      `,
      OTHER_JSX,
    );
    expect(found).to.deep.equal([]);
  });
});
