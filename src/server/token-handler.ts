import { errorTeller } from './error-teller.js';
import { problemResponse, type Problem } from './problem.js';
import { corsHeaders, isOwnOrAllowed, isPreflight, preflightHeaders, readAllowedOrigins, refuseEntry } from './refresh-gate.js';
import { checkId, invalid, prepareServiceOptions, type ServiceOptions } from './request-options.js';
import { issueToken } from './request-token.js';
import type { IssuedToken } from './service-answer.js';
import { TokenRequestError } from './token-request-error.js';

/** How long to wait for a busy service that names no time, in seconds: as long as the widget would wait on its own. */
const DEFAULT_RETRY_AFTER_S = 30;

/** Codes that mean: try again, nothing is set up wrongly. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'service_unreachable',
  'service_failed',
  'service_answer_unusable',
]);

/** What `getClientId` may return; anything but a non-empty string means that nobody is signed in. */
type ClientId = string | false | null | undefined;

/** What `createTokenHandler()` takes. */
export interface TokenHandlerOptions<Context = unknown> extends ServiceOptions {
  /**
   * Whose inbox the request is for: the client of the user who is signed in to *your* session, as a string. Return `null`
   * (or `undefined`, `false`, an empty string) where nobody is signed in, or where this user has no inbox. Never take the client
   * from the request's own address or body: the answer opens that client's inbox.
   *
   * `null` is answered with 401, and a client that the service does not know with 403: the element takes both for signed out and
   * fires `inbox-session-ended`. So leave the element out of the page of a user who has no inbox.
   *
   * @param context What the handler got besides the request: from `toNodeListener()`, Node's own request, on which Express
   * and the like have put the session; elsewhere whatever the server hands over.
   */
  getClientId: (request: Request, context: Context) => ClientId | Promise<ClientId>;
  /**
   * Other origins whose pages may fetch tokens here with the user's cookie, such as `https://app.example.com`. Needed
   * only where the endpoint is on another origin than the page. Default: none.
   */
  allowedOrigins?: readonly (string | undefined)[] | undefined;
  /**
   * Called with every failure that the operator may want to see: once for each call to the service, once for each request
   * that lacks an option, and with what `getClientId` throws, or when it returns what is not a client. A `TokenRequestError`
   * holds no secret. Default: nothing is reported.
   */
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * Answers one request; never rejects. What comes besides the request goes to `getClientId` as it is, and may not be left out where
 * `getClientId` names its type.
 */
export type TokenHandler<Context = unknown> = (
  request: Request,
  ...rest: undefined extends Context ? [context?: Context] : [context: Context]
) => Promise<Response>;

/**
 * Makes the refresh endpoint: what the widget calls for a new token (`POST`, no body).
 *
 * | answer | when |
 * |---|---|
 * | 200 `{"token", "expires_in"?}` | here it is; `expires_in` in seconds, where the service states it |
 * | 401 `session_missing` | `getClientId` returned no client: the user is signed out |
 * | 403 `client_unknown` | the service does not know this client |
 * | 403 `requested_with_missing`, `origin_not_allowed` | not sent by the widget, or by a foreign page |
 * | 405 `method_not_allowed` | a method other than `POST` |
 * | 424 and the service's code | the service refuses key, component or a field: the operator must act |
 * | 424 `options_invalid` | an option is missing, or `getClientId` returned something other than a string: nothing was sent |
 * | 500 `session_check_failed` | `getClientId` threw |
 * | 502 `service_unreachable`, … | the service failed, or answered with something other than a token |
 * | 503 and `Retry-After` | the service is busy |
 * | 504 `service_timeout` | the service is too slow |
 *
 * Failures are problem details (RFC 9457). No answer may be cached, and none holds the API key. Requests for the same
 * client that come while one is under way share its answer.
 *
 * May be called where the secrets are not available, as a build that evaluates every module does: a `baseUrl`, `apiKey`
 * or `componentId` that is missing or empty is reported at the first request, by 424 and `onError`; such an entry of
 * `allowedOrigins`, at the first request from an origin that is not allowed.
 *
 * @throws {TokenRequestError} `options_invalid`, at once, for an option that is there and cannot be used, and where
 *   `getClientId` is missing
 *
 * @example
 * export const POST = createTokenHandler({
 *   baseUrl: 'https://inbox.example.com',
 *   apiKey: process.env.INBOX_API_KEY,
 *   componentId: 'cmp_42',
 *   getClientId: async (request) => (await readSession(request))?.inboxClientId ?? null,
 * });
 */
export function createTokenHandler<Context = unknown>(options: TokenHandlerOptions<Context>): TokenHandler<Context> {
  // From JavaScript it may be missing, and then no request could say why.
  if (typeof (options.getClientId as unknown) !== 'function') throw invalid('getClientId must be a function.');
  const service = prepareServiceOptions(options);
  const { origins: allowed, isIncomplete } = readAllowedOrigins(options.allowedOrigins ?? []);
  const tell = errorTeller(options.onError);
  const issue = shared(async (clientId: unknown) => {
    try {
      return await issueToken(service(), checkId('What getClientId returns', clientId));
    } catch (error) {
      tell(error);
      throw error;
    }
  });

  const handler = async (request: Request, context?: Context): Promise<Response> => {
    const cors = corsHeaders(request.headers, allowed);
    if (isPreflight(request.method, request.headers) && 'Access-Control-Allow-Origin' in cors) {
      return new Response(null, { status: 204, headers: { ...cors, ...preflightHeaders(request.headers) } });
    }
    // Before anybody is refused: a page whose origin is missing would be refused for that. All others go on.
    try {
      if (isIncomplete && !isOwnOrAllowed(request, allowed)) throw invalid('allowedOrigins must hold texts that are not empty.');
      service();
    } catch (error) {
      tell(error);
      return failureResponse(error, cors);
    }
    const refusal = refuseEntry(request, allowed);
    if (refusal) return problemResponse(refusal, refusal.status === 405 ? { ...cors, Allow: 'POST' } : cors);

    let clientId: unknown;
    try {
      clientId = await options.getClientId(request, context as Context);
    } catch (error) {
      tell(error);
      return problemResponse(
        { status: 500, code: 'session_check_failed', detail: 'It could not be found out who is signed in.' },
        cors,
      );
    }
    if (clientId === null || clientId === undefined || clientId === false || clientId === '') {
      return problemResponse({ status: 401, code: 'session_missing', detail: 'Nobody is signed in.' }, cors);
    }
    try {
      return tokenResponse(await issue(clientId), cors);
    } catch (error) {
      return failureResponse(error, cors);
    }
  };
  return handler;
}

/** Calls for the same client that come while one is under way share its outcome. */
function shared(issue: (clientId: unknown) => Promise<IssuedToken>): (clientId: unknown) => Promise<IssuedToken> {
  const underWay = new Map<unknown, Promise<IssuedToken>>();
  return (clientId) => {
    const joined = underWay.get(clientId);
    if (joined) return joined;
    const issued = issue(clientId).finally(() => underWay.delete(clientId));
    underWay.set(clientId, issued);
    return issued;
  };
}

function tokenResponse({ token, expiresIn }: IssuedToken, headers: Record<string, string>): Response {
  const body = expiresIn === undefined ? { token } : { token, expires_in: expiresIn };
  return new Response(JSON.stringify(body), {
    headers: { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

function failureResponse(error: unknown, headers: Record<string, string>): Response {
  const { problem, retryAfterS } = judgeFailure(error);
  return problemResponse(problem, retryAfterS === null ? headers : { ...headers, 'Retry-After': String(retryAfterS) });
}

/** What a failure, of the service or of the setup here, means to the widget. */
function judgeFailure(error: unknown): { problem: Problem; retryAfterS: number | null } {
  const { code, status, retryAfterMs } =
    error instanceof TokenRequestError ? error : new TokenRequestError('service_failed', '');
  const wait = retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1000);
  if (status === 429 || (status === 503 && wait !== null)) {
    return {
      problem: { status: 503, code, detail: 'The service is busy.' },
      retryAfterS: wait ?? DEFAULT_RETRY_AFTER_S,
    };
  }
  const withoutWait = (problem: Problem) => ({ problem, retryAfterS: null });
  if (code === 'service_timeout') return withoutWait({ status: 504, code, detail: 'The service did not answer in time.' });
  if (PASSING_CODES.has(code) || (status !== undefined && status >= 500)) {
    return withoutWait({ status: 502, code, detail: 'The service gave no token.' });
  }
  if (code === 'client_unknown') return withoutWait({ status: 403, code, detail: 'The service does not know this client.' });
  // To the widget a 401 would mean that the user is signed out, so the operator's mistakes have a status of their own.
  if (code === 'options_invalid') return withoutWait({ status: 424, code, detail: 'This backend is set up wrongly. Its operator must act.' });
  return withoutWait({ status: 424, code, detail: 'The service refused this backend. Its operator must act.' });
}
