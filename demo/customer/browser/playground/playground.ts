/**
 * The playground: each state of the inbox by its address, such as `/playground?state=offline&theme=dark&width=390`.
 * `<html data-playground="ready">` says that the state has been reached.
 */
import type { InboxWidget } from '../../../../src/index.js';
import { createMemorySource, exampleInbox } from '../../../../src/inbox/memory/index.js';
import { directionOf, readChoice } from './choice.js';
import { Driver } from './driver.js';
import { showKnobs } from './knobs.js';
import { STATES, type PlaygroundState } from './states.js';

const ownOf = (state: string) => STATES[state]?.own ?? {};
const choice = readChoice(new URLSearchParams(location.search), Object.keys(STATES), ownOf);
const state = STATES[choice.state];
const form = document.querySelector<HTMLFormElement>('#knobs');
const stage = document.querySelector<HTMLElement>('#stage');

if (form) showKnobs(form, choice, ownOf(choice.state), Object.entries(STATES).map(([name, { word }]) => [name, word] as const));
if (stage && state) await show(state, stage);

async function show(shown: PlaygroundState, on: HTMLElement): Promise<void> {
  const widget = document.createElement('inbox-widget');
  dress(widget, on);
  const ready = new Promise((resolve) => widget.addEventListener('inbox-ready', resolve, { once: true }));
  if (shown.attributes) {
    for (const [name, value] of Object.entries(shown.attributes)) widget.setAttribute(name, value);
    on.append(widget);
  } else {
    const seed = (shown.seed ?? exampleInbox)(Date.now());
    const before = shown.hurdle?.();
    const source = createMemorySource(seed, before ? { before } : {});
    widget.source = source;
    if (shown.conversation !== undefined) widget.conversation = shown.conversation;
    on.append(widget);
    if (shown.act) {
      await ready;
      await shown.act(new Driver(widget), source);
    }
  }
  document.documentElement.dataset.playground = 'ready';
}

/** What the knobs say, apart from the state. */
function dress(widget: InboxWidget, on: HTMLElement): void {
  const { theme, layout, lang, width, density, accent } = choice;
  widget.theme = theme as InboxWidget['theme'];
  widget.layout = layout as InboxWidget['layout'];
  Object.assign(on, { lang, dir: directionOf(choice) });
  if (width) on.style.inlineSize = `${width}px`;
  if (density !== '1') widget.style.setProperty('--inbox-density', density);
  if (accent) widget.style.setProperty('--inbox-accent', accent);
  if (theme !== 'auto') document.documentElement.style.colorScheme = theme;
}
