/** Of a `KeyboardEvent`, what decisions about keys need. */
export interface Keystroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  /** 229: the key belongs to an input method, also where `isComposing` has already ended (Safari). */
  readonly keyCode: number;
}

/** Whether the key belongs to an input method that is composing. */
export const isForInputMethod = ({ isComposing, keyCode }: Keystroke): boolean => isComposing || keyCode === 229;

/** Whether the key asks to send what is in the field. */
export const asksToSend = (stroke: Keystroke): boolean =>
  stroke.key === 'Enter' && !stroke.shiftKey && !stroke.altKey && !isForInputMethod(stroke);

/** A single character that is typed, in whatever script. */
export const typedCharacter = ({ key, ctrlKey, metaKey, altKey }: Keystroke): string | null =>
  !ctrlKey && !metaKey && !altKey && [...key].length === 1 ? key : null;

/**
 * Where a key moves the focus in the list; `null` where it does not.
 *
 * @param index Of the focused row.
 */
export function movedIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'ArrowDown':
      return Math.min(count - 1, index + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/**
 * The next row whose name begins with what was typed, from the focused one on and around; -1 where none does. One
 * letter alone moves on from the focused row, more of them may stay on it.
 */
export function jumpIndex(typed: string, index: number, count: number, nameAt: (index: number) => string): number {
  const wanted = typed.toLocaleLowerCase();
  for (let step = [...typed].length > 1 ? 0 : 1; step <= count; step++) {
    const at = (index + step) % count;
    if (nameAt(at).toLocaleLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}

/** Where a key is pressed, as far as it matters to whom it belongs. */
export type KeyPlace = 'dialog' | 'field' | 'row' | 'button' | 'elsewhere';

/** What a page must hear from a field too: its focus traps, its ways out of a dialog, its function keys. */
const PASSED_ON = /^(?:Tab|Escape|F\d+)$/;

/**
 * Whether a key is the inbox's own, and no shortcut of the page's may hear it: what is pressed over the page, what is
 * typed in a field, what moves in the list, what presses a button. Combinations with Ctrl or ⌘ stay the page's; Ctrl and Alt together type on Windows.
 */
export function isOwnKey(stroke: Keystroke, place: KeyPlace): boolean {
  if (isForInputMethod(stroke) || place === 'dialog') return true;
  if (stroke.metaKey || (stroke.ctrlKey && !stroke.altKey)) return false;
  if (place === 'field') return !PASSED_ON.test(stroke.key);
  const presses = stroke.key === 'Enter' || stroke.key === ' ';
  if (place === 'row') return presses || typedCharacter(stroke) !== null || movedIndex(stroke.key, 0, 1) !== null;
  return place === 'button' && presses;
}
