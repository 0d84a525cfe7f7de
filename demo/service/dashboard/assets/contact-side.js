/** The contact side of one client: lists, threads and what a contact does, kept fresh by asking once a second. */
const root = document.querySelector('[data-contacts]');
const base = root.dataset.contacts;
const part = (name) => root.querySelector(`[data-${name}]`);
const form = part('write');

const POLL_MS = 1000;
const NEXT_STATUS = { sent: ['delivered', 'read', 'failed'], delivered: ['read'], read: [], failed: [] };

let openId = null;
let shown = '';

async function ask(method, path, body) {
  const json = body && !(body instanceof FormData);
  const response = await fetch(base + path, {
    method,
    body: json ? JSON.stringify(body) : body,
    headers: json ? { 'content-type': 'application/json' } : {},
  });
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => ({ detail: `The service answered ${response.status}.` }));
  throw new Error(problem.detail);
}

/** Does something and says beside the form what went wrong. */
async function attempt(work) {
  part('error').textContent = '';
  try {
    await work();
    await refresh();
  } catch (error) {
    part('error').textContent = error.message;
  }
}

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function open(conversation) {
  openId = conversation?.id ?? null;
  part('title').textContent = conversation ? conversation.contact.name : 'Write in';
  part('type').disabled = !conversation;
  form.contactName.value = conversation?.contact.name ?? '';
  form.subject.value = conversation?.subject ?? '';
  if (conversation) form.channel.value = conversation.channel;
  void refresh();
}

function row(conversation) {
  const button = element('button', { type: 'button', className: 'conversation' });
  button.append(
    element('strong', { textContent: conversation.contact.name }),
    element('span', { textContent: conversation.channel }),
    element('span', { textContent: conversation.preview }),
  );
  if (conversation.id === openId) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', () => open(conversation));
  return element('li', {}, button);
}

function bubble(message) {
  const item = element('li', { className: message.direction });
  item.append(element('p', { textContent: message.text }));
  for (const { name, size } of message.attachments) item.append(element('p', { className: 'file', textContent: `${name}, ${size} bytes` }));
  const meta = element('p', { className: 'muted', textContent: message.direction === 'out' ? message.status : '' });
  for (const status of message.direction === 'out' ? NEXT_STATUS[message.status] : []) {
    const button = element('button', { type: 'button', className: 'quiet', textContent: status });
    button.addEventListener('click', () => attempt(() => ask('PUT', `/messages/${message.id}/status`, { status })));
    meta.append(' ', button);
  }
  item.append(meta);
  return item;
}

async function refresh() {
  const { conversations } = await ask('GET', '/conversations');
  const { messages } = openId ? await ask('GET', `/conversations/${openId}/messages`) : { messages: [] };
  const now = JSON.stringify([openId, conversations, messages]);
  // What has not changed is left alone, so that focus and scroll position stay.
  if (now === shown) return;
  shown = now;
  part('empty').hidden = conversations.length > 0;
  part('list').replaceChildren(...conversations.map(row));
  const thread = part('thread');
  thread.replaceChildren(...messages.map(bubble));
  thread.scrollTop = thread.scrollHeight;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(async () => {
    const message = await ask('POST', '/messages', new FormData(form));
    form.text.value = '';
    form.attachments.value = '';
    openId = message.conversationId;
    part('type').disabled = false;
  });
});
part('type').addEventListener('click', () => attempt(() => ask('PUT', `/conversations/${openId}/typing`)));
part('new').addEventListener('click', () => open(null));
for (const button of root.querySelectorAll('[data-bulk]')) {
  button.addEventListener('click', () => attempt(() => ask('POST', '/bulk', { kind: button.dataset.bulk })));
}

await refresh();
setInterval(() => {
  if (!document.hidden) refresh().catch(() => undefined);
}, POLL_MS);
