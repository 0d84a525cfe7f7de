const MINUTE_MS = 60_000;

/** How often the refresh endpoint has been called of late, as the browser itself has seen it. */
export class CallCount {
  #times: number[] = [];

  constructor() {
    const observer = new PerformanceObserver((list) => {
      const calls = list.getEntries().filter(({ name }) => new URL(name).pathname === '/inbox-token');
      this.#times.push(...calls.map(({ startTime }) => startTime));
    });
    observer.observe({ type: 'resource', buffered: true });
  }

  inLastMinute(): number {
    this.#times = this.#times.filter((time) => time > performance.now() - MINUTE_MS);
    return this.#times.length;
  }
}
