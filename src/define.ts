/** Registers an element, unless its name is taken: another copy of the bundle may have come first. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
