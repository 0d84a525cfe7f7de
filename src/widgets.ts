import { pageShared } from './page-shared.js';

/** What `<inbox-unread>` needs to know of a widget. */
export interface CountingWidget extends Element {
  readonly unreadCount: number;
}

interface Widgets {
  readonly open: Set<CountingWidget>;
  readonly listeners: Set<(widget: CountingWidget) => void>;
}

const shared = () => pageShared<Widgets>('widgets/2', () => ({ open: new Set(), listeners: new Set() }));

/** Notifies the listeners that a widget has come, gone, moved or changed its count. */
export function widgetChanged(widget: CountingWidget, isOpen = true): void {
  const { open, listeners } = shared();
  open[isOpen ? 'add' : 'delete'](widget);
  for (const listener of [...listeners]) listener(widget);
}

/** The widgets that show an inbox on the page now, in no particular order. */
export const openWidgets = (): CountingWidget[] => [...shared().open].filter(({ isConnected }) => isConnected);

/** Calls back with each widget that changed, until the returned function is called. */
export function onWidgetsChange(listener: (widget: CountingWidget) => void): () => void {
  const { listeners } = shared();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
