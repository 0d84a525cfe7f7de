/** The page's origin; in a `srcdoc` frame its parent's, which only the global `origin` tells, and any script can overwrite that. */
export const pageOrigin = (): string => (location.origin === 'null' ? origin : location.origin);
