import { expect } from 'chai';
import type { InboxWidget } from '../../src/index.js';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { GuestPage, inside } from './guest-page.js';
import { frame, until } from './until.js';

/** What pages do to every element of theirs. */
const SHEETS = {
  'all: unset !important': '* { all: unset !important }',
  'all: initial !important': '* { all: initial !important }',
  'all: revert !important': '* { all: revert !important }',
  'a framework\'s reset': `
    *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid; line-height: inherit; font: inherit }
    button, input, textarea { background: red; border-radius: 99px; text-transform: uppercase }
    svg { display: block; max-width: 100%; height: auto } ul { list-style: disc } h2 { font-size: 99px }`,
  'loud inherited styles': `
    body, inbox-widget { font: italic 900 16px/3 cursive; color: red; letter-spacing: 1em; word-spacing: 2em; text-align: right; text-transform: uppercase;
      text-indent: 5em; white-space: pre; cursor: wait; text-shadow: 0 0 9px red; visibility: visible; direction: ltr }`,
  'inherited styles that are rarely thought of': `
    body, inbox-widget { word-break: break-all; hyphens: auto; line-break: anywhere; tab-size: 20; -webkit-text-fill-color: lime; -webkit-text-stroke: 2px red;
      text-decoration: line-through; caret-color: red; text-emphasis: dot; text-wrap: balance; fill: red; fill-opacity: 0.2; stroke-opacity: 0.2; stroke-dasharray: 2; quotes: 'x' 'y' }`,
  'boxes of its own': 'inbox-widget { display: inline; overflow: visible; border: 3px solid red; padding: 20px; columns: 3; float: left }',
  'everything': '.row, .inbox, .bubble, .field, .list { display: none !important; width: 1px !important; color: red !important }',
};

/** What must be the same inside, whatever the page says. Colours of text are the element's own. */
const PROPERTIES = [
  'display', 'fontStyle', 'fontWeight', 'lineHeight', 'letterSpacing', 'wordSpacing', 'textTransform', 'textIndent', 'textShadow',
  'textAlign', 'whiteSpace', 'color', 'backgroundColor', 'borderTopWidth', 'borderTopLeftRadius', 'listStyleType', 'boxSizing',
  'visibility', 'paddingTop', 'marginTop', 'gridTemplateAreas', 'position', 'cursor', 'wordBreak', 'hyphens', 'lineBreak', 'tabSize', 'webkitTextFillColor',
  'webkitTextStrokeWidth', 'caretColor', 'textEmphasisStyle', 'fillOpacity', 'strokeOpacity', 'strokeDasharray', 'quotes', 'writingMode',
  // What lines of its ancestors are drawn through it. Firefox does not say.
  '-webkit-text-decorations-in-effect',
] as const;

const PLACES = ['.inbox', '.list', '.list-title', '.rows', '.row', '.row-name', '.row-preview', '.search input', '.thread', '.thread-title', '.log', '.bubble', '.field', '.send-button', '.icon'];

