import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { type LivedInAccount, livedInAccount } from './lived-in-account.js';
import { openStage, type Stage } from './stage.js';

describe.skipIf(!hasChromium)('the usage page', () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let account: LivedInAccount;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser({ acceptDownloads: true })]);
    page = await browser.newPage();
    account = await livedInAccount(page, stage);
    await stage.send(`/api/v1/${account.accountId}/user-directory/GetUzer`, {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: '{}',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const details = () => page.getByRole('button', { name: /^Details of the call/ });
  async function open(query = ''): Promise<void> {
    await page.goto(`${stage.baseUrl}/usage${query}`);
    await page.getByRole('heading', { name: 'Recent calls' }).waitFor();
  }

  test('charts calls by day and by hour, latencies and error rates, each with a table of the numbers', async () => {
    const rows = (caption: string) =>
      page.getByRole('table', { name: caption, exact: true }).locator('tbody tr').allTextContents();
    // Calls are logged after their responses. Of eight, two failed; a SOAP fault is an answer of the service.
    await expect
      .poll(async () => {
        await open();
        await details().first().waitFor();
        return (await rows('Calls per day')).join();
      })
      .toMatch(/^\d{4}-\d\d-\d\d82$/);
    // A new hour may begin between the calls.
    const numbers = async (caption: string) =>
      (
        await page.getByRole('table', { name: caption, exact: true }).locator('tbody td').allTextContents()
      ).map((text) => Number.parseFloat(text));
    await expect
      .poll(async () => (await numbers('Calls per hour')).reduce((sum, value) => sum + value, 0))
      .toBe(8 + 2);
    await expect.poll(async () => (await numbers('Latency per hour')).length).toBeGreaterThanOrEqual(3);
    expect((await rows('Error rate per hour')).join()).toContain('%');
    expect(await page.locator('main svg rect[data-color=calls]').count()).toBeGreaterThanOrEqual(2);
    expect(await page.locator('main svg path[data-color=second]').first().getAttribute('d')).toMatch(/^M/);
  });

  test('says which calls used quota, and why others did not', async () => {
    await open();
    const main = page.locator('main');
    await main.getByText('8 calls. Error rate 25%: 2 failed.').waitFor();
    // Invalid input and the unknown operation are free.
    await main.getByText('6 calls used quota, 2 did not.').waitFor();
    await main.getByText('Requests that are rejected before the SOAP service is called').waitFor();
  });

  test('shows an unknown operation as it was requested, and the key and second of each call', async () => {
    await open();
    const row = page.getByRole('row', { name: /GetUzer/ });
    await row.getByText('user-directory/GetUzer').waitFor();
    await row.getByText('Unknown service or operation').waitFor();
    await row.getByText('Billing, production').waitFor();
    expect(await row.textContent()).toMatch(/\d\d:\d\d:\d\d.*UTC/);
  });

  test('keeps filters in the URL: a reload shows the same calls, and Back closes the details of a call', async () => {
    await open();
    await page.getByRole('button', { name: 'Show calls of Billing, production' }).click();
    await page.waitForURL(/key=/);
    await page.getByLabel('Operation', { exact: true }).fill('ListUsers');
    await page.waitForURL(/operation=ListUsers/);
    await expect.poll(() => details().count()).toBe(3);
    await page.reload();
    await expect.poll(() => details().count()).toBe(3);
    expect(await page.getByLabel('Operation', { exact: true }).inputValue()).toBe('ListUsers');
    await details().first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Key: Billing, production. Used quota.').waitFor();
    const address = page.url();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(address);
    await dialog.getByText('X-Request-Id').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => details().count()).toBe(8);
    // A client tells the owner the ID of its request.
    const requestId = /req_\S+/.exec((await details().nth(3).getAttribute('aria-label')) ?? '')?.[0] ?? '';
    await page.getByLabel('Request ID').fill(requestId);
    await page.waitForURL(new RegExp(`request=${requestId}`));
    await expect.poll(() => details().count()).toBe(1);
    expect(await details().first().getAttribute('aria-label')).toContain(requestId);
    await page.getByLabel('Request ID').fill('req_none');
    await page.getByText('No call matches this filter.').waitFor();
  });

  test('restricts every part of the page to a service', async () => {
    await open();
    await page.getByRole('button', { name: 'UserDirectory' }).first().click();
    await page.waitForURL(new RegExp(`service=${account.serviceId}`));
    await expect.poll(() => page.getByRole('heading', { name: 'By service' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'API keys' }).count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { name: 'By service' }).first().waitFor();
  });

  test('downloads the filtered calls and the days as CSV', async () => {
    await open('?status=404');
    await expect.poll(() => details().count()).toBe(1);
    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ]);
      return readFile(await file.path(), 'utf8');
    };
    const calls = (await download('Calls as CSV')).trimEnd().split('\r\n');
    expect(calls).toHaveLength(2);
    expect(calls[1]).toContain('user-directory/GetUzer');
    expect(calls[0]).toMatch(/,serviceName,keyName$/);
    expect(calls[1]).toMatch(/,"Billing, production"$/);
    expect((await download('Days as CSV')).trimEnd().split('\r\n')).toHaveLength(31);
  });
});
