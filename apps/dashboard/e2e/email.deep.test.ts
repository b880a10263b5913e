import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMTP_LOGIN, type SmtpReceiver, startSmtpReceiver } from '../../gateway/src/testing/smtp-receiver.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { newPerson, openStage, type Stage } from './stage.js';

const NEXT = 'seven quiet otters juggle';

describe.skipIf(!hasChromium)('email in the dashboard', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let server: SmtpReceiver;
  let axe: string;
  const person = newPerson();
  beforeAll(async () => {
    server = await startSmtpReceiver();
    const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
    [stage, browser, axe] = await Promise.all([
      openStage({
        SMTP_URL: `smtp://${login}@localhost:${server.port}`,
        SMTP_FROM: 'Soapstone <gateway@mail.example>',
        SMTP_CA_FILE: server.caFile,
      }),
      startBrowser({ bypassCSP: true }),
      readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    ]);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    await server?.stop();
  });

  /** Returns what axe finds in both colour schemes, and what does not fit into a window of 320 px. */
  async function problems(): Promise<string[]> {
    const found: string[] = [];
    await page.setViewportSize({ width: 320, height: 700 });
    const beyond = () =>
      page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        const canScroll = (element: Element): boolean =>
          /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
          (element.parentElement !== null &&
            element.parentElement !== document.body &&
            canScroll(element.parentElement));
        return [...document.querySelectorAll('main *, [role=dialog] section *')]
          .filter((element) => element.getBoundingClientRect().right > width + 1 && !canScroll(element))
          .map((element) => element.outerHTML.slice(0, 160));
      });
    // The navigation slides away.
    await expect.poll(beyond).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      const ids = await page.evaluate(async () => {
        const { axe: engine } = window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
        };
        return (await engine.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')}`);
      });
      found.push(...ids.map((id) => `${colorScheme}: ${id}`));
    }
    await page.emulateMedia({ colorScheme: 'light' });
    return found;
  }

  /** Waits for an email whose subject begins like this, and returns the link to a page in it. */
  async function linkIn(subject: string, to = person.email): Promise<string> {
    const find = () =>
      server.mails.find(
        ({ headers, envelope }) => headers['subject']?.[0]?.startsWith(subject) && envelope.to.includes(to),
      );
    await expect.poll(find, { timeout: 30_000 }).toBeDefined();
    const mail = find()!;
    const link = /<a href="([^"]+)"/.exec(mail.html)?.[1] ?? '';
    expect(mail.text).toContain(link);
    expect(link.startsWith(stage.baseUrl)).toBe(true);
    return link;
  }

  test('a person verifies the address with the link of the first email', async () => {
    await page.goto(`${stage.baseUrl}/sign-up`);
    await page.getByLabel('Account name').fill(person.account);
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await page.goto(`${stage.baseUrl}/settings`);
    await page.getByText('Not verified').waitFor();
    expect(await problems()).toEqual([]);
    await page.goto(await linkIn('Verify your email address'));
    await page.getByRole('button', { name: 'Verify address' }).waitFor();
    expect(await problems()).toEqual([]);
    await page.getByRole('button', { name: 'Verify address' }).click();
    await page.getByRole('heading', { name: 'Address verified' }).waitFor();
    expect(await problems()).toEqual([]);
    await page.getByRole('link', { name: 'Open settings' }).click();
    await page.getByText('Verified', { exact: true }).waitFor();
  });

  test('a person chooses which events are mailed, and a link leads to their page', async () => {
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Email', exact: true }) });
    await section.getByLabel('Selected events', { exact: true }).first().check();
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Select an event').waitFor();
    expect(await problems()).toEqual([]);
    await section.getByLabel('Key created').check();
    await section.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Email settings saved').waitFor();
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Billing <b>& Co');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I’ve copied it' }).click();
    expect(await linkIn('The API key “Billing <b>& Co” was created')).toBe(`${stage.baseUrl}/keys`);
  });

  test('a person changes the address in a dialog', async () => {
    await page.goto(`${stage.baseUrl}/settings`);
    await page.getByRole('button', { name: 'Change address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change email address' });
    await dialog.getByLabel('New email address').fill(`new-${person.email}`);
    await dialog.getByLabel('Current password').fill(person.password);
    expect(await problems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Verification link sent to the new address').waitFor();
    await page.goto('about:blank');
    await page.goto(await linkIn('Verify your email address', `new-${person.email}`));
    await page.getByRole('button', { name: 'Verify address' }).click();
    await page.getByText(`new-${person.email} is the address of your account`).waitFor();
  });

  test('a person who forgot the password sets a new one with the link of an email, by keyboard', async () => {
    const email = `new-${person.email}`;
    await page.context().clearCookies();
    await page.goto(`${stage.baseUrl}/log-in`);
    await page.getByRole('link', { name: 'Forgot password?' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reset password' }).waitFor();
    await page.getByLabel('Email address').fill(email);
    expect(await problems()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('If an account has this address').waitFor();
    expect(await problems()).toEqual([]);
    const link = await linkIn('Reset your password', email);
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('New password').fill('short');
    await page.keyboard.press('Enter');
    await page.getByText('Use at least 12 characters').waitFor();
    expect(await problems()).toEqual([]);
    await page.getByLabel('New password').fill(NEXT);
    await page.getByLabel('New password').press('Enter');
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    expect(await problems()).toEqual([]);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEXT);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    // The link is used up.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('New password').fill(`${NEXT} again`);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('The link cannot be used').waitFor();
    expect(await problems()).toEqual([]);
  });

  test('an administrator creates a link in a dialog, which shows it once', async () => {
    const user = await page.evaluate(async () => (await fetch('/api/manage/session')).json());
    await stage.grantAdministrator(user.account.accountId);
    const other = await stage.addAccount();
    await page.goto(`${stage.baseUrl}/administration/accounts/${other.accountId}`);
    await page.getByRole('button', { name: `Create password link: ${other.email}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).waitFor();
    expect(await problems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText(/\/reset-password#[\w-]{43}/).waitFor();
    expect(await problems()).toEqual([]);
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
