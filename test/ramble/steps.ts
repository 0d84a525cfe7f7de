import type { Page } from 'playwright-core';
import { KEYS_ALONE, PERSON } from './person.js';

export type Pick = <T>(from: readonly T[]) => T;
export type Step = (page: Page, pick: Pick) => Promise<unknown>;

/** Runs in the page. */
const inPage =
  (work: () => unknown): Step =>
  (page) =>
    page.evaluate(work);

/** What happens in the world, and keeps the place of whoever reads. */
const WORLD: Readonly<Record<string, Step>> = {
  'a message comes': inPage(() => {
    const { source, crowd, widget } = ramble;
    source.receive(crowd.someId(widget.conversation), crowd.text());
  }),
  'many messages come': inPage(() => {
    const { source, crowd, widget } = ramble;
    for (let count = 0; count < 15; count++) source.receive(crowd.someId(widget.conversation), crowd.text());
  }),
  'somebody types': inPage(() => ramble.source.type(ramble.crowd.someId(ramble.widget.conversation))),
  'somebody new writes': inPage(() => ramble.source.addConversation(ramble.crowd.next(true))),
  'another tab closes one': inPage(async () => {
    const { source, crowd } = ramble;
    const { id, status } = await source.getConversation(crowd.someId());
    await source.setStatus(id, status === 'open' ? 'closed' : 'open');
  }),
  'the connection changes': inPage(() => {
    const { source, crowd } = ramble;
    source.setConnection((['live', 'reconnecting', 'offline', 'live'] as const)[crowd.below(4)] ?? 'live');
  }),
  'something may have been missed': inPage(() => ramble.source.reset()),
  'a message gets on': inPage(async () => {
    const { source, crowd, widget } = ramble;
    const id = crowd.someId(widget.conversation);
    const own = (await source.listMessages(id, { limit: 20 })).messages.filter(({ direction }) => direction === 'out');
    const message = own[crowd.below(own.length)];
    if (message) source.setDelivery(id, message.id, (['sent', 'delivered', 'read', 'failed'] as const)[crowd.below(4)] ?? 'read');
  }),
};

