/** Claims of a made-up token; times in ms since 1970. */
export interface Claims {
  readonly issuedAt?: number;
  readonly expiresAt?: number;
  readonly client?: string;
  readonly issuer?: string;
}

let made = 0;

/** A text like the service's: a JWT that nobody signed, and never the same twice. */
export function makeToken({ issuedAt, expiresAt, client = 'ada', issuer }: Claims = {}): string {
  return makeJwt({
    ...(issuer === undefined ? {} : { iss: issuer }),
    sub: client,
    ...(issuedAt === undefined ? {} : { iat: issuedAt / 1000 }),
    ...(expiresAt === undefined ? {} : { exp: expiresAt / 1000 }),
    jti: `${++made}`,
  });
}

/** A JWT with any payload and header. */
export function makeJwt(payload: unknown, header: unknown = { alg: 'ES256', typ: 'JWT' }): string {
  return `${base64Url(JSON.stringify(header))}.${base64Url(JSON.stringify(payload))}.c2lnbmF0dXJl`;
}

export function base64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
