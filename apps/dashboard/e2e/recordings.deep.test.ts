import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { type LivedInAccount, livedInAccount } from './lived-in-account.js';
import { openStage, type Stage } from './stage.js';

/** Each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('recordings page', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let account: LivedInAccount;
  let path: string;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    account = await livedInAccount(page, stage);
    const { proxyUrl } = (await page.evaluate(
      async (id) => await (await fetch(`/api/manage/services/${id}`)).json(),
      account.serviceId,
    )) as { proxyUrl: string };
    path = new URL(proxyUrl).pathname;
    await page.goto(`${stage.baseUrl}/services/${account.serviceId}/recordings`);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });
  const call = async (userId: number) => {
    const { status, text } = await stage.send(`${path}/GetUser`, {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ userId }),
    });
    return { status, ...JSON.parse(text) };
  };
  const switchTo = async (label: string) => {
    await page.getByLabel(label).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Switch' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  test('asks before it switches, and cancelling changes nothing', async () => {
    await page.getByLabel('Replay: recorded responses').click();
    await page.getByRole('dialog').getByText('calls that are not recorded fail with 502').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Live: the SOAP service').isChecked()).toBe(true);
  });

  test('records a call, lists it, and replays it under a banner', async () => {
    await switchTo('Record: the SOAP service, and keep its responses');
    await page.getByText('This service is not live: Recording').waitFor();
    expect(await call(1001)).toMatchObject({ meta: { recording: true } });
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByText('Your account uses').waitFor();
          return await page.getByRole('button', { name: /^Delete GetUser\./ }).count();
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(1);
    await switchTo('Replay: recorded responses');
    expect(await call(1001)).toMatchObject({ meta: { replayed: true } });
    expect(await call(1002)).toMatchObject({ status: 502, error: { code: 'NOT_RECORDED' } });
    await page.getByRole('link', { name: 'Operations', exact: true }).click();
    await page.getByText('This service is not live: Replay').waitFor();
    await page.goto(`${stage.baseUrl}/services`);
    await page.getByText('Replay', { exact: true }).waitFor();
  });

  test('uploads a downloaded folder after everything was deleted, and says what is wrong with other files', async () => {
    await page.goto(`${stage.baseUrl}/services/${account.serviceId}/recordings`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const archive = await readFile(await download.path());
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
    expect(await call(1001)).toMatchObject({ status: 502 });

    const files = page.getByTestId('recording-files');
    await files.setInputFiles({ name: 'note.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    const notice = page.getByRole('alert').filter({ hasText: 'This recording cannot be used' });
    await notice.getByText('expected a file recording.json').waitFor();
    await files.setInputFiles({ name: 'users.zip', mimeType: 'application/zip', buffer: archive });
    await page.getByText('1 recording added').waitFor();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Delete GetUser\./ }).waitFor();
    expect(await call(1001)).toMatchObject({ meta: { replayed: true } });
    await files.setInputFiles({ name: 'users.zip', mimeType: 'application/zip', buffer: archive });
    await page.getByText('0 recordings added, 1 already here').waitFor();
  });

  test('deletes every recording, and the service is live again', async () => {
    await page.goto(`${stage.baseUrl}/services/${account.serviceId}/recordings`);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
    await switchTo('Live: the SOAP service');
    await page.getByText('This service is not live').waitFor({ state: 'detached' });
    expect((await call(1001)).meta).not.toHaveProperty('replayed');
  });

  test('a long list has pages, and a search that is kept in the URL', async () => {
    await stage.fillRecordings(account.accountId, account.serviceId, 120);
    await page.goto(`${stage.baseUrl}/services/${account.serviceId}/recordings`);
    const shown = () => page.getByRole('button', { name: /^Delete GetUser\./ }).count();
    await page.getByText('50 of 120').waitFor();
    expect(await shown()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('100 of 120').waitFor();
    expect(await shown()).toBe(100);
    await page.getByLabel('Search recordings').fill('getuser.007');
    await page.getByRole('button', { name: 'Delete GetUser.0070' }).waitFor();
    await expect.poll(shown).toBe(10);
    expect(page.url()).toContain('search=getuser.007');
    await page.getByRole('button', { name: 'Delete GetUser.0070' }).click();
    await expect.poll(shown).toBe(9);
    await page.getByLabel('Search recordings').fill('nothing like it');
    await page.getByText('No recording matches “nothing like it”.').waitFor();
    // The dialog is about all recordings, not only about those found.
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByText('119 recordings of this service').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByText('No recording matches “nothing like it”.').waitFor();
    await page.getByLabel('Search recordings').fill('');
    await page.getByText('50 of 119').waitFor();
  });
});
