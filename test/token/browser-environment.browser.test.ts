import { expect } from 'chai';
import { browserEnvironment } from '../../src/token/browser-environment.js';
import type { LifeSign } from '../../src/token/environment.js';

describe('the browser\'s environment', () => {
  afterEach(() => void Reflect.deleteProperty(document, 'hidden'));

  for (const hidden of [false, true]) {
    it(`tells the signs of life of a page that is ${hidden ? 'hidden' : 'seen'}, and nothing once it is told to stop`, () => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      const heard: LifeSign[] = [];
      const stop = browserEnvironment().listen((signal) => heard.push(signal));
      const fire = (): void => {
        window.dispatchEvent(new Event('focus'));
        window.dispatchEvent(new Event('online'));
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
        document.dispatchEvent(new Event('resume'));
        document.dispatchEvent(new Event('prerenderingchange'));
        document.dispatchEvent(new Event('visibilitychange'));
      };
      fire();
      const expected: LifeSign[] = ['focus', 'online', 'pageshow', 'restored', 'pagehide', 'resume', 'prerenderingchange'];
      expect(heard).to.deep.equal(hidden ? expected : [...expected, 'visibilitychange']);
      const { length } = heard;
      stop();
      fire();
      expect(heard).to.have.lengthOf(length);
    });
  }

  it('does not take the focus of a field for the page\'s', () => {
    const heard: LifeSign[] = [];
    const stop = browserEnvironment().listen((signal) => heard.push(signal));
    const field = document.createElement('input');
    field.dispatchEvent(new FocusEvent('focus'));
    document.body.append(field);
    field.dispatchEvent(new FocusEvent('focus'));
    field.remove();
    stop();
    expect(heard).to.deep.equal([]);
  });

  it('knows which request the page\'s policy forbade, and only that', async () => {
    const environment = browserEnvironment();
    const url = 'https://api.example/token?x=1';
    const violate = (more: SecurityPolicyViolationEventInit): boolean =>
      document.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', {
          documentURI: location.href,
          violatedDirective: 'connect-src',
          effectiveDirective: 'connect-src',
          originalPolicy: "connect-src 'self'",
          disposition: 'enforce',
          statusCode: 200,
          blockedURI: url,
          ...more,
        }),
      );
    for (const [more, isBlocked] of [
      [{}, true],
      [{ blockedURI: 'https://api.example' }, true],
      [{ blockedURI: 'https://api.example/other' }, false],
      [{ disposition: 'report' }, false],
      [{ effectiveDirective: 'img-src' }, false],
    ] as const) {
      const watch = environment.watchPolicy(url);
      violate(more);
      expect(await watch.wasBlocked(), JSON.stringify(more)).to.equal(isBlocked);
      watch.stop();
    }
    const stopped = environment.watchPolicy(url);
    stopped.stop();
    violate({});
    expect(await stopped.wasBlocked()).to.equal(false);
  });

  it('runs timers and listeners outside of Angular\'s zone', () => {
    const page = globalThis as { Zone?: unknown };
    let isInRoot = false;
    const run = <T>(callback: () => T): T => {
      isInRoot = true;
      try {
        return callback();
      } finally {
        isInRoot = false;
      }
    };
    const native = window.setTimeout;
    const places: boolean[] = [];
    page.Zone = { root: { run } };
    window.setTimeout = ((callback: () => void, ms?: number) => {
      places.push(isInRoot);
      return native(callback, ms);
    }) as typeof window.setTimeout;
    try {
      const environment = browserEnvironment();
      environment.clearTimer(environment.setTimer(() => {}, 1));
    } finally {
      window.setTimeout = native;
      delete page.Zone;
    }
    expect(places).to.deep.equal([true]);
  });

  it('has clocks that agree on what passes', async () => {
    const { wallTime, monotonicTime, setTimer } = browserEnvironment();
    const [wall, mono] = [wallTime(), monotonicTime()];
    await new Promise<void>((resolve) => void setTimer(resolve, 20));
    expect(monotonicTime() - mono).to.be.at.least(15);
    expect(Math.abs(wallTime() - wall - (monotonicTime() - mono))).to.be.below(50);
  });
});
