import { endWithoutStart, readCommandLine } from '../command-line.js';
import { stopOnce } from '../stop-once.js';
import { DEFAULT_SERVICE_PORT, startDemoService } from './demo-service.js';

const options = readCommandLine('service', DEFAULT_SERVICE_PORT);
const beforeEnd = stopOnce();

const demo = await startDemoService(options).catch(endWithoutStart);
beforeEnd(() => demo.close());
const { serviceUrl, apiKey, componentId, clientIds } = demo;
if (options.json) {
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
