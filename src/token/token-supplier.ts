/**
 * What the code that talks to the service needs from the token's keeper, and all that it may know of it.
 *
 * Ask at every attempt: a token that was good a minute ago may no longer be valid.
 */
export interface TokenSupplier {
  /**
   * A token for a request that leaves now. Where the one held is no longer valid, waits while another is being fetched.
   *
   * @throws {InboxError} the reason why there is none: `INBOX_REFRESH_REFUSED`, `INBOX_REFRESH_UNREACHABLE`, …
   * @throws the reason of `signal`, once that is aborted
   */
  getToken(signal?: AbortSignal): Promise<string>;

  /**
   * The service answered 401 to this very token: it is not handed out again, and one refresh is made. The caller repeats
   * its request once, with the token that `getToken()` then gives.
   *
   * @param serverTime The answer's `Date` header in ms since 1970; corrects this machine's clock.
   */
  reject(token: string, serverTime?: number): void;

  /** The service said whose token this is (`client.id` of `GET /inbox`), for tokens that cannot be read. */
  identify(token: string, clientId: string): void;
}
