/** A date in a header, in ms since 1970; `null` where it is missing or unreadable. */
export function readDate(header: string | null): number | null {
  return Date.parse(header ?? '') || null;
}

/** `Retry-After` (RFC 9110, section 10.2.3) as ms from `now`; `null` where it is missing or unreadable. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (/^\d+$/.test(header ?? '')) return Number(header) * 1000;
  const date = readDate(header);
  return date && Math.max(0, date - now);
}
