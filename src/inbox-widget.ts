// First, for the sake of the bundle's order: gzip finds more that is alike.
import { Wiring } from './wiring.js';
import { ReactiveElement, unsafeCSS, type PropertyDeclarations, type PropertyValues } from '@lit/reactive-element';
import { configuration, onConfigure } from './configure.js';
import hostStyles from './host.css?inline';
import type { InboxSource } from './inbox/inbox-source.js';
import type { OwnWords } from './locales/dictionary.js';
import { pageOrigin } from './page-origin.js';
import { readSetup, type Setup } from './setup.js';
import type { FetchTokenRequest, RefreshHeaders, TokenStatus } from './token/token-owner.js';
import type { Address } from './token/trust.js';
import { statesOf } from './custom-states.js';

/** How long an element that has left the page is kept as it is: it may only be moving to another place. */
const MOVE_GRACE_MS = 1000;

/** A boolean attribute, which frameworks also write as `"false"`. */
const flag = (value: string | null): boolean => value !== null && value !== 'false';

/**
 * An inbox: the conversations that a hosted service keeps for the page's user. Keeps its token fresh by itself.
 *
 * @element inbox-widget
 *
 * @slot header - Instead of the title above the list.
 * @slot empty - Instead of the words shown where there are no conversations.
 * @slot ended - Instead of the words shown where the user is signed out.
 *
 * @attr lang - Language of words, numbers and dates. Default: that of the nearest ancestor that has one, also where that changes.
 * @attr dir - Direction. Default: inherited.
 *
 * @cssprop [--inbox-accent=#4056d6 / #5768ea] - The one colour that stands out. All other colours derive from it and from surface and text. Where there are two values, they are for light and dark.
 * @cssprop [--inbox-surface=#ffffff / #17181c] - Background. A dark one needs a dark theme: `theme="dark"`, or the page's `color-scheme: dark`.
 * @cssprop [--inbox-text=#1a1c21 / #eceef2] - Text.
 * @cssprop --inbox-accent-text - Text on the accent. Default: white or black, whichever reads better; always white before Chrome 131, Firefox 133 and Safari 18.
 * @cssprop --inbox-muted - Secondary text. Default: 67 % text mixed with surface.
 * @cssprop [--inbox-danger=#bd1f2d / #ff938c] - Text of what failed.
 * @cssprop [--inbox-warning=#855400 / #efbd63] - The offline mark.
 * @cssprop --inbox-pane - Background of the list beside a thread. Default: surface with a little text mixed in.
 * @cssprop --inbox-fill - Background of fields and of what is under the pointer.
 * @cssprop --inbox-hairline - Dividing lines.
 * @cssprop --inbox-selected - The open conversation's row. Default: a tint of the accent.
 * @cssprop --inbox-bubble-in - Background of received messages.
 * @cssprop --inbox-bubble-in-text - Text of received messages. Default: text.
 * @cssprop --inbox-bubble-out - Background of sent messages. Default: a tint of the accent.
 * @cssprop --inbox-bubble-out-text - Text of sent messages. Default: white or black, whichever reads better; before Chrome 131, Firefox 133 and Safari 18 as `--inbox-text`.
 * @cssprop --inbox-focus - The focus ring. Default: a readable shade of the accent.
 * @cssprop [--inbox-font-size=max(0.875em, 14px)] - Size of names; every other size follows it.
 * @cssprop [--inbox-density=1] - Spacing: 1 is comfortable, 0.75 compact.
 * @cssprop [--inbox-radius=10px] - Corners of fields, rows and panels.
 * @cssprop [--inbox-bubble-radius=17px] - Corners of messages.
 * @cssprop [--inbox-avatar-radius=50%] - Corners of avatars.
 * @cssprop [--inbox-frame-radius=12px] - Corners of the whole inbox.
 * @cssprop [--inbox-frame-border=1px solid] - Border of the whole inbox, in the colour of the hairlines.
 * @cssprop --inbox-shadow - Shadow of the button that jumps to the newest message.
 * @cssprop [--inbox-list-width=clamp(280px, 31cqi, max(360px, 25em))] - Width of the list beside a thread.
 * @cssprop [--inbox-thread-width=62em] - Maximum width of a thread.
 *
 * @csspart frame - The whole inbox.
 * @csspart notice - Line above everything: offline, reconnecting, a change that the service refused, or a file that could not be loaded.
 * @csspart list - The pane with the conversations.
 * @csspart list-header - Title, search and filters above the conversations.
 * @csspart list-title - Title of the list.
 * @csspart channel-filter - Choice of channel.
 * @csspart search - The search as a whole.
 * @csspart search-field - Field of the search.
 * @csspart filters - The filters as a whole.
 * @csspart filter - One filter: all, unread, open, closed.
 * @csspart rows - The conversations.
 * @csspart row - One conversation.
 * @csspart avatar - Picture or initials of a contact.
 * @csspart channel-badge - Mark of the channel on an avatar.
 * @csspart row-name - Name in a row.
 * @csspart row-time - Time in a row.
 * @csspart row-preview - Beginning of the newest message, in a row.
 * @csspart delivery-mark - Sent, delivered, read or failed.
 * @csspart unread-count - Number of unread messages.
 * @csspart thread - The pane with the messages of the open conversation.
 * @csspart thread-header - Line above the messages.
 * @csspart back-button - Back to the list, where there is room for one pane only.
 * @csspart thread-title - Name in the line above the messages.
 * @csspart thread-meta - Channel and subject below the name.
 * @csspart status-button - Closes or reopens the conversation.
 * @csspart log - The messages.
 * @csspart day-separator - Day above its messages.
 * @csspart unread-marker - Line above the first unread message.
 * @csspart message - One message, with all that belongs to it.
 * @csspart author - Name above a sent message that somebody other than the client wrote.
 * @csspart bubble - What a message says.
 * @csspart inbound-bubble - The same, for a received message.
 * @csspart outbound-bubble - The same, for a sent message.
 * @csspart attachment - Picture or file of a message.
 * @csspart message-meta - Time and delivery of a message.
 * @csspart retry-button - Sends a failed message again.
 * @csspart typing - Somebody is typing.
 * @csspart jump-button - Jumps to the newest message.
 * @csspart composer - Where the reply is written, as a whole.
 * @csspart composer-box - Frame around field and buttons.
 * @csspart composer-notice - Why no reply can be written now.
 * @csspart staged - Files that will be sent with the reply.
 * @csspart field - Field of the reply.
 * @csspart attach-button - Adds files.
 * @csspart send-button - Sends.
 * @csspart panel - Shown in place of the inbox, the conversations or a thread: empty, nothing found, not loaded, signed out, not set up.
 * @csspart panel-title - First sentence of a panel.
 * @csspart panel-button - Button of a panel.
 * @csspart remedy - Code and remedy where something is set up wrongly, for the people who run the page.
 * @csspart skeleton - Grey shapes while the first data is on its way.
 *
 * @cssstate loading - Nothing of the inbox has been shown yet.
 * @cssstate reconnecting - The connection to the service is being re-established, or a token that is no longer valid is being replaced.
 * @cssstate offline - The browser is offline.
 * @cssstate ended - The endpoint refused a token: to your backend, the user is signed out or has no inbox. Or `signOut()` was called, here or in another tab.
 * @cssstate misconfigured - The page or its backend is set up wrongly.
 */
