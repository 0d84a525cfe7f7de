import { noChange } from 'lit/html.js';
import { Directive, directive, type ChildPart, type DirectiveResult } from 'lit/directive.js';
import { insertPart, removePart, setChildPartValue, setCommittedValue } from 'lit/directive-helpers.js';

type Key = string | null;

/** What stands for an item; after its first drawing, also on what that depended. */
type Placed = [Key, ChildPart, (readonly unknown[])?];

class Each extends Directive {
  /** What stands there, in order. Kept true at each step: a template may throw, and the next render goes on from what stands there then. */
  #placed: Placed[] = [];

  render(
    _items: readonly unknown[],
    _keyOf: (item: unknown) => Key,
    _template: (item: unknown) => unknown,
    _causesOf?: (item: unknown) => readonly unknown[],
  ): unknown {
    return noChange;
  }

  override update(place: ChildPart, [items, keyOf, template, causesOf]: Parameters<this['render']>): unknown {
    // Whatever else is drawn in this place clears it first.
    setCommittedValue(place);
    const keys = items.map(keyOf);
    // What goes is taken out first, so that what stays need not move for it.
    const placed = (this.#placed = this.#placed.filter(([key, part]) => keys.includes(key) || remove(part)));
    keys.forEach((key, at) => {
      const from = placed.findIndex((one, index) => index >= at && one[0] === key);
      const [known] = placed.splice(from, from < 0 ? 0 : 1);
      // One that stands there already is not touched.
      const part = insertPart(place, placed[at]?.[1], known?.[1]);
      const one: Placed = [key, part];
      placed.splice(at, 0, one);
      const causes = causesOf?.(items[at]);
      const before = known?.[2];
      if (!before || !causes?.every((cause, index) => cause === before[index])) setChildPartValue(part, template(items[at]));
      one[2] = causes;
    });
    for (const [, part] of placed.splice(items.length)) remove(part);
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
 *
 * @param causesOf All that the template of an item depends on, always as many: where they are the same as before, it is not drawn again.
 */
export const each = directive(Each) as <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  template: (item: Item) => unknown,
  causesOf?: (item: Item) => readonly unknown[],
) => DirectiveResult;
