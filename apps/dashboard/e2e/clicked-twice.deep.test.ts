import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** Each form is sent by two clicks in one frame, and by a double click whose first request may be answered in between. */
describe.skipIf(!hasChromium)('forms that are clicked twice', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let serviceId: string;
  let sent: string[] = [];
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    const accountId = await signUp(page, stage);
    await stage.grantAdministrator(accountId);
    serviceId = await registerByUrl(page, stage);
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Clicks a button twice, in one frame or as a person does, and returns what was sent. */
  async function clickTwice(name: string, way: 'frame' | 'double', ends: () => Promise<unknown>) {
    sent = [];
    const button = page.getByRole('button', { name, exact: true }).last();
    if (way === 'double') await button.dblclick();
    else
      await button.evaluate((element: HTMLElement) => {
        element.click();
        element.click();
      });
    await ends();
    return sent.filter((request) => !request.endsWith('/validation'));
  }

  const ways = ['frame', 'double'] as const;

  test.each(ways)('an API key is created once (%s)', async (way) => {
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill(`key ${way}`);
    const ends = () => page.getByRole('dialog').getByRole('button', { name: 'I’ve copied it' }).waitFor();
    expect(await clickTwice('Create', way, ends)).toEqual(['POST /api/manage/keys']);
  });

  test.each(ways)('a trial is sent once (%s)', async (way) => {
    await page.goto(`${stage.baseUrl}/services/${serviceId}/try-it?operation=ListUsers`);
    await page.getByText('Valid', { exact: true }).waitFor();
    const ends = () => page.getByRole('region', { name: 'the SOAP response' }).waitFor();
    expect(await clickTwice('Send request', way, ends)).toEqual([
      `POST /api/manage/services/${serviceId}/operations/ListUsers/try`,
    ]);
  });
});
