/** Registers an element, unless a first copy of the bundle has done so. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
