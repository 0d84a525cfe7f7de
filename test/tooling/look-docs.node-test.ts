import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { KNOWN_CHANNELS } from '../../src/inbox/model.js';
import { elementNamed, readManifest, type Declaration, type Named } from '../../scripts/docs/manifest.js';
import { filesBelow } from '../runner/suites.js';

const SOURCES = ['src/host.css', ...filesBelow('src/view').filter((file) => /\.(ts|css)$/.test(file))]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

function names(docs: readonly Named[] | undefined): string[] {
  return (docs ?? []).map(({ name }) => name);
}

describe('what a page can style', function () {
  this.timeout(90_000);
  let widget: Declaration;
  before(async () => {
    widget = elementNamed(await readManifest(), 'inbox-widget');
  });

  it('is documented: every custom property that a style sheet reads, and no other', () => {
    const read = SOURCES.match(/(?<=var\(\s*)--inbox-[\w-]+/g) ?? [];
    expect(names(widget.cssProperties)).to.have.members([...new Set(read)]);
  });

  it('is documented: every part that a template names', () => {
    const named = [...SOURCES.matchAll(/\bpart="([^"$]+)"/g)].flatMap(([, value = '']) => value.split(' '));
    expect(named).not.to.deep.equal([]);
    expect(names(widget.cssParts)).to.include.members(named);
  });

  it('is there: every part that is documented', () => {
    // Names that are put together, such as `inbound-bubble`, leave at least their last word.
    const gone = names(widget.cssParts).filter((name) => !new RegExp(`[\\s"'\`-]${name.split('-').at(-1)}[\\s"'\`]`).test(SOURCES));
    expect(gone).to.deep.equal([]);
  });

  it('has a colour for each channel that has a glyph', () => {
    const coloured = Array.from(SOURCES.matchAll(/\[data-channel="(\w+)"\] \{ background: #/g), ([, channel]) => channel);
    expect(coloured).to.have.members([...KNOWN_CHANNELS]);
  });

  it('is documented once', () => {
    for (const docs of [names(widget.cssParts), names(widget.cssProperties), names(widget.slots), names(widget.cssStates)]) {
      expect(docs).to.deep.equal([...new Set(docs)]);
    }
  });
});
