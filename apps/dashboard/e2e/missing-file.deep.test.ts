import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

const WSDL = fileURLToPath(new URL('../../../examples/user-directory/user-directory.wsdl', import.meta.url));

describe.skipIf(!hasChromium)('a registration without a file that the WSDL imports', () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    await signUp(page, stage);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('names the missing file where no operation can be called without it', async () => {
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByText('Files', { exact: true }).click();
    const text = await readFile(WSDL, 'utf8');
    const half = text
      .replace(/<wsdl:binding .*<\/wsdl:binding>/s, '')
      .replace('<wsdl:types>', '<wsdl:import namespace="urn:b" location="bindings/b.wsdl"/><wsdl:types>');
    expect(half).toContain('<wsdl:import');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'half.wsdl', mimeType: 'text/xml', buffer: Buffer.from(half) }]);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('bindings/b.wsdl is missing').waitFor();
  });

  test('asks for the file by its name instead of announcing an API, and leads to where it is added', async () => {
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByText('Files', { exact: true }).click();
    const buffer = await readFile(WSDL);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'user-directory.wsdl', mimeType: 'text/xml', buffer }]);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('user-directory.xsd is missing').waitFor();
    expect(await page.getByText('is live as a JSON API').count()).toBe(0);
    await page.getByRole('link', { name: 'Add missing files' }).click();
    await page.waitForURL(/\/revisions$/);
    await page.getByRole('button', { name: 'Import again' }).waitFor();
  });
});
