import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { newPerson, openStage, type Stage } from './stage.js';

/** The main story with the keyboard only: no test here uses the mouse or sets the focus. */
describe.skipIf(!hasChromium)('by keyboard alone', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Returns the name of the focused element, as a screen reader would announce it. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
      const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
      return (label ?? element.textContent ?? '').trim();
    });
  /** Presses Tab until an element with this name has the focus; fails if the fully loaded page has no such element. */
  async function tabTo(name: string | RegExp): Promise<void> {
    const until = performance.now() + 30_000;
    for (;;) {
      const seen: string[] = [];
      for (let count = 0; count < 80; count += 1) {
        await page.keyboard.press('Tab');
        const now = await focused();
        seen.push(now);
        if (typeof name === 'string' ? now === name : name.test(now)) return;
      }
      if (performance.now() > until) {
        throw new Error(`Tab never came to ${name}; it came to ${seen.join(' | ')}`);
      }
    }
  }
  const isInDialog = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  /** Waits until a dialog is open and has the focus. */
  async function dialogOpened(): Promise<void> {
    await page.getByRole('dialog').waitFor();
    await expect.poll(isInDialog).toBe(true);
  }
  /** Waits until the dialog is closed and has returned the focus, which a timer does 10 ms after it closes. */
  async function dialogClosed(): Promise<void> {
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  test('signs up', async () => {
    const person = newPerson();
    await page.goto(`${stage.baseUrl}/sign-up`);
    await page.getByLabel('Account name').waitFor();
    await tabTo(/^Account name/);
    await page.keyboard.type(person.account);
    await tabTo(/^Email address/);
    await page.keyboard.type(person.email);
    await tabTo(/^Password/);
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await heading('Services');
  });

  test('a new page has the focus on its heading, and the first stop skips the navigation', async () => {
    await tabTo('Register a service');
    await page.keyboard.press('Enter');
    await heading('Register a service');
    await expect.poll(focused).toBe('Register a service');
    await page.reload();
    await page.getByLabel('WSDL URL').waitFor();
    await tabTo('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  test('registers a service', async () => {
    await tabTo(/^WSDL URL/);
    await page.keyboard.type(stage.soap.wsdlAddress);
    await page.keyboard.press('Enter');
    // Publishing is only possible after the preview.
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    await tabTo('Publish');
    await page.keyboard.press('Enter');
    await page.getByText('is live as a JSON API').waitFor();
  });

  test('sets the method policy of an operation in a dialog that traps the focus and returns it', async () => {
    await tabTo('Operations');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'ListUsers' }).waitFor();
    await tabTo(/ListUsers/);
    await page.keyboard.press('Enter');
    await dialogOpened();
    for (let count = 0; count < 15; count += 1) {
      await page.keyboard.press('Tab');
      expect(await isInDialog()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialogClosed();
    await expect.poll(focused).toMatch(/ListUsers/);
  });

  test('tries it', async () => {
    await page.keyboard.press('Home');
    await tabTo(/^Skip to content/);
    await tabTo('Try it');
    await page.keyboard.press('Enter');
    await page.getByText('Valid', { exact: true }).waitFor();
    // The tabs come before the form.
    await tabTo(/^JSON/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{"userId": 9007199254740993}');
    await page.getByText('Valid', { exact: true }).waitFor();
    await tabTo('Send request');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'the JSON response' }).waitFor();
    await tabTo('the JSON response');
  });

  test('creates a key and revokes it', async () => {
    await tabTo('API keys');
    await page.keyboard.press('Enter');
    await heading('API keys');
    await tabTo('Create API key');
    await page.keyboard.press('Enter');
    await dialogOpened();
    await expect.poll(focused).toMatch(/^Name/);
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('The key is shown only once').waitFor();
    await tabTo('I’ve copied it');
    await page.keyboard.press('Enter');
    await dialogClosed();
    await page.getByText('never used').waitFor();
    await tabTo('Revoke by keyboard');
    await page.keyboard.press('Enter');
    await dialogOpened();
    await tabTo('Revoke key');
    await page.keyboard.press('Enter');
    await page.getByText('“by keyboard” revoked').waitFor();
    await dialogClosed();
  });

  test('logs out', async () => {
    await tabTo('Log out');
    await page.keyboard.press('Enter');
    await page.getByLabel('Email address').waitFor();
  });
});
