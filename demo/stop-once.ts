/** How often it is looked whether the shell that npm started is still there, in ms. */
const PARENT_CHECK_MS = 200;
/** How long stopping may take before it is cut short, in ms. */
const STOP_LIMIT_MS = 900;

/**
 * Ends the process, once: on Ctrl+C, on SIGTERM, and when the parent has gone. npm runs scripts in a shell, and a signal
 * that is sent to npm reaches the shell only. To be called before anything that takes time, for a start can be stopped too.
 *
 * @returns Takes what lets go of something that has been opened since.
 */
export function stopOnce(): (close: () => Promise<unknown>) => void {
  const parent = process.ppid;
  const closes: (() => Promise<unknown>)[] = [];
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
    void Promise.allSettled(closes.map((close) => close())).finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_CHECK_MS).unref();
  return (close) => closes.push(close);
}