export class InboxWidget extends ReactiveElement {
  static override properties: PropertyDeclarations = {
    token: { noAccessor: true },
    refreshEndpoint: { attribute: 'refresh-endpoint', noAccessor: true },
    refreshCredentials: { attribute: 'refresh-credentials', useDefault: true },
    refreshHeaders: { attribute: false },
    fetchToken: { attribute: false },
    baseUrl: { attribute: 'base-url', noAccessor: true },
    source: { attribute: false },
    theme: { reflect: true, useDefault: true },
    layout: { reflect: true, useDefault: true },
    conversation: { reflect: true },
    withoutComposer: { attribute: 'without-composer', converter: flag },
    withoutStorage: { attribute: 'without-storage', converter: flag },
    strings: { attribute: false },
  };

  static override styles = unsafeCSS(hostStyles);

  /** `credentials` of the refresh request, as in `fetch`. */
  declare refreshCredentials: 'same-origin' | 'include' | 'omit' | undefined;
  /**
   * Further headers of the refresh request (a CSRF token, say): a plain object, or a function that returns one, which is called
   * for each request. A different function, or different headers, may be another user's: the endpoint is asked at once, so keep the
   * same function from render to render. Changes made to the same object count from the next request on.
   */
  declare refreshHeaders: RefreshHeaders | undefined;
  /**
   * Fetches a new token in your own way, instead of `refreshEndpoint`. A different function may be another user's: it is
   * called at once, so keep the same one from render to render.
   */
  declare fetchToken: ((request: FetchTokenRequest) => Promise<string>) | undefined;
  /** A source of your own, instead of the service (docs/source.md). */
  declare source: InboxSource | undefined;
  /** `auto`: the page's `color-scheme`. */
  declare theme: 'auto' | 'light' | 'dark';
  /** `auto`: list and thread side by side where the element is wide enough. */
  declare layout: 'auto' | 'split' | 'stack';
  /**
   * Id of the open conversation; follows what the user does, and may be set. `null` closes it. So does taking the attribute away, if
   * the page has written it.
   */
  declare conversation: string | null | undefined;
  /** For reading only: no reply field. */
  declare withoutComposer: boolean;
  /** Keeps drafts and unsent messages in memory only, and deletes what earlier pages have stored. With a `source` of your own they are in memory only in any case. */
  declare withoutStorage: boolean;
  /** Words of your own, by key, in place of the built-in ones (docs/words.md). */
  declare strings: OwnWords | undefined;

