import { createMemorySource, exampleInbox, type MemorySource } from '../../src/inbox/memory/index.js';

/** A source that counts who listens to it, and says when it is first left. */
export function counted(onLeft?: () => void): { source: MemorySource; listeners: Set<unknown> } {
  const source = createMemorySource(exampleInbox());
  const listeners = new Set<unknown>();
  const { subscribe } = source;
  source.subscribe = (listener) => {
    const stop = subscribe.call(source, listener);
    listeners.add(stop);
    return () => {
      listeners.delete(stop);
      stop();
      onLeft?.();
      onLeft = undefined;
    };
  };
  return { source, listeners };
}
