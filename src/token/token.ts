import { jwtDecode } from 'jwt-decode';

/** A token, as far as its text can be read. It is decoded, never verified: verifying is up to the service. */
export interface Token {
  /** What follows `Bearer ` in a request. */
  readonly text: string;
  /** `exp` in ms since 1970 by the issuer's clock; `null` where unknown, which is legal. */
  readonly expiresAt: number | null;
  /** `iat` in ms since 1970 by the issuer's clock; `null` where unknown. */
  readonly issuedAt: number | null;
  /** `sub`: whose token this is; `null` where it cannot be read. */
  readonly client: string | null;
  /** `iss`; `null` where it cannot be read. */
  readonly issuer: string | null;
}

/** Why a text is not a token: there is none (yet), the snippet was not filled in, or it is something else. */
export type NoToken = 'none' | 'placeholder' | 'malformed';

/** Longest text that is looked at, in UTF-16 units; also the limit of an endpoint's answer in bytes. */
export const TOKEN_LIMIT_BYTES = 128 * 1024;

const PLACEHOLDER = /^\[\[\s*TOKEN\s*\]\]$/i;
/** Visible ASCII except `"`, `<>`, `[]` and `{}`: what a header can carry and no unfilled template leaves behind. */
const TOKEN_TEXT = /^[!#-;=?-Z\\^-z|~]+$/;
/** A date in seconds is below this until the year 5138, and one in ms above it since 1973. */
const SMALLEST_MS = 1e11;
const LARGEST_DATE_MS = 8.64e15;

/**
 * Reads a token's text as found in an attribute, a property, an answer or a message from another tab: trims white space,
 * one pair of quotes and one `Bearer ` prefix.
 */
export function readToken(text: unknown): Token | NoToken {
  const given = text ?? '';
  if (typeof given !== 'string' || given.length > TOKEN_LIMIT_BYTES) return 'malformed';
  const bare = given
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim()
    .replace(/^bearer\s+/i, '');
  if (/^(null|undefined|bearer)?$/i.test(bare)) return 'none';
  if (PLACEHOLDER.test(bare)) return 'placeholder';
  if (!TOKEN_TEXT.test(bare)) return 'malformed';
  const claims = readClaims(bare);
  return {
    text: bare,
    expiresAt: readTime(claims['exp']),
    issuedAt: readTime(claims['iat']),
    client: readName(claims['sub']),
    issuer: readName(claims['iss']),
  };
}

/** Whether both may be the same client; `null`: nobody knows whose it is. */
export const sameClient = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/**
 * A time claim (RFC 7519, NumericDate) in ms; `null` where it is not one. Digits in a string and values in ms occur in
 * the wild and are understood.
 */
export function readTime(claim: unknown): number | null {
  const value = typeof claim === 'string' && /^\d+$/.test(claim) ? Number(claim) : claim;
  if (typeof value !== 'number' || !(value > 0)) return null;
  const ms = value >= SMALLEST_MS ? value : value * 1000;
  return ms <= LARGEST_DATE_MS ? ms : null;
}

/** Claims of a JWT; none for any other text, even one with dots whose middle part happens to decode. */
function readClaims(text: string): Record<string, unknown> {
  if (text.split('.').length !== 3) return {};
  try {
    if ('alg' in Object(jwtDecode(text, { header: true }))) return Object(jwtDecode(text)) as Record<string, unknown>;
  } catch {
    // An opaque token that looks like a JWT: used as it is, with unknown expiry.
  }
  return {};
}

function readName(claim: unknown): string | null {
  return (typeof claim === 'string' && claim) || null;
}
