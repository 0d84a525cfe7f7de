import { noChange } from 'lit/html.js';
import { Directive, directive, type ChildPart, type DirectiveResult } from 'lit/directive.js';
import { insertPart, removePart, setChildPartValue, setCommittedValue } from 'lit/directive-helpers.js';

type Key = string | null;

class Each extends Directive {
  /** What stands there now, in order. */
  #placed: [Key, ChildPart][] = [];

  render(_items: readonly unknown[], _keyOf: (item: unknown) => Key, _template: (item: unknown) => unknown): unknown {
    return noChange;
  }

  override update(place: ChildPart, [items, keyOf, template]: Parameters<this['render']>): unknown {
    const keys = new Set(items.map(keyOf));
    // What goes is taken out first, so that what stays need not move for it.
    let left = this.#placed.filter(([key, part]) => keys.has(key) || remove(part));
    this.#placed = items.map((item) => {
      const key = keyOf(item);
      const next = left[0];
      const known = left.find((one) => one[0] === key);
      left = left.filter((one) => one !== known);
      const part = known && known === next ? known[1] : insertPart(place, next?.[1], known?.[1]);
      return [key, setChildPartValue(part, template(item))];
    });
    // Whatever else is drawn in this place clears it first.
    setCommittedValue(place);
    for (const [, part] of left) remove(part);
    return noChange;
  }
}

/** Lit's own `removePart()` has left a comment behind for each part since 3.3.1, for ever (lit/lit#5298). */
function remove(part: ChildPart): void {
  const end = part.endNode as ChildNode | null;
  removePart(part);
  end?.remove();
}

/**
 * Draws an element for each item, which stays the same for as long as its key is there. As Lit's `repeat()`, but leaves nothing
 * behind: a list that is scrolled for days would end up as many thousand comments.
 */
export const each = directive(Each) as <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  template: (item: Item) => unknown,
) => DirectiveResult;
