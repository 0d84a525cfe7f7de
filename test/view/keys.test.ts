import { expect } from 'chai';
import { asksToSend, isOwnKey, jumpIndex, movedIndex, typedCharacter, type Keystroke } from '../../src/view/keys.js';

const stroke = (key: string, more: Partial<Keystroke> = {}): Keystroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
});

describe('Enter in the field', () => {
  it('sends', () => expect(asksToSend(stroke('Enter'))).to.be.true);
  it('with Shift starts a line', () => expect(asksToSend(stroke('Enter', { shiftKey: true }))).to.be.false);
  it('during composition belongs to the input method', () => expect(asksToSend(stroke('Enter', { isComposing: true }))).to.be.false);
  it('that ends a composition in Safari belongs to the input method', () => expect(asksToSend(stroke('Enter', { keyCode: 229 }))).to.be.false);
});

describe('Keys of the list', () => {
  it('move within its ends', () => {
    expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => movedIndex(key, 4, 10))).to.deep.equal([3, 5, 0, 9, null]);
    expect(movedIndex('ArrowUp', 0, 10)).to.equal(0);
    expect(movedIndex('ArrowDown', 9, 10)).to.equal(9);
  });

  it('jump to a name: one letter to the next, more to where one is already', () => {
    const names = ['Mara', 'Théo', 'Mona', 'Aiko'];
    const nameAt = (index: number): string => names[index] ?? '';
    expect(jumpIndex('m', 0, 4, nameAt)).to.equal(2);
    expect(jumpIndex('m', 2, 4, nameAt)).to.equal(0);
    expect(jumpIndex('mo', 2, 4, nameAt)).to.equal(2);
    expect(jumpIndex('THÉ', 3, 4, nameAt)).to.equal(1);
    expect(jumpIndex('x', 0, 4, nameAt)).to.equal(-1);
  });

  it('type single characters of any script, but not with Ctrl', () => {
    expect(['a', 'ß', '字', '𐐨', 'Enter'].map((key) => typedCharacter(stroke(key)))).to.deep.equal(['a', 'ß', '字', '𐐨', null]);
    expect(typedCharacter(stroke('a', { ctrlKey: true }))).to.equal(null);
  });
});

describe('isOwnKey()', () => {
  const place = (markup: string): Element => document.createRange().createContextualFragment(markup).querySelector('i, textarea, button, a')!;
  const places = {
    field: place('<textarea></textarea>'),
    row: place('<button class="row"></button>'),
    button: place('<button></button>'),
    link: place('<a></a>'),
    dialog: place('<dialog><button></button></dialog>'),
    elsewhere: place('<i></i>'),
  };
  const table: [string, keyof typeof places, Partial<Keystroke>, boolean][] = [
    ['k', 'field', {}, true],
    ['Enter', 'field', {}, true],
    ['ArrowUp', 'field', {}, true],
    ['@', 'field', { ctrlKey: true, altKey: true }, true],
    ['k', 'field', { ctrlKey: true }, false],
    ['k', 'field', { metaKey: true }, false],
    ['Tab', 'field', {}, false],
    ['Escape', 'field', {}, false],
    ['F1', 'field', {}, false],
    ['Escape', 'field', { isComposing: true }, true],
    ['j', 'row', {}, true],
    ['ArrowDown', 'row', {}, true],
    ['Tab', 'row', {}, false],
    ['Enter', 'row', {}, true],
    ['Enter', 'button', {}, true],
    ['Enter', 'link', {}, true],
    ['F5', 'dialog', {}, true],
    [' ', 'button', {}, true],
    ['j', 'button', {}, false],
    ['j', 'elsewhere', {}, false],
    [' ', 'elsewhere', {}, false],
  ];
  for (const [key, place, more, own] of table) {
    it(`${own ? 'keeps' : 'leaves'} ${JSON.stringify(more)} ${key} in ${place}`, () => expect(isOwnKey(stroke(key, more), places[place], place === 'field')).to.equal(own));
  }
});
