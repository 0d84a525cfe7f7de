/**
 * The panel below the inbox of the demo: shows what the widget tells the page, and breaks what a customer's backend and
 * the service can break. It sees the widget as any page does, by its properties and events.
 */
import type { InboxWidget } from '../../../../src/element.js';
import type { EndpointFaultKind } from '../../faults.js';
import { element } from '../elements.js';
import { Backend } from './backend.js';
import { Choices } from './choices.js';
import { describeEvent, EventLog, INBOX_EVENTS } from './event-log.js';
import { TokenClock } from './token-clock.js';

const LIFETIMES = [[30, '30 s'], [120, '2 min'], [28_800, '8 h']] as const;

/** What the refresh endpoint can answer, and what follows: of its faults, those that are worth showing. */
const ENDPOINT_ANSWERS = [
  ['none', 'as it should', 'A new token in good time: nobody notices.'],
  ['401', '401', 'The user is signed out there. The inbox says so, and nothing is asked any more until somebody continues.'],
  ['403', '403', 'The same as with 401.'],
  ['redirect', 'redirect', 'To a login page, it seems: the same as with 401, and the event says what to answer instead.'],
  ['500', '500', 'It is asked again, later and later. Nobody notices for as long as the token in use lives.'],
  ['html', 'HTML', 'No token. The page is told that its backend is set up wrongly; the inbox goes on for as long as the token in use lives.'],
  ['same-token', 'same token', 'No newer one, as from a cache. The same as with HTML.'],
  ['slow', 'slow', 'After 20 s. The widget gives up after 15 s and asks again.'],
] as const satisfies readonly (readonly [EndpointFaultKind, word: string, consequence: string])[];

const widget = () => document.querySelector<InboxWidget>('inbox-widget');
const backend = new Backend();
const log = new EventLog();

/** Does something at the backend and says so, or says why not. */
async function act(what: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
    log.add(what);
  } catch (error) {
    log.add(`${what}: ${(error as Error).message}`);
  }
}

function button(word: string, action: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, word);
  made.addEventListener('click', action);
  return made;
}

function group(title: string, ...children: Node[]): HTMLElement {
  return element('section', {}, element('h2', {}, title), ...children);
}

const lifetime = new Choices('Lifetime of tokens', LIFETIMES, (seconds, word) =>
  void act(`Tokens now live ${word}`, async () => {
    await backend.setLifetime(seconds);
    // The one in use was issued for longer, so it has to go. Until the widget hears of that, a shorter one counts as no progress.
    await backend.rejectToken();
    widget()?.reload();
  }),
);
const consequence = element('p', { className: 'hint', role: 'status' });
/** @param isNew It has just been chosen: an earlier one may have stopped the inbox. */
function showEndpoint(fault: EndpointFaultKind, isNew = false): void {
  const [, , words = ''] = ENDPOINT_ANSWERS.find(([known]) => known === fault) ?? [];
  let next = '';
  if (fault !== 'none') next = ' Press “Refresh now” to see it.';
  else if (isNew) next = ' If the inbox has stopped, press “Refresh now”.';
  consequence.textContent = words + next;
}
const endpoint = new Choices(
  'What the refresh endpoint does',
  ENDPOINT_ANSWERS.map(([fault, word]) => [fault, word] as const),
  (fault, word) => {
    showEndpoint(fault, true);
    void act(`The endpoint answers: ${word}`, () => backend.setEndpointFault(fault));
  },
);
const network = new Choices('Connections', [['on', 'online'], ['off', 'offline']], (choice) =>
  void act(`Connections are ${choice}`, () => backend.setOffline(choice === 'off')),
);

const panel = document.querySelector('#panel');
panel?.append(
  group(
    'Token',
    new TokenClock(widget).element,
    element(
      'div',
      { className: 'choices' },
      button('Refresh now', () => {
        log.add('A new token is asked for');
        // What comes of it is told by the events.
        void widget()?.refreshToken().catch(() => {});
      }),
      button('Sign the widget out', () => widget()?.signOut()),
    ),
    element('p', { className: 'hint' }, 'New tokens live for'),
    lifetime.element,
    element('p', { className: 'hint' }, 'Asked for more than six in a minute, the widget waits before it calls again.'),
  ),
  group(
    'Break things',
    element('p', { className: 'hint' }, 'The refresh endpoint answers'),
    endpoint.element,
    consequence,
    element('p', { className: 'hint' }, 'The service and the network'),
    network.element,
    element(
      'div',
      { className: 'choices' },
      button('Service rejects the token', () => void act('The service rejects the token', () => backend.rejectToken())),
      button('A contact writes', () => void act('A contact writes', () => backend.letContactWrite())),
    ),
  ),
  group('Events', log.element),
);

for (const name of INBOX_EVENTS) {
  document.addEventListener(name, (event) => { log.add(name, describeEvent(event)); });
}

const state = await backend.readState();
lifetime.restore(state.lifetimeSeconds as (typeof LIFETIMES)[number][0]);
if (endpoint.restore(state.endpoint as (typeof ENDPOINT_ANSWERS)[number][0])) showEndpoint(state.endpoint);
network.restore(state.offline ? 'off' : 'on');
