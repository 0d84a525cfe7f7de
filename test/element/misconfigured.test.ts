import { expect } from 'chai';
import { configure } from '../../src/index.js';
import { GuestPage, inside, textOf } from './guest-page.js';
import { HeldTimers } from './held-timers.js';
import { turn, until } from './until.js';

/** How long a page has to come up with a token or a way to one. */
const LIMIT_MS = 10_000;
/** How long scripts have to listen, or to name the service. */
const LISTEN_MS = 2_000;

describe('a set-up that is wrong from the start', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  it('is told to scripts that listen only after the element has been defined', async () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<!doctype html>
      <script>heard = []; console.error = () => {};</script>
      <inbox-widget></inbox-widget>
      <script type="module" src="/src/index.ts"></script>
      <script type="module">
        const widget = document.querySelector('inbox-widget');
        widget.addEventListener('inbox-misconfigured', ({ error }) => heard.push(error.code));
      </script>`;
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    await loaded;
    const { heard } = frame.contentWindow as unknown as { heard: string[] };
    await until(() => heard[0]);
    expect(heard).to.deep.equal(['INBOX_SERVICE_UNCONFIGURED']);
  });

  describe('for want of a service', () => {
    let timers: HeldTimers;
    beforeEach(() => (timers = new HeldTimers(LISTEN_MS)));
    afterEach(() => timers.stop());

    const told = (): string[] => page.heard('inbox-misconfigured').map(({ error }) => error.code);

    it('is seen on the element, and in it, by whoever hears of it', async () => {
      const widget = page.put({ properties: { baseUrl: undefined } });
      await until(() => inside(widget, '.skeleton'));
      const found: unknown[] = [];
      widget.addEventListener('inbox-misconfigured', () => found.push(widget.matches(':state(misconfigured)'), widget.matches(':state(loading)')));
      timers.end(LISTEN_MS);
      expect(found).to.deep.equal([true, false]);
    });

    it('is told neither to the page nor in the console where a script names one a moment later', async () => {
      const widget = page.put({ properties: { baseUrl: undefined } });
      await until(() => widget.tokenStatus === 'misconfigured');
      configure({ baseUrl: page.web.origin });
      await until(() => inside(widget, '.row'));
      timers.end(LISTEN_MS);
      expect(told()).to.deep.equal([]);
      expect(page.said).to.deep.equal([]);
    });

    it('is shown no sooner than it is told: frameworks set up the markup of a server once the element has started', async () => {
      const widget = page.put({ properties: { baseUrl: undefined } });
      await until(() => inside(widget, '.skeleton'));
      await turn();
      expect(widget.tokenStatus).to.equal('misconfigured');
      expect(widget.matches(':state(loading)')).to.equal(true);
      expect(!inside(widget, '.panel')).to.equal(true);
      timers.end(LISTEN_MS);
      await until(() => textOf(widget).includes('INBOX_SERVICE_UNCONFIGURED'));
      expect(widget.matches(':state(misconfigured)')).to.equal(true);
      expect(widget.matches(':state(loading)')).to.equal(false);
      expect(told()).to.deep.equal(['INBOX_SERVICE_UNCONFIGURED']);
    });

    it('is told also while the page\'s load hangs', async () => {
      Object.defineProperty(document, 'readyState', { value: 'interactive', configurable: true });
      try {
        page.put({ properties: { baseUrl: undefined } });
        await until(() => timers.waiting.includes(LISTEN_MS));
        expect(told()).to.deep.equal([]);
        timers.end(LISTEN_MS);
        expect(told()).to.deep.equal(['INBOX_SERVICE_UNCONFIGURED']);
      } finally {
        Reflect.deleteProperty(document, 'readyState');
      }
    });
  });

  it('for want of a token alone is told neither to the page nor in the console where one comes a moment later', async () => {
    const timers = new HeldTimers(LISTEN_MS);
    Object.defineProperty(document, 'readyState', { value: 'interactive', configurable: true });
    try {
      const widget = page.put({ attributes: { token: '[[ TOKEN ]]' }, properties: { refreshEndpoint: undefined } });
      await until(() => widget.tokenStatus === 'misconfigured');
      widget.token = page.web.issue();
      await until(() => inside(widget, '.row'));
      timers.end(LISTEN_MS);
      expect(page.kinds).to.deep.equal(['inbox-ready']);
      expect(page.said).to.deep.equal([]);
    } finally {
      Reflect.deleteProperty(document, 'readyState');
      timers.stop();
    }
  });

  describe('with neither a token nor a way to one', () => {
    let timers: HeldTimers;
    beforeEach(() => (timers = new HeldTimers(LIMIT_MS)));
    afterEach(() => timers.stop());

    /** A widget that knows nothing but its service. */
    async function put() {
      const widget = page.put({ properties: { refreshEndpoint: undefined } });
      await until(() => inside(widget, '.inbox'));
      return widget;
    }

    it('is waited for, and told after ten seconds', async () => {
      const widget = await put();
      await turn();
      expect(page.events).to.deep.equal([]);
      expect(widget.matches(':state(loading)')).to.equal(true);
      expect(timers.waiting).to.include(LIMIT_MS);
      const found: boolean[] = [];
      widget.addEventListener('inbox-misconfigured', () => found.push(widget.matches(':state(misconfigured)')));
      timers.end(LIMIT_MS);
      expect(found).to.deep.equal([true]);
      expect(page.heard('inbox-misconfigured').map(({ error }) => error.code)).to.deep.equal(['INBOX_REFRESH_UNCONFIGURED']);
      await until(() => widget.matches(':state(misconfigured)') && textOf(widget).includes('INBOX_REFRESH_UNCONFIGURED'));
      expect(page.web.calls).to.have.lengthOf(0);
      widget.token = page.web.issue();
      await until(() => inside(widget, '.row'));
      expect(widget.matches(':state(misconfigured)')).to.equal(false);
      expect(page.kinds).to.deep.equal(['inbox-misconfigured', 'inbox-ready']);
    });

    it('is not told where a token comes in time', async () => {
      const widget = await put();
      widget.token = page.web.issue();
      await until(() => inside(widget, '.row'));
      timers.end(LIMIT_MS);
      expect(page.kinds).to.deep.equal(['inbox-ready']);
      expect(!inside(widget, '.row')).to.equal(false);
    });

    it('is not told of an element that has gone meanwhile', async () => {
      const widget = await put();
      widget.remove();
      await until(() => !inside(widget, '.inbox'));
      expect(timers.waiting).not.to.include(LIMIT_MS);
      expect(page.events).to.deep.equal([]);
    });
  });
});
