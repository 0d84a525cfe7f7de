import { expect } from 'chai';
import { PNG } from 'pngjs';
import { compare, toFile } from './picture.js';

/** White, with a box in it. */
function drawn(box: { x: number; y: number; size: number }, shade: number): PNG {
  const picture = new PNG({ width: 60, height: 40 });
  picture.data.fill(255);
  for (let y = box.y; y < box.y + box.size; y++) {
    for (let x = box.x; x < box.x + box.size; x++) picture.data.fill(shade, (y * 60 + x) * 4, (y * 60 + x) * 4 + 3);
  }
  return picture;
}
const icon = drawn({ x: 8, y: 8, size: 12 }, 40);

describe('Pictures', () => {
  it('are the same where they are, and after they were kept in a file', () => {
    expect(compare(icon, icon).blocks).to.equal(0);
    expect(compare(PNG.sync.read(toFile(icon)), icon).blocks).to.equal(0);
  });

  it('differ where the palest grey has gone', () => {
    expect(compare(drawn({ x: 8, y: 8, size: 12 }, 245), drawn({ x: 0, y: 0, size: 0 }, 0)).blocks).to.equal(9);
  });

  it('are the same to a wider tolerance where only an edge is smoothed otherwise', () => {
    const smoothed = PNG.sync.read(PNG.sync.write(icon));
    for (let y = 8; y < 20; y++) smoothed.data.fill(110, (y * 60 + 8) * 4, (y * 60 + 8) * 4 + 3);
    expect(compare(icon, smoothed).blocks).to.equal(3);
    expect(compare(icon, smoothed, 32).blocks).to.equal(0);
  });

  it('differ where something is missing, has moved, or is of another colour', () => {
    for (const other of [drawn({ x: 0, y: 0, size: 0 }, 0), drawn({ x: 12, y: 8, size: 12 }, 40), drawn({ x: 8, y: 8, size: 12 }, 90)]) {
      const { blocks, part, marked } = compare(icon, other);
      expect(blocks).to.be.within(3, 12);
      expect(part).to.equal(blocks / 150);
      expect(marked?.data.subarray((9 * 60 + 9) * 4).subarray(0, 3)).to.deep.equal(Buffer.from([220, 0, 40]));
    }
  });

  it('of different sizes differ in all', () => {
    expect(compare(icon, new PNG({ width: 60, height: 41 })).part).to.equal(1);
  });
});
