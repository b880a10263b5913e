import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

const SERVICES = 10_000;
const ACCOUNTS = 1_000;
/** The maximum number of elements of a page with a list. */
const MAX_ELEMENTS = 2_000;

/** The pages of an owner of many services and of an administrator of many accounts. Times are printed, never asserted. */
describe.skipIf(!hasChromium)('10,000 services and 1,000 accounts', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    const accountId = await signUp(page, stage);
    await stage.setPlan(accountId, 'Pro');
    await stage.grantAdministrator(accountId);
    await stage.fill(accountId, SERVICES, ACCOUNTS);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  const services = () =>
    page
      .locator('main li')
      .filter({ hasText: /Service \d{4}/ })
      .count();
  const more = () => page.getByRole('button', { name: 'Show more' });
  async function timed(what: string, act: () => Promise<unknown>) {
    const start = performance.now();
    await act();
    process.stdout.write(`${what}: ${Math.round(performance.now() - start)} ms\n`);
  }

  test('services: opens with the first page, and shows more on demand', async () => {
    await timed('10,000 services, the list opens', async () => {
      await page.goto(`${stage.baseUrl}/services`);
      await page.getByRole('link', { name: 'Service 0050' }).waitFor();
    });
    expect(await services()).toBe(50);
    expect(await elements()).toBeLessThan(MAX_ELEMENTS);
    await page.getByText('50 of 10,000').waitFor();
    // Using the keyboard: the button keeps the focus while there is more to load.
    await more().focus();
    await page.keyboard.press('Enter');
    await page.getByText('100 of 10,000').waitFor();
    expect(await services()).toBe(100);
    expect(await more().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('services: a search finds one of them, and Back restores the search', async () => {
    await timed('10,000 services, the search', async () => {
      await page.getByLabel('Search services').fill('service 98');
      await page.getByText('100 services found').waitFor();
    });
    expect(await services()).toBe(50);
    await page.getByText('50 of 100').waitFor();
    await more().focus();
    await page.keyboard.press('Enter');
    // The button disappears with the last page, and the focus moves to the text next to it.
    await page.getByText('100 of 100').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('100 of 100');
    await page.getByLabel('Search services').fill('SERVICE-9876');
    await page.getByText('1 service found').waitFor();
    expect(page.url()).toContain('search=SERVICE-9876');
    await page.getByRole('link', { name: 'Service 9876' }).click();
    await page.waitForURL(/\/services\/[0-9a-f-]{36}/);
    await page.goBack();
    await page.getByText('1 service found').waitFor();
    expect(await page.getByLabel('Search services').inputValue()).toBe('SERVICE-9876');
    await page.getByLabel('Search services').fill('nothing like it');
    await page.getByText('No service matches “nothing like it”.').waitFor();
  });

  test('services: text typed while results arrive is not lost', async () => {
    await page.goto(`${stage.baseUrl}/services`);
    await page.getByLabel('Search services').waitFor();
    await page.getByLabel('Search services').pressSequentially('service 0 12', { delay: 120 });
    await expect.poll(() => page.url()).toContain('search=service+0+12');
    expect(await page.getByLabel('Search services').inputValue()).toBe('service 0 12');
    await page.getByLabel('Search services').fill('service 0012 ');
    await page.getByText('1 service found').waitFor();
    expect(await page.getByLabel('Search services').inputValue()).toBe('service 0012 ');
  });

  test('usage: a service is found by name', async () => {
    await timed('10,000 services, the usage opens', async () => {
      await page.goto(`${stage.baseUrl}/usage`);
      await page.getByRole('heading', { name: 'Calls per day' }).waitFor();
    });
    const service = page.getByRole('combobox', { name: 'Service' });
    await service.fill('Service 7777');
    await page.getByRole('option', { name: 'Service 7777' }).click();
    await page.waitForURL(/service=[0-9a-f-]{36}/);
    await page.reload();
    await expect.poll(() => service.inputValue()).toBe('Service 7777');
    expect(await elements()).toBeLessThan(MAX_ELEMENTS);
  });

  test('accounts: opens with the first page, and a search finds names and addresses', async () => {
    await timed('1,000 accounts, the list opens', async () => {
      await page.goto(`${stage.baseUrl}/administration`);
      await page.getByText('50 of 1,001').waitFor();
    });
    expect(await elements()).toBeLessThan(MAX_ELEMENTS);
    await page.getByLabel('Search accounts').fill('account 0999');
    await page.getByRole('link', { name: 'Account 0999' }).waitFor();
    await page.getByText('1 found').waitFor();
    await page.getByLabel('Search accounts').fill('@EXAMPLE.com');
    await page.getByRole('link', { name: 'Ada Ltd' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await stage.cspReports()).toBe(0);
  });
});