/** What the page does, or the source. */
const SURROUNDINGS: Readonly<Record<string, Step>> = {
  'another tab reads one': inPage(async () => {
    const { source, crowd } = ramble;
    const id = crowd.someId();
    const newest = (await source.listMessages(id, { limit: 1 })).messages.at(-1);
    if (newest) await source.markRead(id, newest.id);
  }),
  'the page reloads the inbox': inPage(() => ramble.widget.reload()),
  'the page opens one': inPage(() => ramble.widget.openConversation(ramble.crowd.someId())),
  'the page names one': inPage(() => {
    const { widget, crowd } = ramble;
    widget.conversation = crowd.below(3) ? crowd.someId() : 'nobody';
  }),
  'the page changes the width': inPage(() => {
    const { widget, widths, crowd } = ramble;
    widget.style.width = `${widths[crowd.below(widths.length)]}px`;
  }),
  'the page changes the height': inPage(() => {
    const { widget, crowd } = ramble;
    widget.style.height = ['600px', '300px', '650px'][crowd.below(3)] ?? '';
  }),
  'the page changes the size of text': inPage(() => {
    const { widget, crowd } = ramble;
    widget.style.fontSize = ['', '', '130%', '200%'][crowd.below(4)] ?? '';
  }),
  'the page changes the density': inPage(() => {
    const { widget, crowd } = ramble;
    widget.style.setProperty('--inbox-density', ['1', '1', '0.75', '1.5'][crowd.below(4)] ?? '');
  }),
  'the page speaks for itself': inPage(() => {
    const { widget, crowd } = ramble;
    widget.strings = crowd.below(2) ? { inbox: 'Messages from everybody who has ever written' } : undefined;
  }),
  'the page hides the inbox for a while': inPage(async () => {
    const { widget, screen } = ramble;
    widget.hidden = true;
    await screen.still();
    widget.hidden = false;
  }),
  'the page turns round': inPage(() => void (ramble.widget.dir = ramble.crowd.below(3) ? 'ltr' : 'rtl')),
  'the page changes the language': inPage(() => {
    const { widget, crowd } = ramble;
    widget.lang = ['en', 'de', 'ar', 'ja', 'xx'][crowd.below(5)] ?? '';
  }),
  'the page changes the theme': inPage(() => {
    const { widget, crowd } = ramble;
    widget.theme = (['auto', 'dark', 'light'] as const)[crowd.below(3)] ?? 'auto';
  }),
  'the page changes the layout': inPage(() => {
    const { widget, crowd } = ramble;
    widget.layout = (['auto', 'auto', 'split', 'stack'] as const)[crowd.below(4)] ?? 'auto';
  }),
  'the page takes the composer away, or gives it back': inPage(() => {
    const { widget, crowd } = ramble;
    widget.withoutComposer = !crowd.below(5);
  }),
  'the page moves the inbox': inPage(() => {
    const { widget } = ramble;
    document.querySelector(widget.parentElement?.id === 'home' ? '#away' : '#home')?.append(widget);
  }),
  'the user signs out and in again': inPage(() => {
    for (const { ledger } of ramble.guests) ledger.startOver();
    ramble.sendings.forget();
    ramble.widget.signOut();
  }),
  'requests begin to fail, or end to': inPage(() => void (ramble.weather.failing = [0, 0, 0.3, 0.7][ramble.crowd.below(4)] ?? 0)),
  'answers are lost, or no more': inPage(() => void (ramble.weather.losing = [0, 0, 0.3][ramble.crowd.below(3)] ?? 0)),
  'answers become slow, or quick': inPage(() => void (ramble.weather.slow = [0, 0.5, 1][ramble.crowd.below(3)] ?? 0)),
  'messages are refused, or no more': inPage(() => void (ramble.weather.refusing = [0, 0, 0.5][ramble.crowd.below(3)] ?? 0)),
  'events become unreliable, or reliable': inPage(() => {
    const { weather, crowd } = ramble;
    weather.late = [0, 0.5][crowd.below(2)] ?? 0;
    weather.twice = [0, 0.2][crowd.below(2)] ?? 0;
    weather.deaf = [0, 0, 0.2][crowd.below(3)] ?? 0;
  }),
};

/** Which steps somebody takes, and where. */
export interface Manner {
  readonly steps: ReadonlyMap<string, Step>;
  readonly inboxes: number;
  /** Widths of an inbox, in px. */
  readonly widths: readonly number[];
  readonly lang?: string;
}

const steps = (person: Readonly<Record<string, Step>>): Manner['steps'] => new Map(Object.entries({ ...person, ...WORLD, ...SURROUNDINGS }));
const WIDE = [1000, 1000, 700, 380, 320];
const NARROW = [380, 380, 430, 320];

/** One for each session, in turn. */
export const MANNERS: Readonly<Record<string, Manner>> = {
  'with room': { steps: steps(PERSON), inboxes: 1, widths: WIDE },
  'on a phone': { steps: steps(PERSON), inboxes: 1, widths: NARROW },
  'in Arabic': { steps: steps(PERSON), inboxes: 1, widths: WIDE, lang: 'ar' },
  'by keyboard': { steps: steps(KEYS_ALONE), inboxes: 1, widths: WIDE },
  'in two inboxes': { steps: steps(PERSON), inboxes: 2, widths: [640, 500, 380] },
};

/** Nobody has moved anything on screen with these: what is read stays where it is. */
export const keepsPlace = (step: string): boolean => step in WORLD;

/** With these the focus may go to the page: somebody has sent it there, or what had it was taken away. */
export const mayLoseFocus = (step: string): boolean =>
  /^goes elsewhere|Tab$|^tabs|^scrolls|row$|moves the inbox|reloads|hides|signs out/.test(step);
