/**
 * A single-page app in its smallest form: it imports the module, says once where the service is, and shows the inbox as
 * one of its views. The element stays the same while views change: leaving and coming back costs no request.
 */
// In an app of your own: from 'inbox-widget'.
import { configure } from '../../../src/index.js';
import { element } from './elements.js';

const service = document.querySelector<HTMLMetaElement>('meta[name="inbox-service"]')?.content;
if (service) configure({ baseUrl: service });

const inbox = document.createElement('inbox-widget');
inbox.refreshEndpoint = '/inbox-token';

const today = element(
  'section',
  { className: 'sheet' },
  element('h1', {}, 'Today'),
  element('p', {}, 'Two tables to deliver, one kitchen to measure. The workshop closes at five.'),
);

const unread = document.createElement('inbox-unread');
const views = { Inbox: inbox, Today: today };
const stage = element('div');
const tabs = Object.keys(views).map((name) => {
  const tab = element('button', { type: 'button' }, name);
  tab.addEventListener('click', () => { show(name as keyof typeof views); });
  return tab;
});
tabs[0]?.append(' ', unread);

function show(name: keyof typeof views): void {
  stage.replaceChildren(views[name]);
  for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.textContent?.startsWith(name)));
}

document.querySelector('#app')?.append(element('nav', { className: 'knobs' }, ...tabs), stage);
show('Inbox');
