import { attachment } from './fixtures.js';

export const oak = attachment({ id: 'oak', name: 'Oak.png', type: 'image/png' });
export const ash = attachment({ id: 'ash', name: 'Ash.png', type: 'image/png' });
export const quote = attachment({ id: 'quote', name: 'Quote.pdf' });

/** A small picture. */
export const png = (): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 20, height: 14 });
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))));
  });
