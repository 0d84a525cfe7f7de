/**
 * `inbox-widget/server`: the half of the widget's token that lives in the customer's backend.
 *
 * Built on `fetch`, `Request` and `Response` alone, so it runs wherever those exist: Node 20 and newer, Deno, Bun,
 * Cloudflare Workers, Next.js. Nothing here may be bundled for a browser: it handles the API key.
 *
 * @module
 */
export { requestToken } from './request-token.js';
export type { RequestTokenOptions } from './request-options.js';
export { TokenRequestError } from './token-request-error.js';
export type { TokenRequestErrorCode } from './token-request-error.js';
export { createTokenHandler } from './token-handler.js';
export type { TokenHandler, TokenHandlerOptions } from './token-handler.js';
export { fillPlaceholder } from './fill-placeholder.js';
export { toNodeListener } from './node-listener.js';
export type { NodeListener, NodeListenerOptions, NodeRequest, NodeResponse } from './node-listener.js';
