import { expect } from 'chai';
import { KNOWN_CHANNELS } from '../../src/inbox/model.js';
import { conversation } from './fixtures.js';
import { mount, unmountAll } from './mount.js';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const BLOB = URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }));

describe("A contact's picture", () => {
  afterEach(unmountAll);

  const table: [avatarUrl: string | undefined, isShown: boolean][] = [
    ['https://pictures.invalid/mara.png', true],
    ['HTTPS://pictures.invalid/mara.png', true],
    [PIXEL, true],
    [BLOB, true],
    ['/account/sign-out', false],
    ['mara.png', false],
    ['//pictures.invalid/mara.png', false],
    ['javascript:alert(1)', false],
    [' https://pictures.invalid/mara.png', false],
    ['', false],
    [undefined, false],
  ];
  for (const [avatarUrl, isShown] of table) {
    it(`is ${isShown ? 'shown' : 'not asked for'} where its address is ${JSON.stringify(avatarUrl?.slice(0, 40))}`, async () => {
      const contact = { id: 'mara', name: 'Mara Lindqvist', ...(avatarUrl !== undefined && { avatarUrl }) };
      const view = await mount({ conversations: [conversation({ id: 'mara', contact })] });
      const images = view.all<HTMLImageElement>('.row .avatar img');
      expect(images.map((image) => image.getAttribute('src'))).to.deep.equal(isShown ? [avatarUrl] : []);
      expect(view.text('.row .avatar')).to.include('ML');
    });
  }
});

describe("A channel's mark", () => {
  afterEach(unmountAll);

  const table: [channel: string, hasGlyph: boolean][] = [...KNOWN_CHANNELS.map((channel): [string, boolean] => [channel, true]), ['search', false], ['toString', false], ['', false]];
  for (const [channel, hasGlyph] of table) {
    it(`${hasGlyph ? 'has a glyph' : 'is a bare disc'} for "${channel}"`, async () => {
      const view = await mount({ conversations: [conversation({ id: 'mara', channel })] });
      expect(view.find('.row .channel-badge path').getAttribute('d') !== '').to.equal(hasGlyph);
    });
  }
});