  readonly #wiring = new Wiring(this, statesOf(this));
  #baseUrl: Address | null = null;
  #refreshEndpoint: Address | null = null;
  /** What is being set comes from an attribute: from markup, which is not trusted as code is. */
  #fromAttribute = false;
  /** What the page itself has written into each attribute, and so may take away. */
  readonly #written: Record<string, string | null> = {};
  /** Runs once the element has left the page. */
  #leaving: ReturnType<typeof setTimeout> | undefined;
  /** Ends listening to `configure()`. */
  #stopListening: (() => void) | null = null;

  constructor() {
    super();
    this.theme = 'auto';
    this.layout = 'auto';
    this.withoutComposer = false;
    this.withoutStorage = false;
    this.refreshCredentials = 'same-origin';
    this.refreshHeaders = {};
  }

  /**
   * Offers a token, which is taken if it is better than the one in use. Write-only, since a token is a secret: reads as
   * `''`. The attribute is removed once read.
   */
  get token(): string {
    return '';
  }
  set token(value: string | null | undefined) {
    // The texts `null` and `undefined` are taken for none, as in an attribute.
    this.#wiring.offer(`${value}`);
    this.requestUpdate();
  }

  /**
   * Address on your backend that answers `POST` with a new token. As an attribute it is obeyed only for
   * the page's own origin and those named in `configure({ endpoints })`.
   */
  get refreshEndpoint(): string | undefined {
    return this.#refreshEndpoint?.text;
  }
  set refreshEndpoint(value: string | null | undefined) {
    this.#refreshEndpoint = this.#address(value);
    this.requestUpdate();
  }

  /**
   * Address of the service: https, or http on a loopback address. As an attribute it is obeyed only for the page's own
   * origin and those named in `configure()`. Default: the one named in `configure({ baseUrl })`.
   */
  get baseUrl(): string | undefined {
    return this.#baseUrl?.text;
  }
  set baseUrl(value: string | URL | null | undefined) {
    this.#baseUrl = this.#address(value);
    this.requestUpdate();
  }

  /** State of the token: `missing`, `fresh`, `refreshing`, `expired`, `ended` or `misconfigured`. */
  get tokenStatus(): TokenStatus {
    return this.#wiring.status;
  }

  /** When the token expires; `null` where unknown. */
  get tokenExpiresAt(): Date | null {
    return this.#wiring.lease?.expiresAt ?? null;
  }

  /** Unread messages in all conversations. */
  get unreadCount(): number {
    return this.#wiring.inbox?.unread ?? 0;
  }

  /**
   * Fetches a new token now; also after a refusal, when the user has signed in again. Rejects where the element is not in the page.
   *
   * @throws {InboxError} the reason why there is no new token
   */
  async refreshToken(): Promise<void> {
    if (this.isConnected) await this.updateComplete;
    await this.#wiring.refresh();
  }

  /** Forgets the token and everything of this client, in other tabs as well: screen, drafts, unsent messages, stored data. */
  signOut(): void {
    this.#wiring.signOut();
  }

  /** Opens a conversation; `null` goes back to the list. */
  openConversation(id: string | null): void {
    this.conversation = id;
  }

  /** Fetches everything on screen again. */
  reload(): void {
    this.#wiring.inbox?.reload();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    clearTimeout(this.#leaving);
    this.#stopListening ??= onConfigure(() => this.requestUpdate());
    this.requestUpdate();
    // Even a moment outside the page has cost it its scroll positions, as a move does.
    this.connectedMoveCallback();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#wiring.inbox?.moved();
    this.#leaving = setTimeout(() => {
      this.#stopListening?.();
      this.#stopListening = null;
      // Not only moved: gone. What is stored stays, and so does the offer, for when the element comes back. Last, since an
      // app's own source may put the element back while it is being left.
      this.#wiring.stop();
    }, MOVE_GRACE_MS);
  }

  /** `moveBefore()` keeps the element in the page. Without this method, browsers would report that it left and came back. */
  connectedMoveCallback(): void {
    this.#wiring.inbox?.moved();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    // What the page has not written is the element's own: it takes its token away, and a morph to a server's markup (Turbo, htmx) what
    // it reflects. Neither is a sign-out, or closes a conversation.
    if ((value ?? this.#written[name]) == null) return this.requestUpdate(name);
    if (name === 'token') {
      // Session recorders copy attributes, so none stays.
      this.token = value;
      return this.removeAttribute(name);
    }
    // A page may write the very value that the element has just reflected.
    if (value !== this[name as 'conversation'] || value === old) this.#written[name] = value;
    this.#fromAttribute = true;
    super.attributeChangedCallback(name, old, value);
    this.#fromAttribute = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    this.#wiring.follow(this.#setup());
    if (changed.has('conversation')) this.#wiring.inbox?.openConversation(this.conversation || null);
  }

  #address(value: string | URL | null | undefined): Address | null {
    return value ? { text: `${value}`, trusted: !this.#fromAttribute } : null;
  }

  #setup(): Setup {
    return readSetup(this, {
      baseUrl: this.#baseUrl,
      refreshEndpoint: this.#refreshEndpoint,
      configuration: configuration(),
      pageUrl: document.baseURI,
      pageOrigin: pageOrigin(),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'inbox-widget': InboxWidget;
  }
}
