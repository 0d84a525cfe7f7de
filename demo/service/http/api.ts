import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Account } from '../accounts/accounts.js';
import type { ApiKey } from '../accounts/api-keys.js';
import type { Caller, TokenVerdict } from '../tokens/tokens.js';
import { Problem } from './problem.js';

/** What the parts of one request's handling tell each other. */
export interface ApiEnv {
  Variables: {
    /** Set by the guard of `/inbox`, also where it refuses. */
    verdict: TokenVerdict;
    caller: Caller;
    /** Set by the guard of the dashboard. */
    account: Account;
    /** Set by the token request. */
    apiKey: ApiKey;
  };
}

export type Api = OpenAPIHono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;

/** An app whose validation speaks problem details. */
export function createApi(): Api {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }));
      const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
      throw new Problem('field_invalid', { detail, errors });
    },
  });
}

/** The problem that an error is to the outside; `null` for one that nobody foresaw. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (!(error instanceof HTTPException)) return null;
  if (error.status === 400) return new Problem('malformed_body');
  if (error.status === 415) return new Problem('media_type_unsupported');
  return null;
}
