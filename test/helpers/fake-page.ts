import type { PageSignal, PageSignals } from '../../src/inbox/service/page-signals.js';

/** A page that a test shows, hides and takes off the network. */
export class FakePage implements PageSignals {
  isVisible = true;
  isOnline = true;
  #listeners = new Set<(signal: PageSignal) => void>();

  get listeners(): number {
    return this.#listeners.size;
  }

  listen(listener: (signal: PageSignal) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(signal: PageSignal): void {
    if (signal === 'visible' || signal === 'hidden') this.isVisible = signal === 'visible';
    if (signal === 'online' || signal === 'offline') this.isOnline = signal === 'online';
    for (const listener of [...this.#listeners]) listener(signal);
  }
}
