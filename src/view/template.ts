/*
 * Templates, as Lit has them, with no more than this view needs: its templates are written by us alone, so that a few
 * rules stand in place of a parser.
 * - `${…}` stands between tags, or is the one hole of an attribute: `name=${…}`, `name="a ${…} b"`.
 * - `@name` listens, `?name` is there or not, `.name` is a property (in small letters).
 * - No comments, and no `>` within an attribute.
 *
 * `null`, `undefined`, `false` and '' show nothing; `null` and `undefined` take an attribute away.
 */

/** A template and what fills its holes. */
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];
  /** In a list: whose place this is. Without one it is the position's. */
  readonly key?: string | null;
}

/** What is made only where something that it depends on is another than before. */
interface Guarded {
  readonly on: readonly unknown[];
  readonly make: () => TemplateResult;
}

/** A place among an element's children, from `start` to `end`. */
export interface Slot {
  readonly start: ChildNode;
  readonly end: ChildNode;
  /** Shows something else: a text, a template, a list of either. What is of the same template keeps its elements. */
  show(value: unknown): void;
}

type Fill = (value: unknown) => void;

/** Of a template: its elements, and for each hole the node at which it is, with the attribute around it. */
interface Blueprint {
  readonly content: DocumentFragment;
  readonly holes: readonly { readonly at: number; readonly name: string; readonly around: readonly string[] }[];
}

const HOLE = '§';
const ELEMENTS_AND_COMMENTS = 129;

interface MarkupPolicy {
  createHTML(markup: string): string;
}

/** Pages with a strict policy allow this name, which is Lit's. */
const policy = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: MarkupPolicy): MarkupPolicy } }).trustedTypes?.createPolicy(
  'lit-html',
  { createHTML: (markup) => markup },
);

const blueprints = new WeakMap<TemplateStringsArray, Blueprint>();

export const html = (strings: TemplateStringsArray, ...values: unknown[]): TemplateResult => ({ strings, values });

/** Gives an item of a list its own elements, which move with it. */
export const keyed = (key: string | null, template: TemplateResult): TemplateResult => ({ ...template, key });

/** Leaves what is shown as it is while nothing that it depends on is another. */
export const guard = (on: readonly unknown[], make: () => TemplateResult): Guarded => ({ on, make });

/** A place before a node, which becomes its end. */
export function slotBefore(end: ChildNode): Slot {
  const start = new Comment();
  end.before(start);
  /** The text, or the template by its strings; `undefined` for a list. */
  let shown: unknown;
  let fill: readonly Fill[] = [];
  let items: Map<unknown, Slot> | undefined;
  let guards: readonly unknown[] | undefined;

  const clear = (): void => {
    while (start.nextSibling !== end) start.nextSibling?.remove();
    items = undefined;
  };
  const show = (value: unknown): void => {
    if (isObject<Guarded>(value, 'make')) {
      const { on, make } = value;
      if (guards && on.every((one, index) => one === guards?.[index])) return;
      show(make());
      guards = on;
      return;
    }
    guards = undefined;
    if (Array.isArray(value)) {
      if (!items) clear();
      shown = undefined;
      items = placeItems(items ?? new Map<unknown, Slot>(), value, start);
    } else if (isObject<TemplateResult>(value, 'strings')) {
      const { strings, values } = value;
      const isOther = shown !== strings;
      let content: DocumentFragment | undefined;
      if (isOther) {
        clear();
        shown = strings;
        [content, fill] = instantiate(strings);
      }
      fill.forEach((set, index) => set(values[index]));
      if (content) end.before(content);
    } else {
      const text = isAbsent(value) || value === false ? '' : String(value);
      if (shown === text) return;
      clear();
      shown = text;
      end.before(text);
    }
  };
  return { start, end, show };
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined;

const isObject = <T>(value: unknown, property: keyof T): value is T =>
  typeof value === 'object' && value !== null && property in value;

/** Brings a list's items into order. Moves few, since what moves loses its focus. */
function placeItems(before: ReadonlyMap<unknown, Slot>, values: readonly unknown[], start: ChildNode): Map<unknown, Slot> {
  const wanted = new Map<unknown, unknown>();
  values.forEach((value, index) => wanted.set((value as Partial<TemplateResult> | null)?.key ?? index, value));
  for (const [key, slot] of before) if (!wanted.has(key)) nodesOf(slot).forEach((node) => node.remove());
  const items = new Map<unknown, Slot>();
  let next = start.nextSibling as ChildNode;
  for (const [key, value] of wanted) {
    let slot = before.get(key);
    if (!slot) {
      const mark = new Comment();
      next.before(mark);
      slot = slotBefore(mark);
    } else if (slot.start !== next) {
      // One that goes further down is put aside until its turn comes, rather than all others before it.
      const inTheWay = [...before.values()].find((one) => one.start === next);
      if (inTheWay?.end.nextSibling === slot.start) new DocumentFragment().append(...nodesOf(inTheWay));
      else next.before(...nodesOf(slot));
    }
    slot.show(value);
    items.set(key, slot);
    next = slot.end.nextSibling as ChildNode;
  }
  return items;
}

function nodesOf({ start, end }: Slot): ChildNode[] {
  const nodes = [start];
  for (let node = start; node !== end; ) nodes.push((node = node.nextSibling as ChildNode));
  return nodes;
}

/** A template's elements, and what fills each hole of it. */
function instantiate(strings: TemplateStringsArray): [DocumentFragment, Fill[]] {
  let blueprint = blueprints.get(strings);
  if (!blueprint) blueprints.set(strings, (blueprint = readTemplate(strings)));
  const content = document.importNode(blueprint.content, true);
  const nodes = nodesBelow(content);
  const fill = blueprint.holes.map(({ at, name, around }) => {
    const node = nodes[at];
    return name ? attributeFill(node as Element, name, around) : slotBefore(node as Comment).show;
  });
  return [content, fill];
}

function readTemplate(strings: TemplateStringsArray): Blueprint {
  const markup = strings.reduce((before, after) => before + (/<[^>]*$/.test(before) ? HOLE : '<!---->') + after);
  const template = document.createElement('template');
  template.innerHTML = policy?.createHTML(markup) ?? markup;
  const holes = nodesBelow(template.content).flatMap((node, at) => {
    if (!(node instanceof Element)) return [{ at, name: '', around: [] }];
    return node.getAttributeNames().flatMap((name) => {
      const around = node.getAttribute(name)?.split(HOLE) ?? [];
      if (around.length < 2) return [];
      node.removeAttribute(name);
      return [{ at, name, around }];
    });
  });
  return { content: template.content, holes };
}

/** All elements and comments, in order. */
function nodesBelow(root: Node): Node[] {
  const nodes: Node[] = [];
  const walker = document.createTreeWalker(root, ELEMENTS_AND_COMMENTS);
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function attributeFill(element: Element, name: string, [before = '', after = '']: readonly string[]): Fill {
  const kind = name[0];
  const bare = name.slice(1);
  let is: unknown;
  if (kind === '@') element.addEventListener(bare, (event) => (is as (event: Event) => void)(event));
  return (value) => {
    if (value === is) return;
    is = value;
    if (kind === '@') return;
    if (kind === '.') Object.assign(element, { [bare]: value });
    else if (kind === '?') element.toggleAttribute(bare, !!value);
    else if (isAbsent(value)) element.removeAttribute(name);
    else element.setAttribute(name, before + String(value) + after);
  };
}
