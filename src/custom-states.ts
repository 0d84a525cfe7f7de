/** An element's custom states; `undefined` outside pages, and in browsers that know none, or only those named `--…`. */
export const statesOf = (element: HTMLElement): CustomStateSet | undefined =>
  globalThis.CSS?.supports('selector(:state(a))') ? element.attachInternals?.().states : undefined;
