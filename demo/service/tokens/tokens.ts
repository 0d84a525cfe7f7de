import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { ApiKey } from '../accounts/api-keys.js';
import type { Database } from '../database/database.js';

export type TokenState = 'valid' | 'expired' | 'revoked' | 'invalid' | 'none';

/** Whose request it is. */
export interface Caller {
  readonly clientId: string;
  readonly clientName: string;
  readonly componentId: string;
  readonly keyId: string;
  readonly allowedOrigins: readonly string[];
  readonly tokenExpiresAtMs: number;
}

export interface TokenVerdict {
  readonly state: TokenState;
  /** `jti` of a token that this service has signed. */
  readonly tokenId?: string;
  readonly clientId?: string;
  /** Present where the state is `valid`. */
  readonly caller?: Caller;
}

interface Standing {
  generation: number;
  clientName: string;
  allowedOrigins: string;
  keyId: string;
}

/**
 * Issues and judges the tokens of the clients: JWTs (RFC 7519) with HS256 and a secret that the database file keeps.
 *
 * A token names in its `jti` the key that it was requested with and the client's token generation at that time. So it
 * is over at once when key, client or component are deleted or the client's tokens are revoked, without a row for each
 * token that was ever issued.
 */
export class Tokens {
  readonly #database: Database;
  readonly #secret: Uint8Array;
  readonly #now: () => number;

  constructor(database: Database, secret: string, now: () => number) {
    this.#database = database;
    this.#secret = Buffer.from(secret, 'base64url');
    this.#now = now;
  }

  /** @returns `component_unknown` or `client_unknown` where they are not of the key's account, or not of each other. */
  async issue(
    apiKey: ApiKey,
    componentId: string,
    clientId: string,
    issuer: string,
  ): Promise<{ token: string } | { unknown: 'component_unknown' | 'client_unknown' }> {
    const row = await this.#database.first<{ lifetimeS: number; generation: number | null }>(
      `SELECT components.token_lifetime_s AS "lifetimeS", clients.token_generation AS generation
       FROM components LEFT JOIN clients ON clients.component_id = components.id AND clients.id = ?
       WHERE components.id = ? AND components.account_id = ?`,
      [clientId, componentId, apiKey.accountId],
    );
    if (!row) return { unknown: 'component_unknown' };
    if (row.generation === null) return { unknown: 'client_unknown' };
    const issuedAt = Math.floor(this.#now() / 1000);
    const token = await new SignJWT({ component_id: componentId })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + row.lifetimeS)
      .setJti([apiKey.id, row.generation, randomBytes(9).toString('base64url')].join('.'))
      .sign(this.#secret);
    return { token };
  }

  /**
   * The issuer is not compared: the secret is this database's own, and the same service may be reached by several
   * addresses.
   */
  async judge(token: string): Promise<TokenVerdict> {
    let expired = false;
    let claims: Record<string, unknown>;
    try {
      const options = { algorithms: ['HS256'], currentDate: new Date(this.#now()), requiredClaims: ['exp', 'jti', 'sub'] };
      claims = (await jwtVerify(token, this.#secret, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWTExpired)) return { state: 'invalid' };
      expired = true;
      claims = error.payload;
    }
    const tokenId = String(claims.jti);
    const clientId = String(claims.sub);
    if (expired) return { state: 'expired', tokenId, clientId };
    const caller = await this.#callerOf(claims, tokenId, clientId);
    return caller ? { state: 'valid', tokenId, clientId, caller } : { state: 'revoked', tokenId, clientId };
  }

  /** Whether a token that was taken a moment ago has not been ended since. Its time is looked at by whoever keeps it. */
  async stillStands({ tokenId = '', caller }: TokenVerdict): Promise<boolean> {
    return caller !== undefined && (await this.#standingOf(caller.clientId, caller.componentId, tokenId)) !== null;
  }

  async #callerOf(claims: Record<string, unknown>, tokenId: string, clientId: string): Promise<Caller | null> {
    const componentId = String(claims.component_id);
    const standing = await this.#standingOf(clientId, componentId, tokenId);
    return standing && {
      clientId,
      clientName: standing.clientName,
      componentId,
      keyId: standing.keyId,
      allowedOrigins: JSON.parse(standing.allowedOrigins) as string[],
      tokenExpiresAtMs: Number(claims.exp) * 1000,
    };
  }

  /** @returns `null` where key, client or component are gone, or the client's tokens have been revoked since. */
  async #standingOf(clientId: string, componentId: string, tokenId: string): Promise<Standing | null> {
    const [keyId = '', generation = ''] = tokenId.split('.');
    const standing = await this.#database.first<Standing>(
      `SELECT clients.token_generation AS generation, clients.name AS "clientName",
         components.allowed_origins AS "allowedOrigins", api_keys.id AS "keyId"
       FROM clients
       JOIN components ON components.id = clients.component_id
       JOIN api_keys ON api_keys.account_id = components.account_id
       WHERE clients.id = ? AND components.id = ? AND api_keys.id = ?`,
      [clientId, componentId, keyId],
    );
    return standing && String(standing.generation) === generation ? standing : null;
  }
}
