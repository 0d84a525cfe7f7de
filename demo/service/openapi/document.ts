import { addDocsPage, type ReadableDocument } from './docs-page.js';
import type { Api } from '../http/api.js';

/** Adds `/openapi.json` and its readable page `/docs`: generated from the schemas that validate. */
export function addOpenApiDocument(api: Api, baseUrl: () => string): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'A key of the account, from the dashboard. For the customer’s backend only.',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A client’s token, from the token request.',
  });
  const document = () =>
    api.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Inbox service',
        version: '1.0.0',
        description: 'Hosted inboxes: tokens for the clients of a customer, and the inboxes that the widget shows with them.',
      },
      servers: [{ url: baseUrl() }],
    });
  api.get('/openapi.json', (c) => c.json(document()));
  addDocsPage(api, () => document() as ReadableDocument);
}
