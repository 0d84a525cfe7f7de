import { PNG } from 'pngjs';

/** So many px a side are compared as one: how a browser smooths the edge of a letter is no difference. */
const BLOCK = 4;
/** Shades kept of each colour: fewer bytes, and nothing that a person sees. */
const SHADE = 8;

/** What differs between two pictures, in blocks. */
export interface Difference {
  readonly blocks: number;
  /** Of all blocks, from 0 to 1. */
  readonly part: number;
  /** The second picture, paler, with red where it differs; `null` where the sizes do. */
  readonly marked: PNG | null;
}

/**
 * Compares two pictures block by block. Of another size: all of it differs.
 *
 * @param tolerance Blocks differ whose mean colour differs by more than this, of 255, in one of the three colours. The
 * palest grey of the look is 10 away from white, the shades of a kept picture at most 4 from those that were.
 */
export function compare(expected: PNG, actual: PNG, tolerance = 8): Difference {
  const { width, height } = actual;
  if (expected.width !== width || expected.height !== height) return { blocks: Infinity, part: 1, marked: null };
  const marked = new PNG({ width, height });
  for (let at = 0; at < marked.data.length; at++) marked.data[at] = at % 4 === 3 ? 255 : 170 + Math.floor((actual.data[at] ?? 0) / 3);
  let blocks = 0;
  for (let y = 0; y < height; y += BLOCK) {
    for (let x = 0; x < width; x += BLOCK) {
      const [one, other] = [meanAt(expected, x, y), meanAt(actual, x, y)];
      if (one.every((shade, color) => Math.abs(shade - (other[color] ?? 0)) <= tolerance)) continue;
      blocks++;
      forEachPixel(marked, x, y, (at) => marked.data.set([220, 0, 40], at));
    }
  }
  return { blocks, part: blocks / (Math.ceil(width / BLOCK) * Math.ceil(height / BLOCK)), marked };
}

/** As a file that is small: without transparency, in fewer shades. */
export function toFile(picture: PNG): Buffer {
  const { width, height } = picture;
  const plain = new PNG({ width, height });
  plain.data = Buffer.from(picture.data.map((shade, at) => (at % 4 === 3 ? 255 : Math.min(255, Math.round(shade / SHADE) * SHADE))));
  return PNG.sync.write(plain, { colorType: 2, inputColorType: 6, deflateLevel: 9 });
}

function meanAt(picture: PNG, x: number, y: number): readonly number[] {
  const sums = [0, 0, 0];
  let count = 0;
  forEachPixel(picture, x, y, (at) => {
    count++;
    for (let color = 0; color < 3; color++) sums[color] = (sums[color] ?? 0) + (picture.data[at + color] ?? 0);
  });
  return sums.map((sum) => sum / count);
}

/** Each pixel of the block at a place, by its index in the data. */
function forEachPixel({ width, height }: PNG, left: number, top: number, tell: (at: number) => void): void {
  for (let y = top; y < Math.min(top + BLOCK, height); y++) {
    for (let x = left; x < Math.min(left + BLOCK, width); x++) tell((y * width + x) * 4);
  }
}
