import { setImmediate } from 'node:timers/promises';

/**
 * Lets what is asked under one name happen one after the other. However much one client asks for at once, everybody
 * else waits for one thing of his, not for all. What has come over the network meanwhile is heard between them.
 */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const done = result
      .catch(() => undefined)
      .then(() => setImmediate())
      .then(() => {
        if (this.#last.get(name) === done) this.#last.delete(name);
      });
    this.#last.set(name, done);
    return result;
  }
}
