/**
 * `npm run pictures`: takes all pictures anew, or those whose names hold a text, and keeps them. Look at each one that
 * has changed before you commit it.
 *
 *   npm run pictures
 *   npm run pictures -- rtl
 */
import { buildIfStale } from '../runner/build-if-stale.js';
import { ensureChromium } from '../runner/ensure-chromium.js';
import { ALBUM } from './album.js';
import { Camera } from './camera.js';
import { compare } from './picture.js';
import { keepPicture, keepVersion, keptPicture } from './store.js';

process.env.CHROME_PATH = ensureChromium();
if (!buildIfStale()) process.exit(1);
const chosen = process.argv[2] ?? '';
const camera = await Camera.open();
try {
  for (const scene of ALBUM.filter(({ name }) => name.includes(chosen))) {
    const picture = await camera.take(scene);
    const kept = keptPicture(scene.name);
    if (kept && compare(kept, picture).blocks === 0) continue;
    keepPicture(scene.name, picture);
    console.log(`${scene.name}: ${kept ? 'changed' : 'new'}`);
  }
  if (!chosen) keepVersion(camera.version);
} finally {
  await camera.close();
}
