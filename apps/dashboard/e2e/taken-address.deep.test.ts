import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { newPerson, openStage, type Stage } from './stage.js';

describe.skipIf(!hasChromium)('signing up with an address that has an account', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Each test uses its own email address, because an address gets only five attempts per minute. */
  async function makeAccount(): Promise<ReturnType<typeof newPerson>> {
    const person = newPerson();
    const page = await browser.newPage();
    await page.context().clearCookies();
    await signUp(page, person.email, person.password);
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await page.context().clearCookies();
    await page.close();
    return person;
  }

  async function signUp(page: Page, email: string, password: string): Promise<void> {
    await page.goto(`${stage.baseUrl}/sign-up`);
    await page.getByLabel('Account name').fill('Somebody');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }

  test('logs in the owner of the address', async () => {
    const person = await makeAccount();
    const page = await browser.newPage();
    await signUp(page, person.email, person.password);
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
  });

  test('tells anyone else only that the address cannot be used, and keeps what was typed', async () => {
    const person = await makeAccount();
    const page = await browser.newPage();
    await page.context().clearCookies();
    await signUp(page, person.email, 'orchard lantern violin seven');
    await page.getByText('This email address cannot be used to sign up').waitFor();
    expect(await page.getByLabel('Email address', { exact: true }).inputValue()).toBe(person.email);
    expect(await page.context().cookies()).toEqual([]);
  });
});
