import { expect } from 'chai';
import fc from 'fast-check';
import { SseParser } from '../../src/inbox/service/sse-parser.js';

interface Read {
  readonly events: { type: string; data: string }[];
  readonly positions: string[];
}

function read(chunks: readonly (Uint8Array | string)[]): Read {
  const result: Read = { events: [], positions: [] };
  const parser = new SseParser((type, data, id) => {
    if (data) result.events.push({ type, data });
    if (id !== undefined) result.positions.push(id);
  });
  const encoder = new TextEncoder();
  for (const chunk of chunks) parser.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
  return result;
}

const event = (data: string, type = 'message') => ({ type, data });

const TABLE: readonly [what: string, text: string, events: object[], positions?: string[]][] = [
  ['one line of data', 'data: a\n\n', [event('a')]],
  ['several lines of data', 'data: a\ndata: b\ndata\n\n', [event('a\nb\n')]],
  ['only the first space after the colon goes', 'data:  a\ndata:b\n\n', [event(' a\nb')]],
  ['a type', 'event: typing\ndata: a\n\n', [event('a', 'typing')]],
  ['a type lasts for one event', 'event: typing\ndata: a\n\ndata: b\n\n', [event('a', 'typing'), event('b')]],
  ['a type without data is no event', 'event: typing\n\ndata: a\n\n', [event('a')]],
  ['an id, which lasts until the next', 'id: 7\ndata: a\n\ndata: b\n\n', [event('a'), event('b')], ['7', '7']],
  ['an id alone is a position', 'id: 7\n\n', [], ['7']],
  ['an empty id takes the position back', 'id\ndata: a\n\n', [event('a')], ['']],
  ['an id with NUL does not count', 'id: a\0b\ndata: a\n\n', [event('a')]],
  ['an id that no header can carry does not count', 'id: 7\n\nid: 8→\ndata: a\n\n', [event('a')], ['7', '7']],
  ['comments, unknown fields and retry are passed over', ': hi\nretry: 10\nmood: good\ndata: a\n\n', [event('a')]],
  ['CR ends lines', 'data: a\rdata: b\r\r', [event('a\nb')]],
  ['CRLF ends lines', 'data: a\r\n\r\ndata: b\r\n\r\n', [event('a'), event('b')]],
  ['a byte order mark at the start goes', '\uFEFFdata: a\n\n', [event('a')]],
  ['what has no end has not come yet', 'data: a\n\ndata: b\n', [event('a')]],
  ['a colon in data', 'data: a: b\n\n', [event('a: b')]],
];

describe('the parser of event streams', () => {
  for (const [what, text, events, positions = []] of TABLE) {
    it(`reads ${what}`, () => {
      expect(read([text])).to.deep.equal({ events, positions });
    });
  }

  it('reads the same wherever the bytes are cut, also within a letter and within CRLF', () => {
    const line = fc.constantFrom('data: ä🙂', 'data', 'event: x', 'id: 1', 'id: 2', ': c', '', '', 'data: ﷺ');
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n'))).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (whole, cuts) => {
        const bytes = new TextEncoder().encode(whole);
        const edges = [...new Set(cuts.filter((cut) => cut < bytes.length))].sort((a, b) => a - b);
        const chunks = [0, ...edges].map((start, index) => bytes.slice(start, edges[index]));
        expect(read(chunks)).to.deep.equal(read([bytes]));
      }),
    );
  });
});
