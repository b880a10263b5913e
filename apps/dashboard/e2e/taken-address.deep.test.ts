import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { newPerson, openStage, type Stage } from './stage.js';

describe.skipIf(!hasChromium)('signing up with an address that has an account', () => {
  const person = newPerson();
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    await signUp(await browser.newPage(), person.password);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  async function signUp(page: Page, password: string): Promise<void> {
    await page.goto(`${stage.baseUrl}/sign-up`);
    await page.getByLabel('Account name').fill('Somebody');
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }

  test('lets its owner in', async () => {
    const page = await browser.newPage();
    await page.context().clearCookies();
    await signUp(page, person.password);
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
  });

  test('tells anybody else only that address and password open nothing, and keeps what was typed', async () => {
    const page = await browser.newPage();
    await page.context().clearCookies();
    await signUp(page, 'orchard lantern violin seven');
    await page.getByText('This e-mail address and this password do not open an account').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(person.email);
    expect(await page.context().cookies()).toEqual([]);
  });
});
