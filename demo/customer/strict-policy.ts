/**
 * A policy as strict as a page can have that embeds the widget: nothing inline, nothing evaluated, Lit's one Trusted
 * Types policy by its name.
 */
export function strictPolicy(serviceUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}`,
    "style-src 'self'",
    `connect-src 'self' ${serviceUrl}`,
    `img-src 'self' blob: ${serviceUrl}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}
