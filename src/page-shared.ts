/**
 * A value that all copies of the bundle on this page share, created on first use. The version in the name keeps copies
 * apart that give it different shapes (docs/decisions/0003).
 *
 * @param name What it is, with the version of its shape: `configuration/1`.
 * @param page The object that holds it.
 */
export function pageShared<T>(name: string, create: () => T, page: object = globalThis): T {
  const key = Symbol.for(`inbox-widget/${name}`);
  return ((page as Record<symbol, T | undefined>)[key] ??= create());
}
