import type { Context } from 'hono';
import type { CustomerApp } from './customer.js';
import { readFault } from './faults.js';
import type { RefreshLog } from './request-log.js';
import type { ServiceSandbox } from './service-sandbox.js';

const LONGEST_LIFETIME_S = 365 * 24 * 60 * 60;

/** What a contact says who is asked to say something. */
const CONTACT_WORDS = [
  'Just to let you know: I am here.',
  'One more thing, when you have a minute.',
  'Thank you, that helps.',
  'Is that still possible this week?',
];

/**
 * What no real customer has: switches that break things, and the log of the refresh endpoint. For people who are signed
 * in; the switches of the endpoint are their own session's.
 */
export function addDemoRoutes(app: CustomerApp, sandbox: ServiceSandbox, refreshLog: RefreshLog): void {
  let contactsAsked = 0;

  app.use('/demo/*', async (c, next) => {
    const isForeign = c.req.method !== 'GET' && !['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'));
    return isForeign ? c.json({ code: 'origin_not_allowed' }, 403) : next();
  });

  app.get('/demo/log', (c) => c.json(refreshLog.entries()));
  app.get('/demo/state', async (c) => {
    const lifetimeSeconds = await sandbox.tokenLifetime();
    return c.json({ endpoint: c.get('session').fault.kind, lifetimeSeconds, offline: sandbox.isOffline });
  });

  app.put('/demo/faults', async (c) => {
    const fault = readFault(await c.req.json().catch(() => null));
    if (!fault) return c.json({ code: 'field_invalid' }, 422);
    c.get('session').fault = fault;
    return c.json(fault);
  });

  app.put('/demo/lifetime', async (c) => {
    const { seconds } = await fieldsOf(c);
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_LIFETIME_S) {
      return c.json({ code: 'field_invalid' }, 422);
    }
    await sandbox.setTokenLifetime(seconds);
    return c.body(null, 204);
  });

  app.put('/demo/offline', async (c) => {
    const { offline } = await fieldsOf(c);
    if (typeof offline !== 'boolean') return c.json({ code: 'field_invalid' }, 422);
    await (offline ? sandbox.goOffline() : sandbox.goOnline());
    return c.body(null, 204);
  });

  app.post('/demo/reject-token', async (c) => {
    await sandbox.revokeTokens(c.get('session').user.clientId);
    return c.body(null, 204);
  });

  app.post('/demo/contact-writes', async (c) => {
    const text = CONTACT_WORDS[contactsAsked++ % CONTACT_WORDS.length] ?? '';
    const { clientId, company } = c.get('session').user;
    await sandbox.letContactWrite(clientId, company.contact.name, company.contact.channel, text);
    return c.body(null, 204);
  });
}

/** The fields of a body; none where it is not JSON. */
async function fieldsOf(c: Context): Promise<Record<string, unknown>> {
  return Object(await c.req.json().catch(() => null)) as Record<string, unknown>;
}
