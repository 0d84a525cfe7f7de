/** Every problem that the service answers with: its status and its title. Callers switch on the code. */
export const PROBLEMS = {
  malformed_body: [400, 'The body is not a JSON object.'],
  malformed_request: [400, 'The request cannot be read.'],
  api_key_missing: [401, 'The API key is missing.'],
  api_key_invalid: [401, 'The API key is unknown or revoked.'],
  token_expired: [401, 'The token has expired.'],
  token_invalid: [401, 'The token is missing, not valid here or no longer valid.'],
  session_missing: [401, 'Nobody is signed in.'],
  origin_not_allowed: [403, 'The component does not allow this origin.'],
  request_not_ours: [403, 'The request does not come from a page of this service.'],
  not_found: [404, 'There is nothing at this address.'],
  component_unknown: [404, 'There is no such component in this account.'],
  client_unknown: [404, 'There is no such client of this component.'],
  api_key_unknown: [404, 'There is no such API key in this account.'],
  conversation_unknown: [404, 'There is no such conversation.'],
  message_unknown: [404, 'There is no such message.'],
  attachment_unknown: [404, 'There is no such attachment.'],
  method_not_allowed: [405, 'This address does not take this method.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  conversation_closed: [409, 'The conversation is closed.'],
  reply_window_over: [409, 'The channel takes no more replies until the contact writes again.'],
  idempotency_key_reused: [409, 'The idempotency key was used for another conversation.'],
  status_not_possible: [409, 'The message cannot move to this delivery status.'],
  body_too_large: [413, 'The body is too large.'],
  attachment_too_large: [413, 'The attachment is too large.'],
  media_type_unsupported: [415, 'The body has a media type that is not taken here.'],
  field_invalid: [422, 'A field is missing or not valid.'],
  headers_too_large: [431, 'The headers of the request are too large.'],
  too_many_requests: [429, 'There were too many requests.'],
  internal_error: [500, 'Something went wrong in the service.'],
  service_unavailable: [503, 'The service is not available for the moment.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One field that was not accepted. */
export interface FieldError {
  /** Name of the field, parts joined by dots; of a header or a query parameter its name. */
  readonly field: string;
  readonly message: string;
}

export interface ProblemOptions {
  /** One sentence on this very occurrence; the title where absent. Never holds a secret. */
  detail?: string;
  errors?: readonly FieldError[];
  headers?: Record<string, string>;
}

/** Thrown by any handler; answered as `application/problem+json` (RFC 9457). */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, { detail, errors, headers = {} }: ProblemOptions = {}) {
    super(detail ?? PROBLEMS[code][1]);
    this.code = code;
    this.status = PROBLEMS[code][0];
    this.errors = errors;
    this.headers = headers;
  }

  toResponse(baseUrl: string): Response {
    const body = {
      type: `${baseUrl}/docs#${this.code}`,
      title: PROBLEMS[this.code][1],
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(this.errors && { errors: this.errors }),
    };
    return new Response(JSON.stringify(body), {
      status: this.status,
      headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...this.headers },
    });
  }
}

/** The problem of fields that were not accepted, for where no schema can tell. */
export function fieldProblem(field: string, message: string): Problem {
  return new Problem('field_invalid', { detail: `${field}: ${message}`, errors: [{ field, message }] });
}
