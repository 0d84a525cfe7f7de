import { isRightToLeft, LANGUAGES } from '../../../../src/locales/index.js';

/** What the address of the playground can say; each part is optional, and what is not known counts as not said. */
export interface Choice {
  readonly state: string;
  readonly theme: string;
  readonly layout: string;
  readonly lang: string;
  readonly dir: string;
  readonly width: string;
  readonly density: string;
  readonly accent: string;
}

export interface Knob {
  readonly name: keyof Choice;
  readonly label: string;
  /** Value and word; the first is the default. */
  readonly options: readonly (readonly [value: string, word: string])[];
}

/** Every knob but that of the state, whose options are the states. */
export const KNOBS: readonly Knob[] = [
  { name: 'theme', label: 'Theme', options: [['auto', 'as the page'], ['light', 'light'], ['dark', 'dark']] },
  { name: 'layout', label: 'Layout', options: [['auto', 'by width'], ['split', 'split'], ['stack', 'stack']] },
  {
    name: 'lang',
    label: 'Language',
    options: ['en-GB', ...Object.keys(LANGUAGES)].map((lang) => [lang, ownNameOf(lang)]),
  },
  { name: 'dir', label: 'Direction', options: [['auto', 'as the language'], ['ltr', 'left to right'], ['rtl', 'right to left']] },
  {
    name: 'width',
    label: 'Width',
    options: [['', 'as the page'], ['280', '280 px'], ['390', '390 px'], ['620', '620 px'], ['900', '900 px']],
  },
  { name: 'density', label: 'Density', options: [['1', 'comfortable'], ['0.75', 'compact']] },
  {
    name: 'accent',
    label: 'Accent',
    options: [['', 'its own'], ['#f97316', 'orange'], ['#b7e34b', 'lime'], ['#111111', 'black'], ['#e11d63', 'rose']],
  },
];

/**
 * Reads the address.
 *
 * @param states Names of the states; the first is the default.
 * @param ownOf What a state brings along where the address does not say otherwise.
 */
export function readChoice(
  address: URLSearchParams,
  states: readonly string[],
  ownOf: (state: string) => Partial<Choice>,
): Choice {
  const wanted = address.get('state') ?? '';
  const state = states.includes(wanted) ? wanted : (states[0] ?? '');
  const choice: Record<string, string> = { state };
  for (const { name, options } of KNOBS) {
    const said = address.get(name);
    const known = said !== null && (name === 'width' ? /^\d{3,4}$/.test(said) : options.some(([value]) => value === said));
    choice[name] = known ? said : (ownOf(state)[name] ?? options[0]?.[0] ?? '');
  }
  return choice as unknown as Choice;
}

/** Direction of the text, where the address leaves it to the language. */
export function directionOf({ dir, lang }: Choice): 'ltr' | 'rtl' {
  if (dir === 'ltr' || dir === 'rtl') return dir;
  return isRightToLeft(lang) ? 'rtl' : 'ltr';
}

/** A language's name in itself. */
function ownNameOf(lang: string): string {
  return new Intl.DisplayNames(lang, { type: 'language', languageDisplay: 'standard' }).of(lang) ?? lang;
}
