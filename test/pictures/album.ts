/** One picture of the playground: its file's name, its address, how high the widget is, and what comes last in it. */
export interface Scene {
  readonly name: string;
  readonly address: string;
  readonly height: number;
  /** Selector. */
  readonly last: string;
}

/** As wide as two panes need it, and as a phone is. */
const WIDE = 'layout=split&width=900';
const NARROW = 'layout=stack&width=390';

/** What is there once the state has been reached, where more than the frame is to be waited for. */
const LAST: readonly (readonly [state: RegExp, selector: string])[] = [
  [/loaded|rtl|typing/, '[part~="typing"]'],
  [/nothing-found|failed-list/, '[part~="panel"] button'],
  [/offline|reconnecting/, '[part~="notice"]'],
  [/delivery/, '[part~="staged"] > :last-child'],
  [/choose|long-names/, '[part~="row"]'],
  [/viewer/, 'dialog img'],
  [/long-words|channel-closed|closed|compact/, '[part~="composer"]'],
];

const scene = (name: string, address: string, height = 520): Scene => {
  const state = new URLSearchParams(address).get('state') ?? '';
  return { name, address, height, last: LAST.find(([states]) => states.test(state))?.[1] ?? '.inbox > :not([role="status"])' };
};

/** Every state of the look, each in the theme and the width in which the look shows it, and the main ones in all. */
export const ALBUM: readonly Scene[] = [
  scene('loaded-light', `state=loaded&theme=light&${WIDE}`, 640),
  scene('loaded-dark', `state=loaded&theme=dark&${WIDE}`, 640),
  scene('loaded-narrow-light', `state=loaded&theme=light&${NARROW}`, 640),
  scene('loaded-narrow-dark', `state=loaded&theme=dark&${NARROW}`, 640),
  scene('list-narrow-light', `state=choose&theme=light&${NARROW}`, 640),
  scene('list-narrow-dark', `state=choose&theme=dark&${NARROW}`, 640),
  scene('rtl-light', `state=rtl&theme=light&${WIDE}`, 520),
  scene('rtl-dark', `state=rtl&theme=dark&${WIDE}`, 520),
  scene('rtl-narrow', `state=rtl&theme=light&${NARROW}`),
  scene('loading', `state=loading&theme=light&${WIDE}`),
  scene('choose', `state=choose&theme=light&${WIDE}`),
  scene('empty', `state=empty&theme=light&${NARROW}`),
  scene('nothing-found', `state=nothing-found&theme=light&${NARROW}`),
  scene('offline', `state=offline&theme=light&${NARROW}`),
  scene('reconnecting', `state=reconnecting&theme=dark&${NARROW}`),
  scene('ended', `state=ended&theme=light&${NARROW}`),
  scene('misconfigured', `state=misconfigured&theme=light&${NARROW}`),
  scene('delivery', `state=delivery&theme=light&${NARROW}`),
  scene('long-words', `state=long-words&theme=dark&${NARROW}`),
  scene('channel-closed', `state=channel-closed&theme=light&${NARROW}`),
  scene('closed', `state=closed&theme=light&${NARROW}`),
  scene('long-names', `state=long-names&theme=light&${NARROW}`),
  scene('compact', `state=compact&theme=dark&${WIDE}`),
  scene('failed-list', `state=failed-list&theme=light&${NARROW}`),
  scene('viewer', `state=viewer&theme=light&${WIDE}`),
  scene('accent-orange', `state=typing&theme=light&accent=%23f97316&${NARROW}`),
  scene('accent-lime', `state=typing&theme=dark&accent=%23b7e34b&${NARROW}`),
];
