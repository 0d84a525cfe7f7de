import { ALBUM } from './album.js';
import { Camera } from './camera.js';
import { compare } from './picture.js';
import { keptPicture, keptVersion, leavePicture } from './store.js';

const FONTS = ['Inter', 'Noto Sans Arabic', 'Noto Color Emoji'];
/**
 * What may differ. One version of Chromium draws the same twice: nearly nothing, and less than a glyph of a row has. Another
 * version smooths letters in another way and may set a line by a pixel higher, for which nobody is to blame here: only what
 * is plainly another colour counts, and little of it is forgiven. A pane, a bubble or a theme that has gone is more.
 */
const LIMITS = {
  same: { tolerance: 8, part: 0.0003 },
  another: { tolerance: 32, part: 0.03 },
} as const;

/** `npm run pictures` takes them anew. */
describe('Pictures of each state', function () {
  this.timeout(120_000);
  let camera: Camera;

  before(async function () {
    camera = await Camera.open();
    const missing = await camera.missingFonts(FONTS);
    // Not the widget's fault: with other fonts nothing can be said about it.
    if (!missing.length) return;
    console.log(`Pictures are not compared without ${missing.join(', ')}.`);
    this.skip();
  });
  after(() => camera.close());

  for (const scene of ALBUM) {
    it(`${scene.name} is as it was`, async () => {
      const kept = keptPicture(scene.name);
      const picture = await camera.take(scene);
      if (!kept) throw new Error(`No picture is kept, but there is ${leavePicture(scene.name, picture)}.`);
      const limit = LIMITS[camera.version === keptVersion() ? 'same' : 'another'];
      const { part, marked } = compare(kept, picture, limit.tolerance);
      if (part <= limit.part) return;
      const files = [leavePicture(scene.name, picture), ...(marked ? [leavePicture(`${scene.name}-marked`, marked)] : [])];
      throw new Error(`${(part * 100).toFixed(2)} % of it differ: look at ${files.join(' and ')}. Are they well? \`npm run pictures\``);
    });
  }
});
