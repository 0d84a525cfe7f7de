import { servedLanguage } from '../locales/index.js';

const DAY_MS = 86_400_000;
/** From this many days on, a date without its year could be misread. */
const YEARLESS_DAYS = 330;

/** Times, days and sizes in one language, in the reader's time zone. */
export class Formats {
  readonly #lang: string;
  /** Each is made once, on first use: making one takes longer than drawing a row. */
  readonly #formatters: Record<string, unknown> = {};

  /** @param lang A BCP 47 tag; of one that `Intl` refuses, such as `de_DE`, what the words make of it counts. */
  constructor(lang: string) {
    this.#lang = isLanguageTag(lang) ? lang : servedLanguage(lang);
  }

  /** `9:42` */
  time(timestamp: string): string {
    return this.#date(timestamp, { hour: 'numeric', minute: '2-digit' });
  }

  /** As short as is still clear: today a time, then `Yesterday`, `Tue`, `12 May`, and after that with the year. */
  short(timestamp: string, now: number): string {
    return daysBetween(timestamp, now) ? this.day(timestamp, now, 'short') : this.time(timestamp);
  }

  /** For a separator: `Today`, `Yesterday`, `Tuesday`, `Tuesday, 12 May`, and after that with the year. */
  day(timestamp: string, now: number, weekday: 'short' | 'long' = 'long'): string {
    const days = daysBetween(timestamp, now);
    const isLong = weekday === 'long';
    if (days === 0 || days === 1) return this.sentence(this.#formatter(Intl.RelativeTimeFormat, { numeric: 'auto' }).format(-days, 'day'));
    if (days > 0 && days < 7) {
      const name = this.#date(timestamp, { weekday });
      // A single sign, as in Japanese, would be a riddle.
      return name[1] ? name : this.day(timestamp, now);
    }
    if (days > 0 && days < YEARLESS_DAYS) return this.#date(timestamp, { weekday: isLong ? weekday : undefined, day: 'numeric', month: 'long' });
    return this.#date(timestamp, { dateStyle: isLong ? 'long' : 'medium' });
  }

  /** Day and time in full. */
  exact(timestamp: string): string {
    return this.#date(timestamp, { dateStyle: 'full', timeStyle: 'short' });
  }

  /** `248 kB`; a file that is not empty never shows as 0. */
  size(bytes: number): string {
    const power = Math.min(3, Math.max(1, Math.floor(Math.log10(bytes || 1) / 3)));
    const value = bytes && Math.max(0.1, bytes / 1000 ** power);
    return this.number(value, {
      style: 'unit',
      unit: ['kilobyte', 'megabyte', 'gigabyte'][power - 1],
      maximumFractionDigits: value < 10 ? 1 : 0,
    });
  }

  number(value: number, options: Intl.NumberFormatOptions = {}): string {
    return this.#formatter(Intl.NumberFormat, options).format(value);
  }

  /** Which plural form goes with a number. */
  plural(count: number): Intl.LDMLPluralRule {
    return this.#formatter(Intl.PluralRules, {}).select(count);
  }

  /** @param part From 0 to 1. */
  percent(part: number): string {
    return this.number(part, { style: 'percent' });
  }

  /** With a capital first letter, as at the beginning of a sentence. */
  sentence(text: string): string {
    // A mark of direction may stand before it.
    return text.replace(/^\u2066?./u, (first) => first.toLocaleUpperCase(this.#lang));
  }

  /** One after another. In Japanese and Chinese, the full stop brings its own space. */
  sentences(...texts: readonly string[]): string {
    return texts.join(' ').replace('。 ', '。').trim();
  }

  #date(timestamp: string, options: Intl.DateTimeFormatOptions): string {
    const time = Date.parse(timestamp);
    return Number.isNaN(time) ? '' : this.sentence(this.#formatter(Intl.DateTimeFormat, options).format(time));
  }

  #formatter<Options extends object, Formatter>(Kind: new (lang: string, options: Options) => Formatter, options: NoInfer<Options>): Formatter {
    const key = Kind.name + JSON.stringify(options);
    return (this.#formatters[key] ??= new Kind(this.#lang, options)) as Formatter;
  }
}

/** Start of the day in which a time lies, in the reader's time zone, in ms since 1970. */
export function startOfDay(time: number | string): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Calendar days from a time to now; negative for the future. A day of 23 or 25 hours counts as one. */
const daysBetween = (timestamp: string, now: number): number =>
  Math.round((startOfDay(now) - startOfDay(timestamp)) / DAY_MS);

function isLanguageTag(lang: string): boolean {
  try {
    return !!Intl.getCanonicalLocales(lang);
  } catch {
    return false;
  }
}
