import { createStore, keys } from 'idb-keyval';
import * as inbox from '../../src/index.js';
import { configure, type InboxUnread, type InboxWidget } from '../../src/index.js';
import { FakeWeb } from './fake-web.js';
import { Graces } from './graces.js';
import { turn, until } from './until.js';

/** The class of every event that a page can hear of a widget. */
export const EVENT_CLASSES: { readonly [Name in keyof inbox.InboxEventMap]: new (...data: never[]) => inbox.InboxEventMap[Name] } = {
  'inbox-ready': inbox.InboxReadyEvent,
  'inbox-token-refreshed': inbox.InboxTokenRefreshedEvent,
  'inbox-token-failed': inbox.InboxTokenFailedEvent,
  'inbox-session-ended': inbox.InboxSessionEndedEvent,
  'inbox-misconfigured': inbox.InboxMisconfiguredEvent,
  'inbox-client-changed': inbox.InboxClientChangedEvent,
  'inbox-unread-changed': inbox.InboxUnreadChangedEvent,
  'inbox-conversation-opened': inbox.InboxConversationOpenedEvent,
  'inbox-conversation-closed': inbox.InboxConversationClosedEvent,
  'inbox-message-received': inbox.InboxMessageReceivedEvent,
  'inbox-message-sent': inbox.InboxMessageSentEvent,
  'inbox-message-failed': inbox.InboxMessageFailedEvent,
};

export const EVENTS = Object.keys(EVENT_CLASSES) as (keyof inbox.InboxEventMap)[];

/** Where the browser keeps what a person has written. */
const writing = createStore('inbox-widget-2', 'writing');

const LEVELS = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** What a test says of a widget before it is on the page. */
export interface WidgetWords {
  /** Set before the properties. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly properties?: Partial<Omit<InboxWidget, 'style'>>;
  readonly parent?: Element | ShadowRoot;
}

/** The page of a customer: a web of its own, and a note of everything that is said on it. */
export class GuestPage {
  readonly web = new FakeWeb();
  /** Every event of every widget, as the document hears it. */
  readonly events: Event[] = [];
  /** What was written to the console, one string for each call. */
  readonly said: string[] = [];
  readonly #graces = new Graces();
  readonly #stop = new AbortController();
  readonly #console = { ...console };

  constructor() {
    this.web.start();
    for (const name of EVENTS) document.addEventListener(name, (event) => this.events.push(event), { signal: this.#stop.signal });
    for (const level of LEVELS) console[level] = (...words: unknown[]) => void this.said.push(words.map(readable).join(' '));
  }

  /** Takes everything away. */
  leave(): void {
    document.body.replaceChildren();
    this.#graces.end();
    // WebKit scrolls to where a caret was, though its field has gone.
    getSelection()?.removeAllRanges();
    this.#stop.abort();
    Object.assign(console, this.#console);
    configure({ baseUrl: undefined, services: [], endpoints: [] });
    this.web.stop();
  }

  /** Puts a widget on the page: of the service and with the endpoint, unless the test says otherwise. */
  put({ attributes = {}, properties = {}, parent = document.body }: WidgetWords = {}): InboxWidget {
    const widget = document.createElement('inbox-widget');
    for (const [name, value] of Object.entries(attributes)) widget.setAttribute(name, value);
    Object.assign(widget, { baseUrl: this.web.origin, refreshEndpoint: this.web.endpoint, ...properties });
    parent.append(widget);
    return widget;
  }

  /** The same, with its conversations on screen. */
  async show(words: WidgetWords = {}): Promise<InboxWidget> {
    const widget = this.put(words);
    await until(() => inside(widget, '.row'));
    return widget;
  }

  /** Waits until the browser keeps so many drafts and unsent messages of this page's service. */
  async kept(count: number): Promise<void> {
    const isOurs = (key: IDBValidKey): boolean => Array.isArray(key) && key[0] === this.web.origin;
    while ((await keys(writing)).filter(isOurs).length !== count) await turn();
  }

  /** The events' names, in their order, without counts. */
  get kinds(): string[] {
    return this.events.map(({ type }) => type).filter((type) => type !== 'inbox-unread-changed');
  }

  heard<T extends keyof inbox.InboxEventMap>(type: T): inbox.InboxEventMap[T][] {
    return this.events.filter((event): event is inbox.InboxEventMap[T] => event.type === type);
  }
}

/** What a recorder would keep of a value: all that can be read of it. */
export function readable(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const own = Object.getOwnPropertyNames(value).map((name) => `${name}: ${readable((value as Record<string, unknown>)[name])}`);
  const name = value instanceof Error ? `${value.name}: ${value.message}` : Object.prototype.toString.call(value);
  return `${name} {${own.join(', ')}}`;
}

/** Something inside a widget. */
export const inside = <T extends HTMLElement = HTMLElement>({ shadowRoot }: InboxWidget | InboxUnread, selector: string): T | null =>
  shadowRoot?.querySelector<T>(selector) ?? null;

/** Everything that can be read inside a widget. */
export const textOf = ({ shadowRoot }: InboxWidget | InboxUnread): string =>
  shadowRoot?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

/** Opens a conversation, and waits until one can write in it. */
export async function open(widget: InboxWidget, id: string): Promise<HTMLTextAreaElement> {
  widget.openConversation(id);
  await until(() => inside(widget, '.bubble'));
  return until(() => inside<HTMLTextAreaElement>(widget, '.field'));
}

/** A person writes in a field. */
export function type(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

/** A person sends what they wrote. */
export function send(field: HTMLTextAreaElement): void {
  field.form?.requestSubmit();
}
