import { InboxError } from '../../src/errors.js';
import type { TokenSupplier } from '../../src/token/token-supplier.js';

/** A keeper of tokens that a test owns. */
export class FakeTokens implements TokenSupplier {
  /** `null`: there is none, and `error` says why; a promise: one is being fetched. */
  current: string | Promise<string> | null = 'token-1';
  error = new InboxError('INBOX_REFRESH_REFUSED', 'Signed out.');
  /** What a rejected token is replaced by. */
  next: string | Promise<string> | null = null;
  asked = 0;
  readonly rejected: { readonly token: string; readonly serverTime: number | undefined }[] = [];
  readonly identified: { readonly token: string; readonly clientId: string }[] = [];

  async getToken(signal?: AbortSignal): Promise<string> {
    this.asked++;
    signal?.throwIfAborted();
    if (this.current === null) throw this.error;
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    return Promise.race([this.current, aborted]);
  }

  reject(token: string, serverTime?: number): void {
    this.rejected.push({ token, serverTime });
    if (token === this.current) this.current = this.next;
  }

  identify(token: string, clientId: string): void {
    this.identified.push({ token, clientId });
  }
}
