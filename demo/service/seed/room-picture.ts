import { PNG } from 'pngjs';

const WIDTH = 880;
const HEIGHT = 660;

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];

/** A sunny corner with a window and a plant, drawn back to front. Coordinates are those of a 440 × 330 sheet. */
const SHAPES: readonly { readonly colour: Colour; readonly outline: readonly Point[] }[] = [
  { colour: [232, 224, 213], outline: rectangle(0, 0, 440, 245) },
  { colour: [206, 180, 148], outline: rectangle(0, 245, 440, 330) },
  { colour: [246, 242, 234], outline: rectangle(0, 240, 440, 246) },
  { colour: [251, 249, 245], outline: rectangle(44, 32, 182, 182) },
  { colour: [186, 211, 220], outline: rectangle(52, 40, 109, 174) },
  { colour: [186, 211, 220], outline: rectangle(117, 40, 174, 174) },
  { colour: [148, 174, 152], outline: [[52, 132], [80, 122], [109, 136], [109, 174], [52, 174]] },
  { colour: [148, 174, 152], outline: [[117, 134], [150, 126], [174, 138], [174, 174], [117, 174]] },
  { colour: [242, 234, 220], outline: [[46, 186], [182, 186], [224, 240], [88, 240]] },
  { colour: [219, 197, 168], outline: [[90, 246], [226, 246], [296, 330], [152, 330]] },
  { colour: [124, 87, 60], outline: rectangle(296, 190, 382, 198) },
  { colour: [124, 87, 60], outline: rectangle(302, 198, 307, 284) },
  { colour: [124, 87, 60], outline: rectangle(371, 198, 376, 284) },
  { colour: [96, 137, 105], outline: [[339, 120], [318, 70], [330, 58], [345, 116]] },
  { colour: [106, 150, 116], outline: [[340, 122], [288, 104], [294, 90], [344, 112]] },
  { colour: [106, 150, 116], outline: [[342, 122], [386, 92], [396, 104], [346, 126]] },
  { colour: [96, 137, 105], outline: [[336, 120], [350, 52], [366, 60], [348, 122]] },
  { colour: [193, 122, 86], outline: [[312, 122], [368, 122], [360, 190], [320, 190]] },
  { colour: [178, 108, 74], outline: rectangle(309, 118, 371, 130) },
];

/** The PNG of a photo that a contact could have sent. */
export function roomPicture(): Uint8Array {
  const png = new PNG({ width: WIDTH, height: HEIGHT });
  const scale = 440 / WIDTH;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [red, green, blue] = colourAt([(x + 0.5) * scale, (y + 0.5) * scale]);
      png.data.set([red, green, blue, 255], (y * WIDTH + x) * 4);
    }
  }
  return new Uint8Array(PNG.sync.write(png));
}

function colourAt(point: Point): Colour {
  return SHAPES.findLast(({ outline }) => isInside(point, outline))?.colour ?? [0, 0, 0];
}

/** Even-odd rule. */
function isInside([x, y]: Point, outline: readonly Point[]): boolean {
  let inside = false;
  outline.forEach(([x1, y1], index) => {
    const [x2, y2] = outline.at(index - 1) as Point;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

function rectangle(left: number, top: number, right: number, bottom: number): Point[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}
