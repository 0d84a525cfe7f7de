/** Origin of the page; of a `srcdoc` frame that of its parent, which only a name tells that any script can take. */
export const pageOrigin = (): string => (location.origin === 'null' ? origin : location.origin);
