import { jwtDecode } from 'jwt-decode';

/** A token as far as its text can be read. It is decoded, never verified: the service does that. */
export interface Token {
  /** What stands behind `Bearer ` in a request. */
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

/** Why a text is no token: there is none (yet), the snippet was not filled in, or it is something else. */
export type NoToken = 'none' | 'placeholder' | 'malformed';

/** Longest text that is looked at, in UTF-16 units; also the limit of an endpoint's answer in bytes. */
export const TOKEN_LIMIT_BYTES = 128 * 1024;

const PLACEHOLDER = /^\[\[\s*TOKEN\s*\]\]$/i;
/** Visible ASCII without quotes and brackets: what a header can carry and no template leaves behind. */
const TOKEN_TEXT = /^[!#-;=?-Z\\^-z|~]+$/;
/** No date in seconds is as large as this before the year 5138, and none in ms as small since 1973. */
const SMALLEST_MS = 1e11;
const LARGEST_DATE_MS = 8.64e15;

/**
 * Reads a token's text as it is found in an attribute, a property, an answer or a message of another tab: trims white
 * space, one pair of quotes and one `Bearer ` prefix.
 */
export function readToken(text: unknown): Token | NoToken {
  if (text === null || text === undefined) return 'none';
  if (typeof text !== 'string' || text.length > TOKEN_LIMIT_BYTES) return 'malformed';
  const bare = text
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

/**
 * A time claim (RFC 7519, NumericDate) in ms; `null` where it is none. Digits in a string and values in ms are met in
 * the wild and are understood.
 */
export function readTime(claim: unknown): number | null {
  const value = typeof claim === 'string' && /^\d+$/.test(claim) ? Number(claim) : claim;
  if (typeof value !== 'number' || !(value > 0)) return null;
  const ms = value >= SMALLEST_MS ? value : value * 1000;
  return ms <= LARGEST_DATE_MS ? ms : null;
}

/** Claims of a JWT; none for any other text, also for one with dots whose middle happens to decode. */
function readClaims(text: string): Record<string, unknown> {
  if (text.split('.').length !== 3) return {};
  try {
    const header: unknown = jwtDecode(text, { header: true });
    const payload: unknown = jwtDecode(text);
    if (isRecord(header) && 'alg' in header && isRecord(payload)) return payload;
  } catch {
    // An opaque token that looks like a JWT: used as it is, its expiry is unknown.
  }
  return {};
}

function readName(claim: unknown): string | null {
  return (typeof claim === 'string' && claim) || null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
