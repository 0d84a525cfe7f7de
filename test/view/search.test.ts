import { expect } from 'chai';
import { conversation, message, thread } from './fixtures.js';
import { mount, unmountAll } from './mount.js';

const three = [
  conversation({ id: 'mara', name: 'Mara Lindqvist', unread: 2 }),
  conversation({ id: 'theo', name: 'Théo Baptiste', channel: 'email' }),
  conversation({ id: 'aiko', name: 'Aiko Tanaka', channel: 'sms' }),
];

describe('Search and filters', () => {
  afterEach(unmountAll);

  it('search when typing pauses, and mark what was found', async () => {
    const view = await mount({ conversations: three });
    view.type('.search-field', 'ma');
    view.clock.pass(200);
    view.type('.search-field', ' mara ');
    view.clock.pass(200);
    await view.drawn();
    expect(view.store.called('setQuery')).to.be.empty;
    expect(view.all('.row mark'), 'nothing has been found yet').to.be.empty;
    view.clock.pass(50);
    expect(view.store.called('setQuery')).to.deep.equal([[{ q: 'mara' }]]);
    await view.drawn();
    expect(view.text('.row[data-id="mara"] mark')).to.equal('Mara');
    expect(view.find<HTMLInputElement>('.search-field').value).to.equal(' mara ');
  });

  it('clear by the button, which lies on the field also while that has the focus', async () => {
    const view = await mount({ conversations: three });
    view.find('.search-field').focus();
    document.execCommand('insertText', false, 'mara');
    await view.drawn();
    const { x, y, width, height } = view.find('.search-clear').getBoundingClientRect();
    const pressed = view.root.elementFromPoint(x + width / 2, y + height / 2);
    expect(pressed?.closest('button')?.className).to.contain('search-clear');
  });

  it('wait longer for what an input method has not put in its final form, but not for ever: some keyboards compose every word', async () => {
    const view = await mount({ conversations: three });
    const field = view.find<HTMLInputElement>('.search-field');
    field.focus();
    for (const value of ['に', 'にほ', '日本']) {
      field.value = value;
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing: true }));
      view.clock.pass(700);
    }
    expect(view.store.called('setQuery')).to.be.empty;
    view.clock.pass(50);
    expect(view.store.called('setQuery'), 'a pause').to.deep.equal([[{ q: '日本' }]]);
    field.value = '日本語';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing: true }));
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
    view.clock.pass(250);
    expect(view.store.called('setQuery').slice(1), 'its end').to.deep.equal([[{ q: '日本語' }]]);
  });

  it('mark what was found in the open thread as well, links and all', async () => {
    const texts = ['The oak table', 'Nothing here', 'See https://oak.example/table'];
    const messages = texts.map((text, index) => message({ id: `m${index}`, text }));
    const view = await mount({ conversations: three, openId: 'mara', threads: new Map([['mara', thread(messages)]]), list: { query: { filter: 'all', channel: '', q: 'oak' } } });
    expect(view.all('.bubble').map((bubble) => [bubble.textContent, bubble.querySelectorAll('mark').length])).to.deep.equal([
      ['The oak table', 1],
      ['Nothing here', 0],
      ['See https://oak.example/table', 1],
    ]);
    expect(view.find<HTMLAnchorElement>('.bubble a').href).to.equal('https://oak.example/table');
  });

  it('Escape clears the search first, and is the page’s after that', async () => {
    const view = await mount({ conversations: three, list: { query: { filter: 'all', channel: '', q: 'mara' } } });
    const field = view.find<HTMLInputElement>('.search-field');
    expect(field.value).to.equal('mara');
    field.focus();
    let heard = 0;
    view.host.addEventListener('keydown', () => heard++);
    expect(view.press('Escape').defaultPrevented).to.be.true;
    expect(field.value).to.equal('');
    expect(view.store.state.list.query.q).to.equal('');
    expect(view.focused).to.equal(field);
    expect(heard).to.equal(0);
    expect(view.press('Escape').defaultPrevented).to.be.false;
    expect(heard).to.equal(1);
  });

  it('let a placeholder run as the page does, which Firefox otherwise draws nowhere, and what is typed as it is written', async () => {
    const view = await mount({ conversations: three, openId: 'mara', threads: new Map([['mara', thread([message()])]]) }, { attributes: { dir: 'rtl' } });
    const run = (): string[] => ['.search-field', '.field'].map((field) => getComputedStyle(view.find(field)).unicodeBidi);
    expect(run()).not.to.include('plaintext');
    view.type('.search-field', 'mara');
    view.type('.field', 'Hello');
    expect(run()).to.deep.equal(['plaintext', 'plaintext']);
  });

  it('write the word of a filter in the middle of its pill, however wide a finger needs that', async () => {
    const view = await mount({ conversations: three });
    const pill = view.find('.filter > span');
    view.find('.filter').style.minInlineSize = '120px';
    const words = document.createRange();
    words.selectNodeContents(pill);
    const [word, box] = [words.getBoundingClientRect(), pill.getBoundingClientRect()];
    expect(word.left - box.left).to.be.closeTo(box.right - word.right, 1);
  });

  it('have one button that clears, not the browser’s own beside it', async () => {
    const view = await mount({ conversations: three });
    const field = view.find<HTMLInputElement>('.search-field');
    field.value = 'm'.repeat(200);
    const { scrollWidth } = field;
    // What would be beside the text is part of that width.
    field.type = 'text';
    expect(scrollWidth).to.equal(field.scrollWidth);
  });

  it('let no phone turn a name into a word', async () => {
    const view = await mount({ conversations: three });
    expect(view.find('.search-field').getAttribute('autocorrect')).to.equal('off');
  });

  it('lead out of an empty answer', async () => {
    const view = await mount({ list: { query: { filter: 'unread', channel: 'sms', q: 'invocie' } } });
    expect(view.text('.panel-title')).to.equal('Nothing found for “invocie”');
    view.find('[part="panel-button"]').click();
    await view.drawn();
    expect(view.store.state.list.query).to.deep.equal({ filter: 'all', channel: '', q: '' });
    expect(view.text('.panel-title')).to.equal('No conversations yet');
  });

  it('put the tab stop on the first row of what they leave, where its own row is gone', async () => {
    const view = await mount({ conversations: three });
    view.row('Théo Baptiste').focus();
    await view.drawn();
    view.store.setQuery = () => view.store.change({ list: { ...view.store.state.list, ids: ['mara', 'aiko'] } });
    view.all<HTMLInputElement>('.filter input')[1]!.click();
    await view.drawn();
    expect(view.all('.row[tabindex="0"]')).to.deep.equal([view.row('Mara Lindqvist')]);
  });

  it('filter by state and by channel', async () => {
    const view = await mount({ conversations: three });
    expect(view.all('.filter').map((filter) => filter.textContent?.trim())).to.deep.equal(['All', 'Unread 2', 'Open', 'Closed']);
    view.all<HTMLInputElement>('.filter input')[1]!.click();
    const select = view.find<HTMLSelectElement>('.channel-filter select');
    expect([...select.options].map(({ text }) => text)).to.deep.equal(['All channels', 'WhatsApp', 'E-mail', 'SMS']);
    select.value = 'email';
    select.dispatchEvent(new Event('change'));
    expect(view.store.called('setQuery')).to.deep.equal([[{ filter: 'unread' }], [{ channel: 'email' }]]);
    expect(view.all('.row')).to.have.length(3);
  });
});
