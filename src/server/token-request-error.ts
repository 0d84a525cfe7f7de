/**
 * What went wrong, for `switch`. The first group is this package's own; the second is the service's, passed on from its
 * problem details. A service may have further codes.
 */
export type TokenRequestErrorCode =
  /** An option is missing or cannot be used; the message names it. Nothing was sent. */
  | 'options_invalid'
  /** The connection failed or broke off. A later attempt may succeed. */
  | 'service_unreachable'
  /** No complete answer within `timeoutMs`. A later attempt may succeed. */
  | 'service_timeout'
  /** The service failed (5xx), or asked for a retry (408, 425). A later attempt may succeed. */
  | 'service_failed'
  /** The service refused (4xx) without a code of its own. Check `baseUrl`. */
  | 'service_refused'
  /** A redirect, or success without a usable token. Check that `baseUrl` points to the service, not to a proxy's page. */
  | 'service_answer_unusable'
  | 'malformed_body'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'component_unknown'
  | 'client_unknown'
  | 'media_type_unsupported'
  | 'field_invalid'
  | 'too_many_requests'
  // `& {}` keeps the known codes visible in editors while any other is allowed.
  | (string & {});

/**
 * Why the service gave no token. Safe to log: the message names the address that was asked, what came of it and the code; neither it
 * nor the properties ever hold the API key, a token, or text of the service's other than its code.
 */
export class TokenRequestError extends Error {
  override name = 'TokenRequestError';
  readonly code: TokenRequestErrorCode;
  /** Status of the service's answer; `undefined` where there was none. */
  readonly status: number | undefined;
  /** How long the service asks to wait, in milliseconds, 0 to 86,400,000 (a day); `undefined` where it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: TokenRequestErrorCode,
    message: string,
    { status, retryAfterMs }: { status?: number | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
