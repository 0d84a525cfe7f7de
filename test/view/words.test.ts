import { expect } from 'chai';
import type { Dictionary, Word } from '../../src/locales/dictionary.js';
import { en } from '../../src/locales/en.js';
import type { OwnWords } from '../../src/locales/dictionary.js';
import { ENGLISH, isRightToLeft, LANGUAGES, loadDictionary, servedLanguage } from '../../src/locales/index.js';
import { Formats } from '../../src/view/formats.js';
import { createTranslate } from '../../src/view/translate.js';
import { at, attachment, conversation, message, thread } from './fixtures.js';
import { mount, Mounted, unmountAll } from './mount.js';
import { scenes } from './scenes.js';

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();
const forms = (word: Word): string[] => (typeof word === 'string' ? [word] : Object.values(word));

/** Where the first place of this piece of text is drawn. */
const place = (element: Element, piece: string): DOMRect => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const at = texts.currentNode.textContent?.indexOf(piece) ?? -1;
    if (at < 0) continue;
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + piece.length);
  }
  return range.getBoundingClientRect();
};

describe('Words', () => {
  afterEach(unmountAll);
  const english = new Formats('en');
  const t = createTranslate(en, english, {}, english);

  it('fill their placeholders, and choose the plural form by the count', () => {
    expect(t('newMessages', { count: 1 })).to.equal('1 new message');
    expect(t('newMessages', { count: 1200 })).to.equal('1,200 new messages');
    expect(t('nothingFound', { query: 'oak {count}' })).to.equal('Nothing found for “oak {count}”');
  });

  it('of the page stand over ours, with the same placeholders', () => {
    const own = createTranslate(en, english, { inbox: 'Post', newMessages: '{count} fresh', toString: 'x' } as OwnWords, english);
    expect(own('inbox')).to.equal('Post');
    expect(own('newMessages', { count: 2 })).to.equal('2 fresh');
    expect(own('search')).to.equal('Search');
  });

  it('of the page that are no words leave ours', () => {
    const odd = { inbox: null, search: 7, send: {}, attachments: ['x'], newMessages: { one: 'One fresh', other: 2 } } as unknown as OwnWords;
    const own = createTranslate(en, english, odd, english);
    for (const key of Object.keys(odd) as (keyof OwnWords)[]) expect(own(key, { count: 5 }), key).to.equal(t(key, { count: 5 }));
  });

  it('of the page have the plural forms and numbers of its language, and ours those of theirs', () => {
    const newMessages = { one: '{count} nowa', few: '{count} nowe', many: '{count} nowych', other: '{count} nowej' };
    const own = createTranslate(en, english, { newMessages }, new Formats('pl'));
    expect([1, 3, 5, 22_022].map((count) => own('newMessages', { count }).replace(/\s/g, ' '))).to.deep.equal(['1 nowa', '3 nowe', '5 nowych', '22 022 nowe']);
    expect(own('found', { count: 22_022 })).to.equal('22,022 conversations');
  });

  it('are in the page’s language where all are its own, and in ours where any is not', async () => {
    const strings = Object.fromEntries(Object.keys(en).map((key) => [key, `pl ${key}`]));
    const { inbox, ...others } = strings;
    const view = await mount({ conversations: [conversation({ id: 'mara' })] }, { settings: { lang: 'pl', strings } });
    expect([view.frame.lang, view.text('.list-title')]).to.deep.equal(['pl', inbox]);
    view.view.setSettings({ lang: 'pl', withoutComposer: false, strings: 'odd' as unknown as OwnWords });
    await view.drawn();
    expect([view.frame.lang, view.text('.list-title')], 'no words at all').to.deep.equal(['en', 'Inbox']);
    view.view.setSettings({ lang: 'pl', withoutComposer: false, strings: others });
    await view.drawn();
    expect([view.frame.lang, view.text('.list-title')]).to.deep.equal(['en', 'Inbox']);
  });

  describe('in English on a Hebrew page', () => {
    const hebrew = { attributes: { dir: 'rtl' }, settings: { lang: 'he' } } as const;

    it('have their stops, arrows and units where they belong', async () => {
      const offline = await mount({ ...scenes.offline, openId: null }, hebrew);
      const notice = offline.find('.notice');
      expect(place(notice, 'here').right).to.be.at.most(place(notice, 'here.').right - 1);
      const hint = offline.find('.thread .panel-text');
      expect(place(hint, '↑').left).to.be.below(place(hint, 'to move').left);
      const view = await mount({ conversations: [conversation({ id: 'mara' })], openId: 'mara', threads: new Map([['mara', thread([message({ attachments: [attachment()] })])]]) }, hebrew);
      const size = view.find('.attachment-size');
      expect(place(size, '248').left).to.be.below(place(size, 'kB').left);
      expect(view.find<HTMLTextAreaElement>('.field').placeholder).to.match(/^\u2066Reply.*WhatsApp.*…\u2069$/);
    });

    it('begin a sentence with a large letter', async () => {
      const view = await mount({ ...scenes.thread, threads: new Map([['mara', thread([message({ direction: 'out', status: 'read' })])]]) }, hebrew);
      expect(view.text('.message-meta')).to.include('Read');
    });

    it('leave the page’s own words as they are', async () => {
      const view = await mount(scenes.thread, { ...hebrew, settings: { ...hebrew.settings, strings: { inbox: 'דואר' } } });
      expect(view.text('.list-title')).to.equal('דואר');
    });
  });

  it('in Arabic run with an Arabic page', async () => {
    const view = await mount(scenes.thread, { attributes: { dir: 'rtl' }, settings: { lang: 'ar' } });
    expect(view.frame.textContent).not.to.match(/[\u2066-\u2069]/);
  });

  it('have the numbers of the reader’s country: in Mexico, 12.000 would be twelve', async () => {
    const view = await mount({ conversations: [conversation({ id: 'mara', unread: 12_000 })] }, { settings: { lang: 'es-MX' } });
    expect(view.all('.filter').map((filter) => filter.textContent?.trim())).to.include('No leídas 12,000');
    // What is no tag says nothing of a country.
    for (const lang of ['es_MX', 'es-XYZ1']) {
      view.view.setSettings({ lang, withoutComposer: false, strings: {} });
      await view.drawn();
      expect(view.all('.filter').map((filter) => filter.textContent?.trim()), lang).to.include('No leídas 12.000');
    }
  });

  it('have numbers of their own language where a page says “english”, for which browsers take the reader’s', async () => {
    const { NumberFormat } = Intl;
    const inGermany = (lang: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
      new NumberFormat(NumberFormat.supportedLocalesOf(lang)[0] ?? 'de', options);
    Intl.NumberFormat = function (lang: string, options: Intl.NumberFormatOptions) {
      return inGermany(lang, options);
    } as typeof NumberFormat;
    try {
      const view = await mount({ conversations: [conversation({ id: 'mara', unread: 12_000 })] }, { settings: { lang: 'english' } });
      expect(view.all('.filter').map((filter) => filter.textContent?.trim())).to.include('Unread 12,000');
    } finally {
      Intl.NumberFormat = NumberFormat;
    }
  });

  it('in Arabic leave a telephone number in a sentence as it is dialled', async () => {
    const number = conversation({ id: 'mara', name: '+971 50 123 4567', replyUntil: at('9:40') });
    const view = await mount({ conversations: [number], openId: 'mara' }, { attributes: { dir: 'rtl' }, settings: { lang: 'ar' } });
    const reason = view.find('.composer-closed > p');
    expect(place(reason, '971').left).to.be.below(place(reason, '4567').left);
  });

  it('before a draft in another direction do not turn it round', async () => {
    const drafts = new Map([['mara', { text: 'Thursday suits us', attachments: [] }]]);
    const view = await mount({ conversations: [conversation({ id: 'mara' })], drafts }, { attributes: { dir: 'rtl' }, settings: { lang: 'ar' } });
    const preview = view.find('.row-preview');
    expect(getComputedStyle(preview).direction).to.equal('ltr');
    expect(place(preview, 'مسودة').right).to.be.below(place(preview, 'Thursday').left);
  });

  it('in Japanese break between phrases, where the browser knows how, and what people have written does not', async () => {
    const phrases = CSS.supports('word-break', 'auto-phrase') ? 'auto-phrase' : 'normal';
    const closed = { ...scenes['thread with an outbox'], connection: 'offline', conversations: [conversation({ id: 'mara', status: 'closed' })] } as const;
    const view = await mount(closed, { settings: { lang: 'ja' } });
    const breaks = (selector: string): string => getComputedStyle(view.find(selector)).wordBreak;
    expect(['.notice > span', '.composer-closed > p', '.message-meta', '.bubble'].map(breaks)).to.deep.equal([phrases, phrases, phrases, 'normal']);
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(['.panel-title', '.panel-text', '.panel .button'].map(breaks)).to.deep.equal(Array(3).fill(phrases));
    if (phrases === 'normal') return;
    for (let width = 280; width < 480; width += 10) {
      view.host.style.width = `${width}px`;
      for (const word of ['サインイン', '続けられます', '下書き', '保存']) {
        const { height } = place(view.find('.panel-text'), word);
        expect(height, `${word} at ${width} px`).to.equal(place(view.find('.panel-text'), word.charAt(0)).height);
      }
    }
  });

  it('come for the first part of a tag, whatever its case, else in English', () => {
    expect(['de-AT', 'DE', 'ar_EG', 'en-GB', 'nl', '', 'constructor'].map(servedLanguage)).to.deep.equal(['de', 'de', 'ar', 'en', 'en', 'en', 'en']);
  });

  it('in English need no loading', async () => {
    expect(await loadDictionary('en-US')).to.equal(ENGLISH);
    expect(await loadDictionary('nl')).to.equal(ENGLISH);
  });

  it('of a language that has been left again come too late', async () => {
    const view = await mount({ conversations: [conversation({ id: 'mara' })] });
    for (const lang of ['de', 'en']) view.view.setSettings({ lang, withoutComposer: false, strings: {} });
    await loadDictionary('de');
    await view.drawn();
    expect([view.frame.lang, view.text('.list-title')]).to.deep.equal(['en', 'Inbox']);
  });

  it('of the page that change are drawn at once, also in the same language', async () => {
    const view = new Mounted({ conversations: [conversation({ id: 'mara' })] });
    await view.drawn();
    view.view.setSettings({ lang: 'en-GB', withoutComposer: false, strings: { inbox: 'Post' } });
    await view.drawn();
    expect([view.text('.list-title'), view.frame.ariaLabel]).to.deep.equal(['Post', 'Post']);
    view.remove();
  });

  it('that come after the view has gone draw nothing', async () => {
    const view = new Mounted({ conversations: [conversation({ id: 'mara' })], openId: 'mara' }, { settings: { lang: 'ja' } });
    const { frame } = view;
    view.remove();
    await loadDictionary('ja');
    await Promise.resolve();
    expect(frame.querySelectorAll('.row')).to.have.lengthOf(0);
  });

  for (const lang of Object.keys(LANGUAGES)) {
    it(`in ${lang} are all there, with the same placeholders and every plural form`, async () => {
      const { lang: loaded, words } = await loadDictionary(lang);
      expect(loaded).to.equal(lang);
      const rules = new Intl.PluralRules(lang);
      // French and Spanish have a form for millions only, which falls back to the general one.
      const wanted = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
      for (const key of Object.keys(en) as (keyof Dictionary)[]) {
        const word: Word = words[key];
        const ours = new Set(forms(en[key]).flatMap(placeholders));
        for (const form of forms(word)) {
          expect(form.trim(), key).to.not.equal('');
          expect([...ours], `${key}: ${form}`).to.include.members(placeholders(form));
        }
        if (typeof word === 'string') expect(placeholders(word), key).to.deep.equal([...ours].sort());
        else if (new Set(forms(word)).size > 1) {
          expect(Object.keys(word), key).to.include.members([...wanted]);
        }
      }
    });

    it(`in ${lang} run as that language is written`, async () => {
      const { words } = await loadDictionary(lang);
      const written = Object.assign(document.createElement('p'), { dir: 'auto', textContent: words.closedNotice });
      document.body.append(written);
      expect(isRightToLeft(lang)).to.equal(getComputedStyle(written).direction === 'rtl');
      written.remove();
    });
  }
});
