import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMutations } from '../mutate/mutation.js';

/** The kinds of failure, drawn from public reports on token refresh and embedded widgets. */
const TITLES = [
  'Timer delay overflows 32 bits',
  'Late timer after wake, and no catch-up when the tab comes back early',
  'Monotonic clock stops while the machine sleeps',
  'Client clock fast: every new token looks dead',
  'Client clock slow: a dead token is served for the whole skew',
  'Lifetime (exp − iat) used on a token that is not fresh',
  'Expiry numbers that are not usable numbers',
  'Endpoint returns the same token, or one that has expired or is about to',
  'Service rejects a token whose exp is still in the future',
  'Definitive refusal is retried for ever, by many callers',
  'Login redirect looks like a network error',
  'Success or error body that is not a token',
  'Many instances on one page refresh separately',
  'Many tabs refresh at once; waiters do not look again',
  'Latch or lock is released only on success',
  'Callback inside the lock deadlocks',
  'Lock stealing cascades',
  'Coordination API missing, forbidden, full or closed',
  'Transient failure ends the session',
  'Refresh loop dies after one failure; network not up right after wake',
  'Hot loop while offline with an expired token',
  'Credentials mode and CORS mismatch on the refresh call',
  'In-flight refresh resurrects a session after sign-out',
  'Different user in another tab',
  'Host page is never told',
  'Base64url with unicode and missing padding',
  'Text around the token: placeholder, Bearer, quotes, newline, smart characters',
  'Opaque, dotted-opaque and five-part tokens',
  'Property set before the element is defined',
  'Moving the element in the DOM restarts or kills it',
  'Refresh loop survives removal, or over-eager cleanup kills it',
  'Token change drops the live connection or rebuilds the widget',
  'Stream reconnects with a stale token',
  'Visibility switch creates two streams',
  'Six-connection limit with many tabs',
  'Silently dead stream: buffering proxy, half-open socket, frozen page',
  'Own message twice: optimistic copy, answer and stream event',
  'Import crashes on the server',
  'Strict CSP and Trusted Types',
  'Token leaks through the DOM, replay tools, logs and events',
];

/** The whole of `docs/failures.md`: for each kind its tests, and the faults that `npm run mutate` turns them red with. */
export function failuresDocument(): string {
  const tests = readTestNames('test');
  const mutations = readMutations([]);
  const kinds = TITLES.map((title, index) => {
    const id = `F${String(index + 1).padStart(2, '0')}`;
    const proofs = tests.filter(({ name }) => name.includes(id));
    const files = [...new Set(proofs.map(({ file }) => file))];
    const faults = mutations
      .filter((mutation) => mutation.id.startsWith(id))
      .map(({ file, find, replace }) => `- ${code(file)}: ${code(find)} → ${replace.trim() ? code(replace) : 'nothing'}`);
    return [
      `## ${id}: ${title}`,
      ...files.map((file) => [code(file), '', ...proofs.filter((proof) => proof.file === file).map(({ name }) => `- ${withoutIds(name)}`)].join('\n')),
      ['Turned red by:', '', ...faults].join('\n'),
    ].join('\n\n');
  });
  return `# Failures that others had

<!-- Generated from the names of the tests and from test/mutations*.json by \`npm run docs\`; change them there. -->

Forty kinds of failure of token refresh and embedded widgets, drawn from public reports. Each has tests that name its
id, and one-line faults that turn them red: \`npm run mutate\` applies each fault in turn and fails where a test stays
green.

${kinds.join('\n\n')}
`;
}

interface TestName {
  readonly file: string;
  readonly name: string;
}

/** Names of all tests below a folder, as they stand in the source: `${…}` where a table fills them in. */
function readTestNames(folder: string): TestName[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /test\.ts$/.test(path))
    .sort()
    .flatMap((path) => {
      const file = join(folder, path);
      const calls = readFileSync(file, 'utf8').matchAll(/\bit\(\s*(['`"])((?:\\.|(?!\1)[^\\])*)\1/g);
      return [...calls].map(([, , name = '']) => ({ file, name: name.replace(/\\(.)/g, '$1') }));
    });
}

const withoutIds = (name: string): string => name.replace(/\bF\d\d\s+/g, '');

function code(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}
