/** An event of the elements: it bubbles, crosses shadow boundaries, cannot be cancelled, and has its data as properties. */
export class PageEvent extends Event {
  constructor(type: string, data?: object) {
    super(type, { bubbles: true, composed: true });
    Object.assign(this, data);
  }
}
