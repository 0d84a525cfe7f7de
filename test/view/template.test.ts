import { expect } from 'chai';
import { guard, html, keyed, slotBefore, type Slot, type TemplateResult } from '../../src/view/template.js';

describe('Templates', () => {
  let parent: HTMLElement;
  let slot: Slot;

  beforeEach(() => {
    parent = document.createElement('div');
    const end = new Comment();
    parent.append(end);
    document.body.append(parent);
    slot = slotBefore(end);
  });
  afterEach(() => parent.remove());

  const shown = (value: unknown): string => {
    slot.show(value);
    return parent.innerHTML.replaceAll('<!---->', '');
  };
  const items = (): Element[] => [...parent.querySelectorAll('li')];
  const list = (keys: string): TemplateResult => html`<ul>${[...keys].map((key) => keyed(key, html`<li>${key}</li>`))}</ul>`;

  it('show texts, numbers and templates between tags, and never markup', () => {
    expect(shown(html`<p>a ${'<b>'} c ${7}</p>${html`<i>${'d'}</i>`}`)).to.equal('<p>a &lt;b&gt; c 7</p><i>d</i>');
  });

  for (const value of [null, undefined, false, '']) {
    it(`show nothing for ${JSON.stringify(value) ?? 'undefined'}, also after something`, () => {
      const template = (inner: unknown): TemplateResult => html`<p>${inner}</p>`;
      shown(template(html`<b></b>`));
      expect(shown(template(value))).to.equal('<p></p>');
    });
  }

  it('fill attributes, alone and within a text, and take them away', () => {
    const template = (title: unknown, name: string): TemplateResult => html`<p title=${title} class="a ${name}-b" lang="en"></p>`;
    expect(shown(template('"x"', 'n'))).to.equal('<p lang="en" title="&quot;x&quot;" class="a n-b"></p>');
    expect(shown(template(null, 'm'))).to.equal('<p lang="en" class="a m-b"></p>');
    expect(shown(template(0, 'm'))).to.equal('<p lang="en" class="a m-b" title="0"></p>');
  });

  it('set attributes that are there or not, and properties', () => {
    const template = (on: boolean, text: string): TemplateResult => html`<input ?hidden=${on} .value=${text} />`;
    expect(shown(template(true, 'a'))).to.equal('<input hidden="">');
    expect(parent.querySelector('input')?.value).to.equal('a');
    expect(shown(template(false, 'b'))).to.equal('<input>');
    expect(parent.querySelector('input')?.value).to.equal('b');
  });

  it('leave a property alone that somebody else has changed since', () => {
    const template = (): TemplateResult => html`<input .value=${'a'} />`;
    shown(template());
    const field = parent.querySelector('input') as HTMLInputElement;
    field.value = 'typed';
    shown(template());
    expect(field.value).to.equal('typed');
  });

  it('listen with the newest listener only', () => {
    const heard: string[] = [];
    const template = (name: string): TemplateResult => html`<button @click=${() => heard.push(name)}></button>`;
    shown(template('first'));
    shown(template('second'));
    parent.querySelector('button')?.click();
    expect(heard).to.deep.equal(['second']);
  });

  it('keep their elements while the template is the same', () => {
    const template = (text: string): TemplateResult => html`<p>${text}</p>`;
    shown(template('a'));
    const before = parent.firstElementChild;
    expect(shown(template('b'))).to.equal('<p>b</p>');
    expect(parent.firstElementChild).to.equal(before);
    expect(shown(html`<p>${'b'}</p>`)).to.equal('<p>b</p>');
    expect(parent.firstElementChild).to.not.equal(before);
  });

  it('make again what is guarded only when something that it depends on is another', () => {
    let made = 0;
    const template = (on: string): TemplateResult =>
      html`<p>${guard([on, 1], () => {
        made++;
        return html`<b>${on}</b>`;
      })}</p>`;
    shown(template('a'));
    shown(template('a'));
    expect(made).to.equal(1);
    expect(shown(template('b'))).to.equal('<p><b>b</b></p>');
    expect(made).to.equal(2);
  });

  for (const [from, to] of [
    ['abcd', 'bcda'],
    ['abcd', 'dabc'],
    ['abcd', 'acd'],
    ['abcd', 'axbcd'],
    ['abcd', 'cxda'],
    ['abcdef', 'fbdcae'],
    ['abcd', ''],
    ['', 'ab'],
    ['abc', 'xyz'],
  ] as const) {
    it(`keep each item's own elements from “${from}” to “${to}”`, () => {
      shown(list(from));
      const before = new Map(items().map((item) => [item.textContent, item]));
      shown(list(to));
      expect(items().map((item) => item.textContent).join('')).to.equal(to);
      for (const item of items()) {
        const own = before.get(item.textContent);
        if (own) expect(item).to.equal(own);
      }
    });
  }

  for (const [from, to, moves] of [
    ['abcde', 'bcdea', 'a'],
    ['abcde', 'eabcd', 'e'],
    ['abcde', 'acdbe', 'b'],
  ] as const) {
    it(`move no more than “${moves}” from “${from}” to “${to}”: what moves loses the focus`, () => {
      shown(list(from));
      const observer = new MutationObserver(() => undefined);
      observer.observe(parent, { childList: true, subtree: true });
      shown(list(to));
      const moved = observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes]);
      expect(new Set(moved.flatMap((node) => (node instanceof Element ? [node.textContent] : [])))).to.deep.equal(new Set(moves));
    });
  }

  it('keep items without a key by their position', () => {
    const template = (texts: readonly string[]): TemplateResult => html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
    shown(template(['a', 'b']));
    const [first] = items();
    expect(shown(template(['c']))).to.equal('<ul><li>c</li></ul>');
    expect(items()[0]).to.equal(first);
  });

  it('go from a list to a text and back', () => {
    const template = (inner: unknown): TemplateResult => html`<p>${inner}</p>`;
    expect(shown(template(['a', html`<b></b>`, null]))).to.equal('<p>a<b></b></p>');
    expect(shown(template('c'))).to.equal('<p>c</p>');
    expect(shown(template(['d']))).to.equal('<p>d</p>');
  });
});
