interface ZoneGlobal {
  readonly Zone?: { readonly root?: { run?<T>(callback: () => T): T } };
}

/** In an Angular app, keeps timers and listeners from triggering change detection each time. */
export function outsideZones<T>(callback: () => T): T {
  // An element with the id `Zone` would be found here as well, and a field named `root` in such a form.
  const root = (globalThis as ZoneGlobal).Zone?.root;
  return root?.run ? root.run(callback) : callback();
}
