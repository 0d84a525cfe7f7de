/** `npm run demo`: the service's stand-in and a made-up customer, until somebody stops them. */
import { parseArgs } from 'node:util';
import { COMPANIES } from './customer/companies.js';
import { createModuleServer } from './customer/module-server.js';
import type { User } from './customer/options.js';
import { startCustomer } from './customer/start-customer.js';
import { DEFAULT_DATA_FOLDER, DEFAULT_SERVICE_PORT, startDemoService } from './service/demo-service.js';
import { stopOnce } from './stop-once.js';

const DEFAULT_CUSTOMER_PORT = 8080;

const USAGE = `npm run demo -- [--port ${DEFAULT_CUSTOMER_PORT}] [--data ${DEFAULT_DATA_FOLDER}] [--fresh] [--quiet] [--json]

  --port    the customer's port; a taken one is replaced by the next free one. 0: any, for the service too
  --data    folder that keeps the service's data
  --fresh   throws the data away first
  --quiet   leaves the contacts silent
  --json    prints one line of JSON once all is ready`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: String(DEFAULT_CUSTOMER_PORT) },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    fresh: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a number from 0 to 65535, not “${values.port}”.\n\n${USAGE}`);
  process.exit(2);
}

// To the error output, so that `--json` keeps the other one to itself.
const log = (line: string) => { console.error(line); };

// Both take their time, so both at once.
const preparing = createModuleServer(!values.json);
const service = await startDemoService({
  port: port === 0 ? 0 : DEFAULT_SERVICE_PORT,
  dataFolder: values.data,
  fresh: values.fresh,
  quiet: values.quiet,
  log: (entry) => {
    if (entry.type === 'failure') log(`The service: ${entry.method} ${entry.path}\n${entry.stack}`);
  },
});
const { serviceUrl, apiKey, componentId, clientIds } = service;

const users = COMPANIES.flatMap((company, index): User[] => {
  const clientId = clientIds[index];
  return clientId === undefined ? [] : [{ id: company.userId, name: company.userName, company, clientId }];
});
const customer = await startCustomer(
  { service: { baseUrl: serviceUrl, apiKey, componentId }, users, log },
  port,
  await preparing,
);

stopOnce(() => Promise.allSettled([customer.stop(), service.close()]));

const signIns = users.map(({ id, name, company }) => ({
  name: `${name} · ${company.name}`,
  signInUrl: `${customer.url}/sign-in?user=${id}`,
}));
if (values.json) {
  console.log(JSON.stringify({ serviceUrl, customerUrl: customer.url, users: signIns, apiKey, componentId, clientIds }));
} else {
  const width = Math.max(...signIns.map(({ name }) => name.length));
  console.log(`
Sign in as

${signIns.map(({ name, signInUrl }) => `  ${name.padEnd(width)}   ${signInUrl}`).join('\n')}

Customer    ${customer.url}
Playground  ${customer.url}/playground
Service     ${serviceUrl}
Dashboard   ${serviceUrl}/dashboard   ${service.email} / ${service.password}

Ctrl+C stops both.
`);
}
