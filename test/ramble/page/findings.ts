import type { InboxWidget } from '../../../src/index.js';
import type { ScreenReading } from './screen-reading.js';

const MOST_ELEMENTS = 400;
/** Below this width a layout that the page forces on the inbox may be too narrow. */
const SPLIT_PX = 700;
/** What a gap between rows and box may be, in px. */
const LEEWAY = 14;

/** What is wrong on screen at this moment, whatever has happened before. */
export function findings(screen: ScreenReading, widget: InboxWidget): string[] {
  return [
    ...counts(screen),
    ...list(screen),
    ...names(screen),
    ...references(screen),
    ...focus(screen),
    ...widths(screen, widget),
    ...sight(screen, widget),
  ];
}

function counts({ root, rows, messageKeys }: ScreenReading): string[] {
  const elements = root.querySelectorAll('*').length;
  const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id);
  return [
    ...(elements > MOST_ELEMENTS ? [`${elements} elements`] : []),
    ...twice('row', rows.map(({ id }) => id)),
    ...twice('message', messageKeys),
    ...twice('id', ids),
  ];
}

const twice = (what: string, keys: readonly string[]): string[] =>
  keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${what} ${key} is there twice`);

function list(screen: ScreenReading): string[] {
  const wrong: string[] = [];
  const { rows } = screen;
  if (rows.length === 0) return wrong;
  const stops = screen.all('.rows .row').filter(({ tabIndex }) => tabIndex === 0).length;
  if (stops !== 1) wrong.push(`${stops} rows are in the order of tabs`);
  if (rows.some(({ index }, at) => at > 0 && index <= (rows[at - 1]?.index ?? 0))) wrong.push('rows out of order');
  const box = screen.box('.rows-scroller');
  if (!box) return wrong;
  const inFlow = rows.filter(({ item }) => !item.hasAttribute('data-apart'));
  const [first, last] = [inFlow[0], inFlow.at(-1)];
  if (!first || !last) return [...wrong, 'no row is in the list'];
  const size = Number(last.item.ariaSetSize);
  if (first.index > 0 && first.item.getBoundingClientRect().top > box.top + LEEWAY) wrong.push('a gap above the rows');
  if (last.index + 1 < size && last.item.getBoundingClientRect().bottom < box.bottom - LEEWAY) wrong.push('a gap below the rows');
  return wrong;
}

function names(screen: ScreenReading): string[] {
  const nameless = screen.all<HTMLInputElement>('button, a, input:not([type=file]), textarea, select').filter(
    (control) => !(control.ariaLabel ?? (control.textContent || control.labels?.[0]?.textContent))?.trim(),
  );
  const garbled = /.{0,20}(?:undefined|NaN|\[object|\{[a-z]+\}).{0,20}/.exec(screen.find('.inbox')?.textContent ?? '');
  return [
    ...nameless.map(({ outerHTML }) => `no name: ${outerHTML.slice(0, 80)}`),
    ...(garbled ? [`reads “${garbled[0]}”`] : []),
  ];
}

/** Everything that names another element by its id. */
function references({ root }: ScreenReading): string[] {
  const attributes = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant', 'aria-owns', 'for'];
  return attributes.flatMap((attribute) =>
    [...root.querySelectorAll(`[${attribute}]`)]
      .flatMap((element) => element.getAttribute(attribute)?.split(/\s+/) ?? [])
      .filter((id) => !root.getElementById(id))
      .map((id) => `${attribute} names ${id}, which is not there`),
  );
}

function focus({ root }: ScreenReading): string[] {
  const focused = root.activeElement;
  return focused?.getClientRects().length === 0 ? [`the focus is on what is not shown: ${focused.outerHTML.slice(0, 80)}`] : [];
}

/** Controls that nobody could press, since they stand beside the inbox. Staged files may be scrolled sideways in a low one. */
function sight(screen: ScreenReading, widget: InboxWidget): string[] {
  if (isForced(widget) || isMoving(screen)) return [];
  const box = widget.getBoundingClientRect();
  return screen
    .all('button, textarea, select, .filter, .search-field')
    .filter((control) => !control.closest('dialog, [data-apart], .staged'))
    .flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      const by = Math.max(box.left - left, right - box.right);
      return width > 0 && by > 1 ? [`${control.className} stands ${Math.round(by)} px beside the inbox`] : [];
    });
}

const isForced = ({ layout, clientWidth }: InboxWidget): boolean => layout === 'split' && clientWidth < SPLIT_PX;

/** A thread slides in where it takes the list's place. */
const isMoving = (screen: ScreenReading): boolean => !!screen.find('.thread')?.getAnimations().length;

/** What is clipped away is left out: it widens what a part holds, but nobody sees it, and nobody can scroll to it. */
function widths(screen: ScreenReading, widget: InboxWidget): string[] {
  if (isForced(widget) || isMoving(screen)) return [];
  const clipped = screen.all('*').filter((element) => getComputedStyle(element).clipPath !== 'none');
  for (const { style } of clipped) style.display = 'none';
  const tooWide = ['.rows-scroller', '.log', '.inbox', '.list', '.thread', '.list-header', '.thread-header', '.composer'].flatMap((selector) => {
    const part = screen.find(selector);
    const over = part?.clientWidth ? part.scrollWidth - part.clientWidth : 0;
    return over > 1 ? [`${selector} is ${over} px too wide`] : [];
  });
  for (const { style } of clipped) style.display = '';
  return tooWide;
}
