/** The part of a `KeyboardEvent` that decisions about keys need. */
export interface Keystroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  /** 229: the key belongs to an input method, even where `isComposing` has already ended (Safari). */
  readonly keyCode: number;
}

/** Whether the key belongs to an input method that is composing. */
export const isForInputMethod = ({ isComposing, keyCode }: Keystroke): boolean => isComposing || keyCode === 229;

/** Whether the key asks to send what is in the field. */
export const asksToSend = (stroke: Keystroke): boolean =>
  stroke.key === 'Enter' && !stroke.shiftKey && !stroke.altKey && !isForInputMethod(stroke);

/** The single character that a key types, in whatever script; `null` where it types none. */
export const typedCharacter = ({ key, ctrlKey, metaKey, altKey }: Keystroke): string | null =>
  !ctrlKey && !metaKey && !altKey && [...key].length === 1 ? key : null;

/**
 * Index of the row to which a key moves the focus in the list; `null` where it does not move it.
 *
 * @param index Index of the focused row.
 */
export function movedIndex(key: string, index: number, count: number): number | null {
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}

/**
 * Index of the next row whose name begins with what was typed, searched from the focused one onwards and wrapping around;
 * -1 where none does. A single letter always moves on from the focused row, several may stay on it.
 */
export function jumpIndex(typed: string, index: number, count: number, nameAt: (index: number) => string): number {
  const wanted = typed.toLocaleLowerCase();
  for (let step = [...typed].length > 1 ? 0 : 1; step <= count; step++) {
    const at = (index + step) % count;
    if (nameAt(at).toLocaleLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}

/** Keys that a page must hear even from a field: for its focus traps, its ways out of a dialog, its function keys. */
const PASSED_ON = /^(?:Tab|Escape|F\d+)$/;

/**
 * Whether a key is the inbox's own, so that no shortcut of the page may hear it: a key pressed in a dialog over the page,
 * typed in a field, moving in the list, or pressing a button. Combinations with Ctrl or ⌘ are left to the page; Ctrl and
 * Alt together type characters on Windows.
 *
 * @param target Where it is pressed.
 * @param isTyping That is a field.
 */
export function isOwnKey(stroke: Keystroke, target: Element, isTyping: boolean): boolean {
  if (isForInputMethod(stroke) || target.closest('dialog')) return true;
  if (stroke.metaKey || (stroke.ctrlKey && !stroke.altKey)) return false;
  if (isTyping) return !PASSED_ON.test(stroke.key);
  if (stroke.key === 'Enter' || stroke.key === ' ') return target.matches('button, a');
  return target.matches('.row') && (typedCharacter(stroke) !== null || movedIndex(stroke.key, 0, 1) !== null);
}
