import { expect } from 'chai';
import { Formats, startOfDay } from '../../src/view/formats.js';
import { at, NOW } from './fixtures.js';

describe('Formats', () => {
  const en = new Formats('en-GB');
  const de = new Formats('de');

  it('says a time of today as a time, and older ones as days', () => {
    // Engines differ in the leading zero.
    expect(de.short(at('9:42'), NOW)).to.match(/^0?9:42$/);
    expect(en.short(at('-1 23:59'), NOW)).to.equal('Yesterday');
    expect(de.short(at('-1 0:01'), NOW)).to.equal('Gestern');
    expect(en.short(at('-2 9:00'), NOW)).to.equal('Mon');
    expect(en.short(at('-6 9:00'), NOW)).to.equal('Thu');
    expect(en.short(at('-8 9:00'), NOW)).to.equal('12 May');
    expect(en.short(at('-157 9:00'), NOW)).to.equal('14 December');
    expect(en.short(at('-400 9:00'), NOW)).to.equal('15 Apr 2025');
  });

  it('says a time of tomorrow, of a clock that goes ahead, with its date', () => {
    expect(en.short(at('1 9:00'), NOW)).to.equal('21 May 2026');
  });

  it('makes each formatter once, since that takes long', () => {
    const { NumberFormat, DateTimeFormat, RelativeTimeFormat } = Intl;
    let made = 0;
    const counting = <T extends object>(Kind: T): T =>
      new Proxy(Kind, { construct: (target, args) => (made++, Reflect.construct(target as unknown as new () => object, args)) });
    Object.assign(Intl, { NumberFormat: counting(NumberFormat), DateTimeFormat: counting(DateTimeFormat), RelativeTimeFormat: counting(RelativeTimeFormat) });
    try {
      const formats = new Formats('fr');
      const all = (): string[] => [formats.number(3), formats.percent(0.5), formats.size(248_000), formats.time(at('9:42')), formats.day(at('-1 9:42'), NOW)];
      const once = all();
      expect(all()).to.deep.equal(once);
      expect(made).to.equal(once.length);
    } finally {
      Object.assign(Intl, { NumberFormat, DateTimeFormat, RelativeTimeFormat });
    }
  });

  it('names days of a thread', () => {
    expect(en.day(at('0:00'), NOW)).to.equal('Today');
    expect(en.day(at('-1 12:00'), NOW)).to.equal('Yesterday');
    expect(en.day(at('-3 12:00'), NOW)).to.equal('Sunday');
    expect(en.day(at('-8 12:00'), NOW)).to.match(/^Tuesday,? 12 May$/);
    expect(en.day(at('-400 12:00'), NOW)).to.equal('15 April 2025');
  });

  it('writes a day that stands alone with a large letter, also where the language has it small inside a sentence', () => {
    const fr = new Formats('fr');
    expect([fr.short(at('-2 9:00'), NOW), fr.day(at('-2 9:00'), NOW), fr.day(at('-8 9:00'), NOW)]).to.deep.equal(['Lun.', 'Lundi', 'Mardi 12 mai']);
    expect(fr.exact(at('9:42'))).to.match(/^Mercredi 20 mai 2026/);
  });

  it('writes a day in full where the short word is a single sign, as in Japanese', () => {
    expect(new Formats('ja').short(at('-2 9:00'), NOW)).to.equal('月曜日');
  });

  it('says exactly when, on demand', () => {
    expect(en.exact(at('9:42'))).to.contain('20 May 2026').and.to.match(/\b0?9:42$/);
  });

  it('tells sizes in the unit that fits', () => {
    const sizes: [number, string][] = [
      [0, '0 kB'],
      [2, '0.1 kB'],
      [818, '0.8 kB'],
      [999, '1 kB'],
      [248_000, '248 kB'],
      [1_500_000, '1.5 MB'],
      [12_000_000, '12 MB'],
      [3_200_000_000, '3.2 GB'],
    ];
    for (const [bytes, text] of sizes) expect(en.size(bytes).replace('\u00a0', ' '), String(bytes)).to.equal(text);
  });

  it('gives nothing for a time that is not one, and for a language that is not one what its words are in', () => {
    expect(en.time('yesterday-ish')).to.equal('');
    expect(['not a language', 'de_AT', 'de-XYZ1'].map((lang) => new Formats(lang).short(at('-1 9:00'), NOW))).to.deep.equal(['Yesterday', 'Gestern', 'Gestern']);
  });

  it('puts sentences one after another, without a gap where the full stop is one', () => {
    expect(en.sentences('Not sent.', 'It was not accepted.')).to.equal('Not sent. It was not accepted.');
    expect(en.sentences('Not sent.', '')).to.equal('Not sent.');
    expect(en.sentences('送信できませんでした。', '接続が切れました。')).to.equal('送信できませんでした。接続が切れました。');
  });

  it('begins sentences with a large letter, also one of two units', () => {
    expect(en.sentence('sent')).to.equal('Sent');
    expect(en.sentence('𐐨x')).to.equal('𐐀x');
    expect(en.sentence('')).to.equal('');
  });

  it('knows where a day begins', () => {
    expect(startOfDay(NOW)).to.equal(new Date(2026, 4, 20).getTime());
    expect(startOfDay(at('0:00'))).to.equal(startOfDay(NOW));
  });
});
