/** Lets `onError` be called from anywhere: a broken log must not cost the user the inbox, nor the server its life. */
export function errorTeller(onError: ((error: unknown) => void) | undefined): (error: unknown) => void {
  return (error) => {
    try {
      // It may be asynchronous.
      void Promise.resolve(onError?.(error)).catch(() => {});
    } catch {
      // There is nobody left to report it to.
    }
  };
}
