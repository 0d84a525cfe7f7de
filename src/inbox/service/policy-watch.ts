import { InboxError } from '../../errors.js';

/** Tells a request that the page's Content Security Policy has blocked from one that the network has lost. */
export class PolicyWatch {
  readonly #origin: string;
  #isBlocked = false;
  #running = 0;

  /** @param address Of the service. */
  constructor(address: string) {
    this.#origin = new URL(address).origin;
  }

  /**
   * Watches while a request runs.
   *
   * @throws {InboxError} `INBOX_BLOCKED_BY_POLICY`, or whatever the request throws
   */
  async during<T>(request: () => Promise<T>): Promise<T> {
    const page = globalThis.document as Document | undefined;
    if (!this.#running++) page?.addEventListener('securitypolicyviolation', this.#note);
    try {
      return await request();
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      // The report comes in a task of its own, before or after the failure.
      await new Promise((resolve) => setTimeout(resolve));
      if (!this.#isBlocked) throw cause;
      this.#isBlocked = false;
      throw new InboxError(
        'INBOX_BLOCKED_BY_POLICY',
        `The page's Content Security Policy blocks ${this.#origin}: add it to connect-src.`,
      );
    } finally {
      if (!--this.#running) page?.removeEventListener('securitypolicyviolation', this.#note);
    }
  }

  readonly #note = ({ blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce' && `${blockedURI}/`.startsWith(`${this.#origin}/`)) this.#isBlocked = true;
  };
}
