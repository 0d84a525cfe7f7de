import { noChange, nothing, render, type RootPart } from 'lit/html.js';
import { Directive, directive, type ChildPart, type DirectiveResult } from 'lit/directive.js';

type Key = string | null;

class Each extends Directive {
  /** What stands there, in order. Kept true at each step: a template may throw, and the next render goes on from what stands there then. */
  #placed: [Key, RootPart][] = [];

  render(_items: readonly unknown[], _keyOf: (item: unknown) => Key, _template: (item: unknown) => unknown): unknown {
    return noChange;
  }

  override update({ startNode, endNode }: ChildPart, [items, keyOf, template]: Parameters<this['render']>): unknown {
    const parent = startNode?.parentNode as HTMLElement;
    const keys = items.map(keyOf);
    // What goes is taken out first, so that what stays need not move for it.
    const placed = (this.#placed = this.#placed.filter(([key, part]) => keys.includes(key) || remove(part)));
    keys.forEach((key, at) => {
      const from = placed.findIndex((one, index) => index >= at && one[0] === key);
      const next = placed[at]?.[1].startNode ?? endNode;
      const [known] = placed.splice(from, from < 0 ? 0 : 1);
      const part = known?.[1] ?? render(nothing, parent, { renderBefore: parent.insertBefore(new Comment(), next) });
      // One that stands there already is not touched.
      if (from > at) for (const node of allOf(part)) parent.insertBefore(node, next);
      placed.splice(at, 0, [key, part]);
      render(template(items[at]), parent, { renderBefore: part.endNode as ChildNode });
    });
    for (const [, part] of placed.splice(items.length)) remove(part);
    return noChange;
  }
}

/** All that is drawn of an item, with the marks before and after it. No `Range`: each is kept up to date with every later change. */
function allOf({ startNode, endNode }: RootPart): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = startNode as ChildNode | null; node && nodes.at(-1) !== endNode; node = node.nextSibling) nodes.push(node);
  return nodes;
}

const remove = (part: RootPart): void => allOf(part).forEach((node) => node.remove());

/**
 * Draws an element for each item, which stays the same for as long as its key is there. Always stands in its place: nothing else is
 * ever drawn there instead. As Lit's `repeat()`, but leaves nothing behind, as that has since 3.3.1 (lit/lit#5298): a list that is
 * scrolled for days would end up as many thousand comments.
 */
export const each = directive(Each) as <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  template: (item: Item) => unknown,
) => DirectiveResult;
