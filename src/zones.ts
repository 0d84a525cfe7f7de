interface ZoneGlobal {
  readonly Zone?: { readonly root?: { run?<T>(callback: () => T): T } };
}

/** In an Angular app, keeps timers and listeners from starting a change detection each time. */
export function outsideZones<T>(callback: () => T): T {
  // Elements with this id, and fields of a form by their names, would be found here as well.
  const root = (globalThis as ZoneGlobal).Zone?.root;
  return root?.run ? root.run(callback) : callback();
}
