import { pageShared } from './page-shared.js';

/** What `<inbox-unread>` needs of a widget. */
export interface CountingWidget extends Element {
  readonly unreadCount: number;
}

interface Widgets {
  readonly connected: Set<CountingWidget>;
  readonly listeners: Set<() => void>;
}

const shared = () => pageShared<Widgets>('widgets/1', () => ({ connected: new Set(), listeners: new Set() }));

/** Tells that a widget came, went or counted anew. */
export function widgetChanged(widget: CountingWidget): void {
  const { connected, listeners } = shared();
  if (widget.isConnected) connected.add(widget);
  else connected.delete(widget);
  for (const listener of [...listeners]) listener();
}

/** The page's widgets, in the order of the document. */
export function widgets(): CountingWidget[] {
  return [...shared().connected].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** Calls back after each change of any widget, until the returned function is called. */
export function onWidgetsChange(listener: () => void): () => void {
  const { listeners } = shared();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
