/** A listener that fails must not keep the others from being called; its error is reported to the page. */
export const callSafely = (listener: () => void): void => {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
};
