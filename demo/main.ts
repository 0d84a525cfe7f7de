/** `npm run demo`: the service's stand-in and a made-up customer, until somebody stops them. */
import { endWithoutStart, readCommandLine } from './command-line.js';
import { COMPANIES } from './customer/companies.js';
import { createModuleServer } from './customer/module-server.js';
import type { User } from './customer/options.js';
import { startCustomer } from './customer/start-customer.js';
import { DEFAULT_SERVICE_PORT, startDemoService } from './service/demo-service.js';
import { stopOnce } from './stop-once.js';

const DEFAULT_CUSTOMER_PORT = 8080;

const options = readCommandLine('demo', DEFAULT_CUSTOMER_PORT);
const beforeEnd = stopOnce();

// To the error output, so that `--json` keeps the other one to itself.
const log = (line: string) => { console.error(line); };

// Both take their time, so both at once.
const preparing = createModuleServer(!options.json);
const service = await startDemoService({
  ...options,
  port: options.port === 0 ? 0 : DEFAULT_SERVICE_PORT,
  log: (entry) => {
    if (entry.type === 'failure') log(`The service: ${entry.method} ${entry.path}\n${entry.stack}`);
  },
}).catch(endWithoutStart);
beforeEnd(() => service.close());
const { serviceUrl, apiKey, componentId, clientIds } = service;

const users = COMPANIES.flatMap((company, index): User[] => {
  const clientId = clientIds[index];
  return clientId === undefined ? [] : [{ id: company.userId, name: company.userName, company, clientId }];
});
const customer = await startCustomer(
  { service: { baseUrl: serviceUrl, apiKey, componentId }, users, log },
  options.port,
  await preparing,
).catch(endWithoutStart);
beforeEnd(() => customer.stop());

const signIns = users.map(({ id, name, company }) => ({
  name: `${name} · ${company.name}`,
  signInUrl: `${customer.url}/sign-in?user=${id}`,
}));
if (options.json) {
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
