import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { hasPhp, type Orders, startOrders } from './orders/start-orders.js';
import { newPerson, openStage, type Stage } from './stage.js';

const WSDL = fileURLToPath(new URL('./orders/orders.wsdl', import.meta.url));

const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** The owner's own service: two ports, an import that its server lacks, and an endpoint on a private network. */
describe.skipIf(!hasChromium || !hasPhp)('an owner’s own service', () => {
  let stage: Stage;
  let orders: Orders;
  beforeAll(async () => {
    [stage, orders] = await Promise.all([openStage(), startOrders()]);
  });
  afterAll(async () => {
    await stage?.close();
    await orders?.stop();
  });

  async function withPage(
    options: BrowserContextOptions,
    story: (page: Page) => Promise<void>,
  ): Promise<void> {
    const browser: Browser = await startBrowser(options);
    try {
      await story(await browser.newPage());
    } finally {
      await browser.close();
    }
  }

  async function fillSignUp(page: Page): Promise<void> {
    const person = newPerson();
    await page.goto(`${stage.baseUrl}/sign-up`);
    await page.getByLabel('Account name').fill(person.account);
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
  }

  /** Whether the middle of an element is visible without scrolling. */
  const isInView = (element: Locator) =>
    element.evaluate((found) => {
      const { top } = found.getBoundingClientRect();
      return top >= 0 && top < window.innerHeight;
    });

  test.each([
    ['on a desktop', DESKTOP],
    ['on a phone', PHONE],
  ])('%s: from sign-up to a 200 in six clicks, without editing JSON', async (_name, options) => {
    await withPage(options, async (page) => {
      let clicks = 0;
      const click = async (element: Locator) => {
        clicks += 1;
        await element.click();
      };
      await fillSignUp(page);
      await click(page.getByRole('button', { name: 'Create account' }));
      await click(page.getByRole('link', { name: 'Register a service' }));
      await page.getByLabel('WSDL URL').fill(orders.wsdlAddress);
      await click(page.getByRole('button', { name: 'Continue' }));
      // The missing import is listed, and the operation that does not need it still works.
      await page.getByText('audit.xsd is missing').waitFor();
      await click(page.getByRole('button', { name: 'Publish', exact: true }));
      await click(page.getByRole('link', { name: 'Try it', exact: true }));
      await page.getByText('Valid', { exact: true }).waitFor();
      await click(page.getByRole('button', { name: 'Send request' }));
      const json = page.getByRole('region', { name: 'the JSON response' });
      await json.getByText('Ada Ltd').waitFor();
      expect(await json.textContent()).toContain('"total": 1250');
      await expect.poll(() => isInView(page.getByRole('heading', { name: 'Response' }))).toBe(true);
      await expect.poll(() => isInView(json)).toBe(true);
      expect(clicks).toBeLessThanOrEqual(6);
    });
  });

  test('with the keyboard: Ctrl+Enter in the input sends it, and the response gets the focus', async () => {
    await withPage(DESKTOP, async (page) => {
      await fillSignUp(page);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Register a service' }).waitFor();
      await page.goto(`${stage.baseUrl}/services/register`);
      await page.getByLabel('WSDL URL').fill(orders.wsdlAddress);
      await page.keyboard.press('Enter');
      await page.getByText('audit.xsd is missing').waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'How to call it' }).waitFor();
      await page.goto(page.url().replace(/\?.*$/, '/try-it'));
      await page.getByText('Valid', { exact: true }).waitFor();
      await page.getByLabel('JSON', { exact: true }).first().focus();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('region', { name: 'the JSON response' }).getByText('Ada Ltd').waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
      await expect.poll(focused).toContain('Response');
      // The next tab stop is inside the response.
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('JSON');
    });
  });

  test('a private endpoint: the setting that allows it is named before any call', async () => {
    await withPage(DESKTOP, async (page) => {
      await fillSignUp(page);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Register a service' }).click();
      await page.getByText('Files', { exact: true }).click();
      const text = (await readFile(WSDL, 'utf8'))
        .replace('ENDPOINT', '192.168.1.10:8088')
        .replace(/<xs:import[^>]*>/, '')
        .replace('<xs:element ref="audit:Period"/>', '');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name: 'orders.wsdl', mimeType: 'text/xml', buffer: Buffer.from(text) }]);
      await page.getByRole('button', { name: 'Continue' }).click();
      // Before publishing, the setting is named on the row of the port.
      await page.getByText('EGRESS_ALLOW=192.168.1.10:8088').first().waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const notice = page.getByRole('status').filter({ hasText: 'The gateway can’t call this service yet' });
      await notice.waitFor();
      expect(await notice.textContent()).toContain('EGRESS_ALLOW=192.168.1.10:8088');
      expect(await page.getByText('is live as a JSON API').count()).toBe(0);
      await notice.getByRole('link', { name: 'Connection' }).click();
      await page.getByRole('button', { name: 'Test connection' }).click();
      const verdict = page.getByText('The service cannot be reached').locator('..').locator('..');
      await verdict.getByText('EGRESS_ALLOW=192.168.1.10:8088').waitFor();
    });
  });

  test('typed text survives a change of tab and a reload, and a saved example becomes the initial one', async () => {
    await withPage(DESKTOP, async (page) => {
      await fillSignUp(page);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Register a service' }).click();
      await page.getByLabel('WSDL URL').fill(orders.wsdlAddress);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('link', { name: 'Try it', exact: true }).click();
      const editor = page.getByLabel('JSON', { exact: true }).first();
      await editor.fill('{"orderNumber": "A-1"}');
      await page.getByRole('link', { name: 'Revisions', exact: true }).click();
      await page.getByRole('heading', { name: 'Update the WSDL' }).waitFor();
      await page.goBack();
      await expect.poll(() => editor.inputValue()).toBe('{"orderNumber": "A-1"}');
      await page.getByRole('button', { name: 'Save as example' }).click();
      await page.getByText('Example saved').waitFor();
      await page.reload();
      await expect.poll(() => editor.inputValue()).toBe('{"orderNumber": "A-1"}');
      await page.getByRole('button', { name: 'Reset example' }).click();
      await expect.poll(() => editor.inputValue()).toBe('{\n  "orderNumber": "A-1"\n}');
      await page.getByRole('button', { name: 'Remove saved example' }).click();
      await page.getByText('Saved example removed').waitFor();
      await page.getByRole('button', { name: 'Reset example' }).click();
      await expect.poll(() => editor.inputValue()).toBe('{\n  "orderNumber": "A-4711"\n}');
    });
  });
});
