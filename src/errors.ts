/**
 * Every code that an `InboxError` can carry. Callers switch on the code, never on the message.
 *
 * `docs/errors.md` is generated from the comments of the members: what happened, then what to do, then where a page meets it.
 */
export type InboxErrorCode =
  /** The snippet's `[[ TOKEN ]]` was never replaced, and there is no other way to get a token. Remedy: let the server put a token there (`fillPlaceholder()`), or name a `refresh-endpoint`. Met: `inbox-misconfigured`. */
  | 'INBOX_TOKEN_PLACEHOLDER'
  /** The offered text is not a token: it contains white space, control or template characters, or is longer than 128 KiB. Remedy: pass on the `token` from the service's answer, with nothing around it. Met: `inbox-misconfigured`. */
  | 'INBOX_TOKEN_MALFORMED'
  /** The element does not know the address of the service. Remedy: set `base-url`, or call `configure({ baseUrl })`. Met: `inbox-misconfigured`, a rejected `refreshToken()`. */
  | 'INBOX_SERVICE_UNCONFIGURED'
  /** An attribute names a service or endpoint that no script of the page has allowed, or the token's `iss` names another service. Remedy: name the origin in `configure({ services })` or `configure({ endpoints })`. Met: `inbox-misconfigured`, a rejected `refreshToken()`; `inbox-token-failed` as well, where it was the endpoint's token. */
  | 'INBOX_SERVICE_UNTRUSTED'
  /** The element needs a new token and has no way to get one; or `refreshHeaders` are not valid headers; or `refreshToken()` was called on an element that is not in the page. Remedy: name a `refresh-endpoint`, or set `fetchToken`; with `refreshHeaders`, check names and values. Met: `inbox-misconfigured`, a rejected `refreshToken()`; `inbox-token-failed` as well, where it was the headers. An element outside the page only rejects. */
  | 'INBOX_REFRESH_UNCONFIGURED'
  /** The endpoint refused (401, 403, 419): to your backend, the user is signed out or has no inbox. Or the page or another tab has called `signOut()`, or the session changed during the call. Remedy: sign the user in again, then offer a token or call `refreshToken()`. Met: `inbox-token-failed`, then `inbox-session-ended`; a rejected `refreshToken()`. After `signOut()`, neither event in this tab, and the second one in others. */
  | 'INBOX_REFRESH_REFUSED'
  /** The endpoint redirected, as a login page does. Remedy: answer 401 instead of a redirect where the user is signed out. If they are signed in, write `refresh-endpoint` exactly as your server has it: many redirect to the address with, or without, a slash at its end. Met: `inbox-token-failed`, then `inbox-session-ended`; a rejected `refreshToken()`. */
  | 'INBOX_REFRESH_REDIRECTED'
  /** The endpoint does not exist or does not accept this request (every 4xx that no other code names, such as 400, 404, 405, 413, 415, 422 and 424; and 501). Remedy: check `refresh-endpoint`; it must answer `POST`. With 424 the backend is set up wrongly, or the service refused it: check its API key, component and client ids. Met: `inbox-token-failed`, a rejected `refreshToken()`; `inbox-misconfigured`, once. */
  | 'INBOX_REFRESH_NOT_FOUND'
  /** The endpoint answered with success, but without a token, or `fetchToken` returned something other than a string. Remedy: answer `{"token": "…"}`, or the bare token as `text/plain`; from `fetchToken` return the token alone. Met: `inbox-token-failed`, a rejected `refreshToken()`; `inbox-misconfigured`, once, where the endpoint has never given a token, or keeps answering so. */
  | 'INBOX_REFRESH_NOT_A_TOKEN'
  /** The endpoint answered with a token that is no newer than the one in use, or has expired by the answer's own `Date`. Remedy: request a new token from the service on each call; cache none; see that the backend's clock is right. Met: `inbox-token-failed`, a rejected `refreshToken()`; `inbox-misconfigured`, once, where the endpoint has never given a token, or keeps answering so. */
  | 'INBOX_REFRESH_NO_PROGRESS'
  /** The endpoint could not be reached, or failed (5xx, 408, 425). The element tries again, with increasing delays. On another origin, the endpoint's CORS headers may be missing. Remedy: none, if it passes; otherwise see the endpoint's log. Met: `inbox-token-failed`, a rejected `refreshToken()`. */
  | 'INBOX_REFRESH_UNREACHABLE'
  /** The endpoint did not answer within 15 s. The element tries again. Remedy: give the backend's own call to the service a shorter time limit. Met: `inbox-token-failed`, a rejected `refreshToken()`. */
  | 'INBOX_REFRESH_TIMEOUT'
  /** The endpoint asked to slow down (429, or 503 with `Retry-After`), or the page has used up its calls for the minute (6) or the hour (60). The element tries again once the wait is over. Remedy: none, if it passes; hide an inbox that comes and goes, rather than remove it; keep the same `fetchToken`, and the same function of `refreshHeaders`, from render to render. Met: `inbox-token-failed` where the endpoint asked, a rejected `refreshToken()`. */
  | 'INBOX_REFRESH_RATE_LIMITED'
  /** The page's Content Security Policy blocked a request. Remedy: add the address that the message names to `connect-src`. Met: `inbox-misconfigured`; `inbox-token-failed` and a rejected `refreshToken()` as well, where it was the request for a token. */
  | 'INBOX_BLOCKED_BY_POLICY'
  /** The service could not be reached, or failed (5xx), or its answer was no JSON; or the inbox's own code could not be loaded, twice. Remedy: none, if it passes: what the user wrote is sent then. Where the status is 200, something else has answered: check that `base-url` points to the service, and that no proxy or service worker answers in its place. Where code could not be loaded, reload the page, and check that all of the package's files are served. Met: no event: the element shows it, and a lost connection is `:state(reconnecting)` or `:state(offline)`. Only code that could not be loaded is reported, as `inbox-misconfigured`. */
  | 'INBOX_SERVICE_UNREACHABLE'
  /** The service refused the request (4xx), or rejects new tokens as well. Remedy: see the service's own code in the message. Met: `inbox-misconfigured` where the service refuses new tokens (with `inbox-token-failed` before) or this page's origin; `inbox-message-failed`. For a list, a thread or a change, no event: the element shows it. */
  | 'INBOX_SERVICE_REFUSED'
  /** The service answered with something that this version does not understand. Remedy: check that the service's version fits, and that no proxy changes its answers. Met: `inbox-message-failed`; `inbox-misconfigured` where a `source` of your own throws at the start. For a list, a thread or a file, no event: the element shows it. */
  | 'INBOX_SERVICE_UNEXPECTED'
  /** A hosted page inside a frame did not answer. Reserved: this version embeds no such page, so this code never occurs. Remedy: none is needed. Met: nowhere. */
  | 'INBOX_FRAME_UNREACHABLE'
  /** The service refused a message for good. Remedy: see the service's own code in the message; the text is kept for another attempt. Met: `inbox-message-failed`. */
  | 'INBOX_MESSAGE_REJECTED'
  /** A file is too large, of a kind that is not accepted, cannot be read (a folder, say), or is the eleventh of a message, which takes ten. Remedy: choose another file, or send this one with another message. Met: no event: the element shows it beside the file. */
  | 'INBOX_ATTACHMENT_REJECTED';

/** What `new InboxError()` takes besides code and message. */
export interface InboxErrorOptions {
  /** The underlying error, where there is one. Never holds a token. */
  cause?: unknown;
  /** Status of the HTTP answer behind it, where there was one. */
  status?: number;
  /** The service's own `code` (RFC 9457 extension member, docs/wire.md, section 1), where it gave one. */
  serviceCode?: string;
}

/**
 * The one error class of the package.
 *
 * @example
 * widget.addEventListener('inbox-misconfigured', ({ error }) => report(error.code, error.message));
 */
export class InboxError extends Error {
  override name = 'InboxError';
  /** What went wrong, for `switch`. */
  declare readonly code: InboxErrorCode;
  /** Status of the HTTP answer behind it; `undefined` where there was none. */
  declare readonly status: number | undefined;
  /** The service's own code; `undefined` where there was none. */
  declare readonly serviceCode: string | undefined;

  constructor(code: InboxErrorCode, message: string, { cause, status, serviceCode }: InboxErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, { code, status, serviceCode });
  }
}
