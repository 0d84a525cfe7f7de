import { tsImport } from 'tsx/esm/api';

// The scripts are TypeScript, which Node 20 does not read by itself.
const { documentEvents } = await tsImport('./scripts/docs/document-events.ts', import.meta.url);
const { shippedModules } = await tsImport('./scripts/docs/shipped-modules.ts', import.meta.url);
const { tidyMembers } = await tsImport('./scripts/docs/tidy-members.ts', import.meta.url);

export default {
  globs: ['src/inbox-widget.ts', 'src/inbox-unread.ts', 'src/element-events.ts', 'src/inbox-events.ts', 'src/errors.ts', 'src/configure.ts'],
  litelement: true,
  plugins: [documentEvents(), tidyMembers(), shippedModules()],
};
