import { expect } from 'chai';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const GUARDS = ['inbox/room-boundaries', 'no-restricted-globals', 'no-restricted-properties', 'no-console'];

/** The project's own rules, without types: what is checked here need not exist on disk. */
const eslint = new ESLint({
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false, project: null } } },
  ] as ESLint.Options['overrideConfig'],
  ruleFilter: ({ ruleId }) => GUARDS.includes(ruleId),
});

async function complaints(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result!.messages.map(({ ruleId, message }) => ruleId ?? message);
}

describe('the rule of dependency directions', function () {
  this.timeout(90_000);

  const refused: [from: string, code: string][] = [
    ['src/token/plan.ts', `import { x } from '../inbox/model.js'; x();`],
    ['src/token/plan.ts', `import type { X } from '../inbox/model.js'; export type Y = X;`],
    ['src/token/deep/plan.ts', `import { x } from '../../view/icons.js'; x();`],
    ['src/token/plan.ts', `import { x } from '../inbox-widget.js'; x();`],
    ['src/token/plan.ts', `import { html } from 'lit'; html();`],
    ['src/token/plan.ts', `export * from '../view/icons.js';`],
    ['src/token/plan.ts', `await import('../view/icons.js');`],
    ['src/token/plan.ts', `export type Y = import('../view/icons.js').X;`],
    ['src/inbox/service/http.ts', `import { x } from '../../token/token-supplier.js'; x();`],
    ['src/inbox/service/http.ts', `import type { X } from '../../token/token-owner.js'; export type Y = X;`],
    ['src/inbox/inbox-store.ts', `import { x } from '../view/icons.js'; x();`],
    ['src/view/list.ts', `import { x } from '../inbox/service/service-source.js'; x();`],
    ['src/view/list.ts', `import type { X } from '../inbox/service/service-source.js'; export type Y = X;`],
    ['src/view/list.ts', `import { x } from '../inbox/state.js'; x();`],
    ['src/view/list.ts', `import type { X } from '../token/token-owner.js'; export type Y = X;`],
    ['src/server/token-handler.ts', `import { x } from '../token/token.js'; x();`],
    ['src/server/token-handler.ts', `import { html } from 'lit'; html();`],
    ['src/errors.ts', `import type { X } from './events.js'; export type Y = X;`],
    ['src/events.ts', `import { x } from './token/token-owner.js'; x();`],
    ['src/inbox-widget.ts', `import { x } from './server/index.js'; x();`],
    ['src/elsewhere/file.ts', `import { x } from '../errors.js'; x();`],
  ];
  for (const [from, code] of refused) {
    it(`refuses in ${from}: ${code}`, async () => {
      expect(await complaints(from, code)).to.deep.equal(['inbox/room-boundaries']);
    });
  }

  const allowed: [from: string, code: string][] = [
    ['src/token/plan.ts', `import { InboxError } from '../errors.js'; import { jwtDecode } from 'jwt-decode'; import './clock.js'; InboxError(jwtDecode);`],
    ['src/inbox/service/http.ts', `import type { TokenSupplier } from '../../token/token-supplier.js'; export type Y = TokenSupplier;`],
    ['src/inbox/service/http.ts', `import { type TokenSupplier } from '../../token/token-supplier.js'; export type Y = TokenSupplier;`],
    ['src/view/list.ts', `import { html } from 'lit'; import { KNOWN_CHANNELS } from '../inbox/model.js'; html(KNOWN_CHANNELS);`],
    ['src/view/list.ts', `import { repeat } from 'lit/directives/repeat.js'; repeat();`],
    ['src/view/list.ts', `import type { InboxState } from '../inbox/state.js'; export type Y = InboxState;`],
    ['src/server/token-handler.ts', `import { createServer } from 'node:http'; createServer();`],
    ['src/inbox-widget.ts', `import { x } from './token/token-manager.js'; import { y } from './view/icons.js'; import './setup.js'; x(y);`],
  ];
  for (const [from, code] of allowed) {
    it(`allows in ${from}: ${code}`, async () => {
      expect(await complaints(from, code)).to.deep.equal([]);
    });
  }
});

describe('the rule of purity', function () {
  this.timeout(90_000);

  for (const code of ['Date.now();', 'Math.random();', 'setTimeout(() => 1, 1);', 'document.title;', 'fetch("/");', 'localStorage.clear();']) {
    it(`refuses ${code} in a pure module of token/`, async () => {
      expect(await complaints('src/token/plan.ts', code)).to.have.length(1);
    });
    it(`allows ${code} in the module that is the environment`, async () => {
      expect(await complaints('src/token/browser-environment.ts', code)).to.deep.equal([]);
    });
  }

  it('refuses the console everywhere in src/ but where problems are told', async () => {
    expect(await complaints('src/view/list.ts', 'console.log(1);')).to.deep.equal(['no-console']);
    expect(await complaints('src/wiring.ts', 'console.warn(1);')).to.deep.equal([]);
  });
});
