/** Every event of the elements bubbles and crosses shadow boundaries; none can be cancelled. */
export const EVENT_INIT: EventInit = { bubbles: true, composed: true };
