import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { newPerson, openStage, type Stage } from './stage.js';

describe.skipIf(!hasChromium)('administration in the dashboard', () => {
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

  async function signUp(link: string, { email, password }: ReturnType<typeof newPerson>, name: string) {
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('Account name').fill(name);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
  }

  test('the link of the first start creates an administrator, who invites an owner and suspends the account', async () => {
    const boss = newPerson();
    await signUp(await stage.firstLink(), boss, 'Operations');
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
    await page.getByRole('link', { name: 'Operations', exact: true }).waitFor();

    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const dialog = page.getByRole('dialog');
    const guest = newPerson();
    await dialog.getByLabel('Email address').fill('no address');
    await dialog.getByRole('button', { name: 'Create' }).click();
    expect(await dialog.getByLabel('Email address').inputValue()).toBe('no address');
    expect(await dialog.getByLabel('Email address').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Email address').fill(guest.email);
    await dialog.getByLabel('Valid for').fill('91');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter 1 to 90 days').waitFor();
    await dialog.getByLabel('Valid for').fill('30');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('/sign-up#inv_').waitFor();
    const link = /https:\S+#inv_[\w-]{43}/.exec((await dialog.textContent()) ?? '')?.[0];
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByText('Valid until').waitFor();

    const cookies = await page.context().cookies();
    await signUp(link!, guest, 'Guest');
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    await page.goto(`${stage.baseUrl}/administration`);
    await page.getByRole('heading', { name: 'Administrators only' }).waitFor();

    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.goto(`${stage.baseUrl}/administration`);
    await page.getByLabel('Search').fill('gues');
    await page.getByRole('link', { name: 'Guest' }).click();
    await page.getByText(guest.email).waitFor();
    await page.getByRole('button', { name: 'Suspend account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend account' }).click();
    await page.getByText('This account is suspended').waitFor();
    await page.getByRole('cell', { name: 'account.update' }).waitFor();
    await page.getByRole('button', { name: 'Resume account' }).click();
    await page.getByRole('button', { name: 'Suspend account' }).waitFor();

    await page.getByRole('link', { name: 'Audit log' }).click();
    const forGuest = page.getByRole('cell', { name: `role=owner email=${guest.email}` });
    await forGuest.first().waitFor();
    expect(await forGuest.count()).toBe(2);
    for (const action of ['invitation.use', 'invitation.create'])
      expect(await page.getByRole('cell', { name: action }).count()).toBe(2);

    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('cell', { name: 'SQLite' }).waitFor();
    expect(await stage.cspReports()).toBe(0);
  });
});
