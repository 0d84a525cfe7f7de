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

/** Made as `@types/react` is: a module that is a global as well, whose elements share what every HTML element takes. */
const REACT_TYPES = `
  export = React;
  export as namespace React;
  declare namespace React {
    interface CSSProperties { height?: string | number | undefined; color?: string | undefined }
    interface DOMAttributes<T> {
      children?: string | JSX.Element | undefined;
      onClick?: ((event: MouseEvent & { currentTarget: T }) => void) | undefined;
    }
    interface HTMLAttributes<T> extends DOMAttributes<T> {
      'aria-label'?: string | undefined;
      className?: string | undefined;
      hidden?: boolean | undefined;
      id?: string | undefined;
      inert?: boolean | undefined;
      popover?: '' | 'auto' | 'manual' | undefined;
      role?: string | undefined;
      style?: CSSProperties | undefined;
      suppressHydrationWarning?: boolean | undefined;
      tabIndex?: number | undefined;
      title?: string | undefined;
    }
    type Detailed<T> = HTMLAttributes<T> & { key?: string | null | undefined; ref?: ((element: T | null) => void) | { current: T | null } | null | undefined };
    namespace JSX {
      interface Element { readonly tag: string }
      interface IntrinsicElements {
        div: Detailed<HTMLDivElement>;
        section: Detailed<HTMLElement>;
      }
    }
  }
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

  it('are without an error to a backend in CommonJS (module: nodenext)', async () => {
    const code = `import { createTokenHandler } from 'inbox-widget/server'; export const handler: unknown = createTokenHandler;`;
    const nodeNext = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, verbatimModuleSyntax: false };
    expect(await problems('backend.cts', code, nodeNext)).to.deep.equal([]);
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

  it('are no error where React is not installed, and give its name the tags', async () => {
    const found = await problems(
      'without-react.tsx',
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

  it('allow in React whatever it allows on every element, and refuse what it throws at or we do not know', async () => {
    await mkdir(join(packed.app, 'node_modules/react'));
    await writeFile(join(packed.app, 'node_modules/react/package.json'), '{"name": "react", "version": "19.0.0", "types": "index.d.ts"}');
    await writeFile(join(packed.app, 'node_modules/react/index.d.ts'), REACT_TYPES);
    await writeFile(
      join(packed.app, 'node_modules/react/jsx-runtime.d.ts'),
      `import * as React from './index.js'; export namespace JSX { interface Element extends React.JSX.Element {} interface IntrinsicElements extends React.JSX.IntrinsicElements {} }`,
    );
    const found = await problems(
      'react.tsx',
      `
        import type { InboxReadyEvent, InboxWidget } from 'inbox-widget';
        export const app = <inbox-widget title="Messages" role="region" aria-label="Messages" data-test="inbox" tabIndex={0} inert={false} popover="auto"
          suppressHydrationWarning className="wide" class="wide" id="inbox" hidden key="inbox" onClick={(event) => event.currentTarget.focus()}
          ref={(element) => { element satisfies InboxWidget | null; }} style={{ height: '600px', '--inbox-accent': '#0b7a5b' }}
          theme="dark" refresh-endpoint="/inbox-token" oninbox-ready={(event) => event satisfies InboxReadyEvent}>Messages</inbox-widget>;
        export const held = <inbox-widget ref={{ current: null as InboxWidget | null }} />;
        export const count = <inbox-unread for="inbox" title="Unread" onClick={() => {}} />;
        // @ts-expect-error no such theme
        export const blue = <inbox-widget theme="blue" />;
        // @ts-expect-error no headers
        export const three = <inbox-widget refreshHeaders={3} />;
        // @ts-expect-error misspelt
        export const misspelt = <inbox-widget refreshHeader={{}} />;
        // @ts-expect-error as on any element
        export const index = <inbox-widget tabIndex="first" />;
        // @ts-expect-error misspelt
        export const form = <inbox-unread form="inbox" />;
        // @ts-expect-error React wants an object
        export const wrong = <inbox-widget style="height: 600px" />;
      `,
      { ...RESOLUTIONS.bundler, jsxImportSource: 'react', jsx: ts.JsxEmit.ReactJSX },
    );
    expect(found).to.deep.equal([]);
  });

  for (const elements of ['InboxElements', 'InboxSolidElements']) {
    it(`allow with ${elements} whatever the framework allows on every element`, async () => {
      const found = await problems(
        `${elements}.tsx`,
        `
          ${jsx(elements)}
          interface Signal<T> { readonly value: T }
          interface EveryElement {
            children?: Element | string;
            hidden?: boolean | 'until-found' | Signal<boolean>;
            onClick?: (event: MouseEvent) => void;
            'on:click'?: (event: MouseEvent) => void;
            ref?: (element: HTMLElement) => void;
            style?: string | Signal<string>;
            tabIndex?: number;
            title?: string;
          }
          declare global { namespace JSX { interface IntrinsicElements { section: EveryElement } } }
          declare const hidden: Signal<boolean>;
          declare const style: Signal<string>;
          export const app = <inbox-widget title="Messages" tabIndex={0} hidden={hidden} style={style} theme="dark" onClick={(event) => event.button}
            on:click={(event) => event.button} ref={(element: InboxWidget | null) => { element?.reload(); }} />;
          export const found = <inbox-widget hidden="until-found" style="height: 600px" id="inbox" class="wide" />;
          export const count = <inbox-unread for="inbox" title="Unread" />;
          // @ts-expect-error no such theme
          export const blue = <inbox-widget theme="blue" />;
          // @ts-expect-error misspelt
          export const misspelt = <inbox-widget refreshHeader={{}} />;
          // @ts-expect-error as on any element
          export const index = <inbox-widget tabIndex="first" />;
        `,
        OTHER_JSX,
      );
      expect(found).to.deep.equal([]);
    });
  }

  it('tell Svelte, which takes any name with any attribute, what these two take', async () => {
    const folder = join(packed.app, 'node_modules/svelte');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{"name": "svelte", "version": "5.0.0", "exports": {"./elements": {"types": "./elements.d.ts"}}}');
    await writeFile(
      join(folder, 'elements.d.ts'),
      `
        export type EventHandler<E extends Event, T extends EventTarget> = (event: E & { currentTarget: EventTarget & T }) => unknown;
        export interface HTMLAttributes<T extends EventTarget> {
          class?: string | (string | Record<string, unknown>)[] | null;
          hidden?: boolean | null;
          onclick?: EventHandler<MouseEvent, T> | null;
          style?: string | null;
          [key: symbol]: ((element: T) => void) | null;
          [key: \`data-\${string}\`]: unknown;
        }
        export interface SvelteHTMLElements {
          div: HTMLAttributes<HTMLDivElement>;
          section: HTMLAttributes<HTMLElement>;
          [name: string]: { [name: string]: any };
        }
      `,
    );
    const found = await problems(
      'svelte.ts',
      `
        import type { InboxElements, InboxReadyEvent } from 'inbox-widget';
        import type { SvelteHTMLElements } from 'svelte/elements';
        declare module 'svelte/elements' { interface SvelteHTMLElements extends InboxElements {} }
        /** As Svelte's own checker reads a template. */
        declare function createElement<Name extends keyof SvelteHTMLElements>(name: Name, attributes: SvelteHTMLElements[Name]): void;
        createElement('inbox-widget', { class: ['wide', { tall: true }], style: 'height: 600px', hidden: false, 'data-test': 'inbox', onclick: (event) => event.button,
          'refresh-endpoint': '/inbox-token', theme: 'dark', strings: { inbox: 'Messages' }, withoutComposer: true, conversation: null,
          baseUrl: 'https://inbox.example.com', refreshEndpoint: '/inbox-token', refreshCredentials: 'include', refreshHeaders: { 'X-CSRF': '1' },
          'oninbox-ready': (event) => event satisfies InboxReadyEvent });
        createElement('inbox-unread', { for: 'inbox', class: 'count' });
        createElement('other-element', { anything: 'goes' });
        // @ts-expect-error no such theme
        createElement('inbox-widget', { theme: 'blue' });
        // @ts-expect-error misspelt
        createElement('inbox-widget', { 'refresh-endpont': '/inbox-token' });
        // @ts-expect-error no such word
        createElement('inbox-widget', { strings: { inbocks: 'Messages' } });
        // @ts-expect-error misspelt
        createElement('inbox-unread', { form: 'inbox' });
      `,
    );
    expect(found).to.deep.equal([]);
  });

  it('tell Vue, whose checker knows no tag by itself, what these two take', async () => {
    const folder = join(packed.app, 'node_modules/vue');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{"name": "vue", "version": "3.5.0", "types": "index.d.ts"}');
    await writeFile(
      join(folder, 'index.d.ts'),
      `
        export interface HTMLAttributes {
          class?: unknown;
          id?: string | undefined;
          hidden?: boolean | 'true' | 'false' | '' | undefined;
          onClick?: ((event: MouseEvent) => void) | undefined;
          style?: string | object | undefined;
        }
        export interface GlobalComponents { KeepAlive: new () => { $props: { max?: number } } }
      `,
    );
    const found = await problems(
      'vue.ts',
      `
        import type { InboxReadyEvent, InboxVueComponents, InboxWidget } from 'inbox-widget';
        import type { GlobalComponents, HTMLAttributes } from 'vue';
        declare module 'vue' { interface GlobalComponents extends InboxVueComponents<HTMLAttributes> {} }
        /** As Vue's own checker reads a template: names in camel case, and the element as what \`ref\` gives. */
        declare function use<Name extends keyof GlobalComponents>(name: Name, props: InstanceType<GlobalComponents[Name]>['$props']): InstanceType<GlobalComponents[Name]>;
        const maybe = document.title || undefined;
        const inbox = use('inbox-widget', { id: 'inbox', key: 1, ref: 'inbox', class: ['wide'], style: { height: '600px' }, hidden: '', refreshEndpoint: '/inbox-token', baseUrl: maybe,
          refreshCredentials: 'include', token: '[[ TOKEN ]]', theme: 'dark', layout: undefined, conversation: maybe, withoutComposer: true, strings: { inbox: 'Messages' },
          fetchToken: async () => '', onClick: (event) => event.button, onInboxReady: (event) => event satisfies InboxReadyEvent, onInboxTokenFailed: ({ retryAt }) => retryAt?.getTime() });
        inbox satisfies InboxWidget;
        use('inbox-unread', { for: 'inbox', class: 'count' });
        use('KeepAlive', { max: 3 });
        // @ts-expect-error no such theme
        use('inbox-widget', { theme: 'blue' });
        // @ts-expect-error misspelt
        use('inbox-widget', { refreshEndpont: '/inbox-token' });
        // @ts-expect-error no such word
        use('inbox-widget', { strings: { inbocks: 'Messages' } });
        // @ts-expect-error no such event
        use('inbox-widget', { onInboxRedy: () => {} });
        // @ts-expect-error misspelt
        use('inbox-unread', { form: 'inbox' });
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
        export const once = <inbox-widget on:inbox-ready={{ handleEvent: (event) => event satisfies InboxReadyEvent, once: true }} />;
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
