import { pageShared } from './page-shared.js';

/** What `<inbox-unread>` needs of a widget. */
export interface CountingWidget extends Element {
  readonly unreadCount: number;
}

interface Widgets {
  readonly connected: Set<CountingWidget>;
  readonly listeners: Set<(widget: CountingWidget) => void>;
}

const shared = () => pageShared<Widgets>('widgets/1', () => ({ connected: new Set(), listeners: new Set() }));

/** Tells that a widget came, went or counted anew. */
export function widgetChanged(widget: CountingWidget): void {
  const { connected, listeners } = shared();
  if (widget.isConnected) connected.add(widget);
  else connected.delete(widget);
  for (const listener of [...listeners]) listener(widget);
}

/** The widgets that stand in the page now, in no order. */
export const connectedWidgets = (): Iterable<CountingWidget> => shared().connected;

/** Calls back with each widget that changed, until the returned function is called. */
export function onWidgetsChange(listener: (widget: CountingWidget) => void): () => void {
  const { listeners } = shared();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