describe('the page\'s styles', () => {
  let page: GuestPage;
  let sheet: CSSStyleSheet;

  beforeEach(() => {
    page = new GuestPage();
    sheet = new CSSStyleSheet();
  });
  afterEach(() => {
    document.adoptedStyleSheets = [];
    page.leave();
  });

  const show = async (): Promise<InboxWidget> => {
    const place = document.body.appendChild(document.createElement('main'));
    const widget = await page.show({ parent: place, properties: { source: createMemorySource(exampleInbox(Date.UTC(2026, 4, 21, 9, 44))), conversation: 'aiko' } });
    await until(() => inside(widget, '.bubble'));
    await frame();
    return widget;
  };

  /** How everything looks inside, relative to the size of the text. */
  function look(widget: InboxWidget): Record<string, unknown> {
    return Object.fromEntries(
      PLACES.map((place) => {
        const element = inside(widget, place);
        if (!element) throw new Error(`There is no ${place}.`);
        const style = getComputedStyle(element);
        return [place, Object.fromEntries(PROPERTIES.map((name) => [name, style[name as 'display']]))];
      }),
    );
  }

  for (const [name, css] of Object.entries(SHEETS)) {
    it(`change nothing inside, and leave its box its bounds: ${name}`, async () => {
      const widget = await show();
      // Size and font of the text are the page's to say; in Firefox the font also says how low the line of an input can be.
      const plain = new CSSStyleSheet();
      plain.replaceSync('inbox-widget { --inbox-font-size: 14px; font-family: serif !important }');
      document.adoptedStyleSheets = [plain];
      await frame();
      const before = look(widget);
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet, plain];
      await frame();
      expect(look(widget)).to.deep.equal(before);
      const box = (inside(widget, '.inbox') as HTMLElement).getBoundingClientRect();
      expect(box.height).to.be.within(100, Math.max(700, innerHeight));
      expect(box.width).to.be.within(100, innerWidth);
      expect((inside(widget, '.log') as HTMLElement).clientHeight).to.be.within(50, box.height);
    });
  }

  it('may let lines run downwards: those inside run on as they did', async () => {
    const widget = await show();
    sheet.replaceSync('main { writing-mode: vertical-rl; text-orientation: upright }');
    document.adoptedStyleSheets = [sheet];
    await frame();
    for (const place of PLACES) expect(getComputedStyle(inside(widget, place) as Element).writingMode, place).to.equal('horizontal-tb');
    expect((inside(widget, '.log') as HTMLElement).clientHeight).to.be.above(50);
  });

  it('are untouched by the element\'s own', async () => {
    const twin = document.body.appendChild(document.createElement('div'));
    twin.className = 'inbox row bubble list';
    const attributes = (): string => JSON.stringify(Object.fromEntries(PROPERTIES.map((name) => [name, getComputedStyle(twin)[name as 'display']])));
    const before = attributes();
    await show();
    expect(attributes()).to.equal(before);
  });

  it('may size it and place it', async () => {
    const widget = await show();
    sheet.replaceSync('inbox-widget { block-size: 300px; inline-size: 320px; margin: 7px }');
    document.adoptedStyleSheets = [sheet];
    const { width, height } = widget.getBoundingClientRect();
    expect([width, height]).to.deep.equal([320, 300]);
  });

  it('may make its frame the place for what the page puts there', async () => {
    const widget = await show();
    const sizes = (): number[] => ['.inbox', '.log'].map((place) => (inside(widget, place) as HTMLElement).offsetHeight);
    const before = sizes();
    sheet.replaceSync('inbox-widget::part(frame) { position: relative }');
    document.adoptedStyleSheets = [sheet];
    expect(sizes()).to.deep.equal(before);
  });

  it('may hide it, in whatever way', async () => {
    const widget = await show();
    const isShown = (): boolean => widget.getClientRects().length > 0 || !!inside(widget, '.inbox')?.getClientRects().length;
    sheet.replaceSync('.gone { display: none }');
    document.adoptedStyleSheets = [sheet];
    const ways: Record<string, [hide: () => void, show: () => void]> = {
      'the attribute': [() => (widget.hidden = true), () => (widget.hidden = false)],
      'a class': [() => widget.classList.add('gone'), () => widget.classList.remove('gone')],
      'a style of its own': [() => (widget.style.display = 'none'), () => (widget.style.display = '')],
      'an important one': [() => widget.style.setProperty('display', 'none', 'important'), () => (widget.style.display = '')],
      'a popover that is closed': [() => (widget.popover = 'manual'), () => widget.showPopover()],
    };
    for (const [way, [hide, show]] of Object.entries(ways)) {
      expect(isShown(), `before ${way}`).to.be.true;
      hide();
      expect(isShown(), way).to.be.false;
      show();
    }
    expect(isShown()).to.be.true;
  });

  for (const display of ['block', 'flex', 'inline-block', 'inline', 'contents', 'flow-root', 'inline-flex']) {
    it(`may make it ${display}`, async () => {
      const widget = await show();
      sheet.replaceSync(`inbox-widget { display: ${display}; inline-size: 700px; block-size: 400px }`);
      document.adoptedStyleSheets = [sheet];
      await frame();
      const { width, height } = (inside(widget, '.inbox') as HTMLElement).getBoundingClientRect();
      const hasBox = !['inline', 'contents'].includes(display);
      expect(height).to.equal(hasBox ? 400 : 640);
      if (hasBox) expect(width).to.equal(700);
      else expect(width).to.be.within(300, innerWidth);
      expect((inside(widget, '.log') as HTMLElement).clientHeight).to.be.within(50, height);
    });
  }
});
