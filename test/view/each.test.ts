import { expect } from 'chai';
import fc from 'fast-check';
import { html, nothing, render } from 'lit/html.js';
import { each } from '../../src/view/each.js';
import { conversation } from './fixtures.js';
import { log, many, open, scrollTo } from './long-thread.js';
import { mount, people, unmountAll, type Mounted } from './mount.js';

/** Draws these keys, one element for each. */
class Drawn {
  readonly box = document.createElement('ul');

  draw(keys: readonly string[], text = ''): void {
    this.#render(each(keys, (key) => key, (key) => html`<li data-key=${key}>${key}${text}</li>`));
  }

  /** The template throws for one of the keys. */
  drawFailing(keys: readonly string[], bad: string): void {
    const template = (key: string): unknown => {
      if (key === bad) throw new Error('This one cannot be drawn.');
      return html`<li data-key=${key}>${key}</li>`;
    };
    try {
      this.#render(each(keys, (key) => key, template));
    } catch {
      // As the browser does, which reports it and goes on.
    }
  }

  drawOther(): void {
    this.#render(nothing);
  }

  get elements(): HTMLElement[] {
    return [...this.box.children] as HTMLElement[];
  }

  get keys(): (string | undefined)[] {
    return this.elements.map(({ dataset }) => dataset.key);
  }

  #render(inside: unknown): void {
    render(html`<!-- before -->${inside}<!-- after -->`, this.box);
  }
}

/** All nodes of a part of the view, comments too. */
const nodes = (view: Mounted, selector: string): number => {
  const walker = document.createTreeWalker(view.find(selector));
  let count = 1;
  while (walker.nextNode()) count++;
  return count;
};

describe('What is drawn for each item', () => {
  afterEach(unmountAll);

  it('stands in the order of the items, stays the same element while its key is there, and leaves nothing behind', () => {
    const lists = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 }), { maxLength: 12 });
    fc.assert(
      fc.property(lists, (steps) => {
        const drawn = new Drawn();
        drawn.draw([]);
        const empty = drawn.box.childNodes.length;
        for (const keys of steps) {
          const before = new Map(drawn.elements.map((element) => [element.dataset.key, element]));
          drawn.draw(keys, '!');
          expect(drawn.keys).to.deep.equal(keys);
          for (const element of drawn.elements) expect(before.get(element.dataset.key) ?? element).to.equal(element);
        }
        drawn.draw([]);
        expect(drawn.box.childNodes).to.have.length(empty);
      }),
    );
  });

  it('is drawn again as it should be after a template has thrown halfway', () => {
    const keys = fc.constantFrom(...'abcdef');
    const lists = fc.uniqueArray(keys, { maxLength: 6 });
    fc.assert(
      fc.property(lists, fc.array(fc.tuple(lists, keys, lists), { minLength: 1, maxLength: 4 }), (first, steps) => {
        const drawn = new Drawn();
        drawn.draw([]);
        const empty = drawn.box.childNodes.length;
        drawn.draw(first);
        for (const [failing, bad, next] of steps) {
          drawn.drawFailing(failing, bad);
          drawn.draw(next, '!');
          expect(drawn.keys).to.deep.equal(next);
        }
        drawn.draw([]);
        expect(drawn.box.childNodes).to.have.length(empty);
      }),
    );
  });

  it('moves alone where one comes to the top, so that the others keep focus and place', async () => {
    const drawn = new Drawn();
    drawn.draw(['a', 'b', 'c', 'd']);
    const moved = new Set<Node>();
    const observer = new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((node) => moved.add(node))));
    observer.observe(drawn.box, { childList: true });
    drawn.draw(['d', 'a', 'b', 'c']);
    await Promise.resolve();
    observer.disconnect();
    expect([...moved].filter((node) => node instanceof HTMLElement)).to.deep.equal([drawn.elements[0]]);
  });

  it('is drawn for each of two items with one key, and gone with them', () => {
    const drawn = new Drawn();
    drawn.draw(['a', 'b', 'a']);
    expect(drawn.keys).to.deep.equal(['a', 'b', 'a']);
    drawn.draw(['b']);
    expect(drawn.keys).to.deep.equal(['b']);
  });

  it('is drawn again only where something that it depends on is another, or where it could not be drawn', () => {
    const box = document.createElement('ul');
    const drawn: string[] = [];
    const draw = (items: readonly string[], cause: unknown): void => {
      const template = (item: string): unknown => {
        drawn.push(item);
        if (cause instanceof Error) throw cause;
        return html`<li>${item}</li>`;
      };
      render(each(items, (item) => item, template, (item) => [item, cause]), box);
    };
    draw(['a', 'b'], 1);
    draw(['b', 'a'], 1);
    draw(['b', 'a', 'c'], 1);
    expect(drawn.splice(0), 'as they come').to.deep.equal(['a', 'b', 'c']);
    draw(['b', 'c'], 2);
    expect(drawn.splice(0), 'with another cause').to.deep.equal(['b', 'c']);
    const bad = new Error('This one cannot be drawn.');
    expect(() => draw(['b', 'c'], bad)).to.throw(bad);
    expect(() => draw(['b', 'c'], bad)).to.throw(bad);
    draw(['b', 'c'], 2);
    expect(drawn, 'after a failure').to.deep.equal(['b', 'b', 'b']);
    expect(box.textContent).to.equal('bc');
  });

  it('gives way to whatever else is drawn in its place, and comes back', () => {
    const drawn = new Drawn();
    drawn.draw(['a', 'b']);
    drawn.drawOther();
    expect(drawn.keys).to.deep.equal([]);
    drawn.draw(['b', 'c']);
    expect(drawn.keys).to.deep.equal(['b', 'c']);
  });

  it('leaves no node behind in a list that is scrolled to its end and back', async () => {
    const view = await mount({ conversations: people(200, conversation) });
    const scroller = view.find('.rows-scroller');
    const before = nodes(view, '.rows');
    for (const top of [3_000, 6_000, 9_000, 12_000, 6_000, 0]) {
      scroller.scrollTop = top;
      await view.drawn();
    }
    expect(nodes(view, '.rows')).to.equal(before);
  });

  it('leaves no node behind in a thread that is scrolled to its beginning and back', async () => {
    const view = await open(many(70));
    const before = nodes(view, '.messages');
    const isAtBeginning = (): boolean => view.all('.message')[0]?.dataset.key === 'm0';
    for (let step = 0; step < 60 && !isAtBeginning(); step++) await scrollTo(view, log(view).scrollHeight);
    expect(isAtBeginning()).to.be.true;
    view.find('.jump-button').click();
    await view.drawn();
    expect(nodes(view, '.messages')).to.equal(before);
  });

  it('leaves no node behind where one conversation after another is opened', async () => {
    const view = await mount({ conversations: people(20, conversation), openId: 'c0' });
    const before = nodes(view, '.inbox');
    for (let number = 1; number < 20; number++) {
      view.store.change({ openId: `c${number}` });
      await view.drawn();
    }
    view.store.change({ openId: 'c0' });
    await view.drawn();
    expect(nodes(view, '.inbox')).to.equal(before);
  });
});
