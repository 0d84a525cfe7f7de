import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { strictPolicy } from '../../demo/customer/strict-policy.js';
import { OwnCustomer } from './own-customer.js';
import { collectEvents, launchBrowser, openPage, startDemo, type Demo } from './stage.js';

describe('A page under the strictest policy', function () {
  this.timeout(120_000);

  let demo: Demo;
  let browser: Browser;

  before(async () => {
    demo = await startDemo(['--quiet']);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });

  async function noteViolations(page: Page): Promise<() => Promise<string[]>> {
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(globalThis, { violations });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
        violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
      );
    });
    return () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
  }

  it('F39 shows the inbox with its styles and pictures, and violates nothing', async () => {
    const { page, context, console } = await openPage(browser);
    const violations = await noteViolations(page);
    await page.goto(demo.users[0]?.signInUrl ?? '');
    const response = await page.goto(`${demo.customerUrl}/strict`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    for (const directive of [
      "default-src 'none'",
      `script-src 'self' ${demo.serviceUrl}`,
      "style-src 'self'",
      `connect-src 'self' ${demo.serviceUrl}`,
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).to.include(directive);
    }
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    const picture = page.locator('img[src^="blob:"]').first();
    await picture.waitFor({ state: 'attached' });
    await picture.evaluate(async (image: HTMLImageElement) => {
      if (!image.complete) await new Promise((resolve) => image.addEventListener('load', resolve, { once: true }));
    });
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).to.be.greaterThan(0);
    const field = page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara Lindqvist/ });
    await field.fill('Under the strictest policy');
    await field.press('Enter');
    await page.locator('.bubble', { hasText: 'Under the strictest policy' }).waitFor();
    const frame = page.locator('.inbox');
    expect(await frame.evaluate((element) => getComputedStyle(element).display)).to.equal('grid');
    expect(await violations()).to.deep.equal([]);
    expect(console.filter((line) => /policy|Trusted/i.test(line))).to.deep.equal([]);
    await context.close();
  });

  it('F39 says that the policy lacks the refresh endpoint, once to each element', async () => {
    const customer = await new OwnCustomer(demo).start();
    customer.policy = strictPolicy(demo.serviceUrl).replace(/connect-src [^;]+/, `connect-src ${demo.serviceUrl}`);
    const { page, context } = await openPage(browser);
    const events = await collectEvents(page);
    await page.clock.install();
    await page.goto(customer.url);
    await page.locator('[part="remedy"]').waitFor();
    await page.clock.runFor(10_000);
    const told = (await events()).filter((event) => event.startsWith('inbox-misconfigured'));
    expect(told).to.have.lengthOf(1);
    expect(told[0]).to.include('INBOX_BLOCKED_BY_POLICY');
    await context.close();
    await customer.stop();
  });

  it('F39 says that the policy lacks the service, once, and soon asks no more than now and then', async () => {
    const customer = await new OwnCustomer(demo).start();
    customer.policy = strictPolicy(demo.serviceUrl).replace(/connect-src [^;]+/, "connect-src 'self'");
    const { page, context, console } = await openPage(browser);
    const violations = await noteViolations(page);
    const events = await collectEvents(page);
    await page.clock.install();
    await page.goto(customer.url);
    await page.locator('[part="remedy"]').waitFor();
    const told = (await events()).filter((event) => event.startsWith('inbox-misconfigured'));
    expect(told).to.have.lengthOf(1);
    expect(told[0]).to.include('INBOX_BLOCKED_BY_POLICY').and.to.include('Content Security Policy').and.to.include(demo.serviceUrl);
    expect(console.filter((line) => line.includes('INBOX_BLOCKED_BY_POLICY'))).to.have.lengthOf(1);
    // An hour passes, minute by minute.
    const before = (await violations()).length;
    for (let minute = 0; minute < 60; minute++) await page.clock.runFor(60_000);
    expect((await violations()).length - before).to.be.lessThan(60 * 4);
    expect((await events()).filter((event) => event.startsWith('inbox-misconfigured'))).to.have.lengthOf(1);
    await context.close();
    await customer.stop();
  });
});
