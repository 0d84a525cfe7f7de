import { parseArgs } from 'node:util';
import { stopOnce } from '../stop-once.js';
import { DEFAULT_DATA_FOLDER, DEFAULT_SERVICE_PORT, startDemoService } from './demo-service.js';

const USAGE = `npm run service -- [--port ${DEFAULT_SERVICE_PORT}] [--data ${DEFAULT_DATA_FOLDER}] [--fresh] [--quiet] [--no-build] [--json]

  --port      first port that is tried; a taken one is replaced by the next free one
  --data      folder that keeps the data
  --fresh     throws the data away first
  --quiet     leaves the contacts silent
  --no-build  serves the hosted widget as it was built last
  --json      prints one line of JSON once all is ready`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: String(DEFAULT_SERVICE_PORT) },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    fresh: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
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

const demo = await startDemoService({
  port,
  dataFolder: values.data,
  fresh: values.fresh,
  quiet: values.quiet,
  withoutBuild: values['no-build'],
});
const { serviceUrl, apiKey, componentId, clientIds } = demo;
if (values.json) {
  console.log(JSON.stringify({ serviceUrl, apiKey, componentId, clientIds }));
} else {
  console.log(`Service      ${serviceUrl}
Reference    ${serviceUrl}/docs
Dashboard    ${serviceUrl}/dashboard   ${demo.email} / ${demo.password}
API key      ${apiKey}
Component    ${componentId}
Clients      ${clientIds.join('  ')}

Ctrl+C stops it.`);
}

stopOnce(() => demo.close());
