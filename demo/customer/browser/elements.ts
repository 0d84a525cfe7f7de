/**
 * Makes an element with properties and children. Text stays text: nothing here is parsed as HTML, which the strict page
 * would not allow.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}
