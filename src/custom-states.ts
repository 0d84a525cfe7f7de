/** An element's custom states; `undefined` outside pages, and in browsers that know none, or only those named `--…`. */
export const statesOf = (element: HTMLElement): CustomStateSet | undefined =>
  globalThis.CSS?.supports('selector(:state(a))') ? element.attachInternals?.().states : undefined;

/** Says whether one of these states holds. */
export const setState = (states: CustomStateSet | undefined, name: string, holds: boolean): void => void states?.[holds ? 'add' : 'delete'](name);
