import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { largeWsdl } from './large-service.js';
import { publish, serviceIdOf, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

const OPERATIONS = 400;
/** The speed of an older phone relative to this machine. */
const SLOWDOWN = 4;
/** The budgets of the API reference: the number of elements, and the compressed bytes of files that only this page loads. */
const MAX_ELEMENTS = 1500;
const MAX_BYTES = 60 * 1024;

/** The pages of an owner of a service with 400 operations. Times are printed, never asserted: they depend on the machine. */
describe.skipIf(!hasChromium)('a service with 400 operations', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let accountId: string;
  let serviceId: string;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    devtools = await browser.context.newCDPSession(page);
    accountId = await signUp(page, stage);
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByText('Text', { exact: true }).click();
    await page.getByLabel('WSDL text').fill(largeWsdl(OPERATIONS));
    await publish(page);
    serviceId = serviceIdOf(page);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const name = (index: number) => `ProcessPurchaseOrderConfirmation${index}`;
  const rows = () => page.locator('main li button').filter({ hasText: 'ProcessPurchaseOrder' });
  /** The row of an operation. The list follows the text of the search later, so its first row may be another one. */
  const rowOf = (number: number) => rows().filter({ hasText: new RegExp(`${name(number)}$`) });
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  const reference = (query = '') => `${stage.baseUrl}/services/${serviceId}/reference${query}`;
  /** Runs `act` on a slow processor; prints and returns the milliseconds until the page is ready. */
  async function timed(what: string, act: () => Promise<unknown>): Promise<number> {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const start = performance.now();
    await act();
    const time = Math.round(performance.now() - start);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    process.stdout.write(`${what}: ${time} ms on a processor slowed down ${SLOWDOWN} times\n`);
    return time;
  }

  test('API reference: a locked preview on Free, with the reason', async () => {
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(request.url());
    page.on('request', note);
    await page.goto(reference(`?operation=${name(399)}`));
    await page.getByText('OpenAPI is available on Starter and Pro').waitFor();
    await page.getByRole('heading', { name: name(399) }).waitFor();
    await page.getByText('Confirms purchase orders of region 399.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^\s*Errors$/ })
      .waitFor();
    expect(await page.getByRole('link', { name: 'OpenAPI 3.0, JSON' }).count()).toBe(0);
    page.off('request', note);
    expect(asked.filter((url) => url.includes('openapi'))).toEqual([]);
    await stage.setPlan(accountId, 'Pro');
  });

  test('API reference: opens with only the first operations, and loads little', async () => {
    // The code of the other pages is already in the browser's cache.
    await page.goto(`${stage.baseUrl}/services/${serviceId}`);
    await page.getByRole('heading', { name: 'How to call it' }).waitFor();
    await page.waitForLoadState('networkidle');
    let bytes = 0;
    await devtools.send('Network.enable');
    const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
      bytes += encodedDataLength;
    };
    devtools.on('Network.loadingFinished', count);
    await timed('400 operations, the API reference opens', async () => {
      await page.getByRole('link', { name: 'API reference', exact: true }).click();
      await rows().first().waitFor();
    });
    await page.waitForLoadState('networkidle');
    devtools.off('Network.loadingFinished', count);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(await rows().count()).toBeLessThan(OPERATIONS / 2);
    expect(await elements()).toBeLessThan(MAX_ELEMENTS);
    expect(await page.locator('main main').count()).toBe(0);
    expect(await page.locator('main').count()).toBe(1);
  });

  test('API reference: scrolling draws the other operations', async () => {
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000);
        return rows().count();
      })
      .toBe(OPERATIONS);
    expect(await page.getByRole('button', { name: /^Show \d+ more$/ }).count()).toBe(0);
  });

  test('API reference: a search finds an operation, or says that there is none', async () => {
    await page.goto(reference());
    const search = page.getByLabel('Search operations');
    await search.fill('zzz');
    await page.getByText('No operation matches “zzz”.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await timed('400 operations, the search', async () => {
      await search.fill('region 377');
      await page.getByText(`1 of ${OPERATIONS} operations`).waitFor();
    });
    expect(await rows().allTextContents()).toEqual([`POST${name(377)}`]);
    // The document of all operations is loaded when the first operation is opened.
    await timed('400 operations, the first one opens', async () => {
      await rowOf(377).click();
      await page.getByRole('heading', { name: 'Response 200' }).waitFor();
    });
    await search.fill('region 42.');
    await timed('400 operations, another one opens', async () => {
      await rowOf(42).click();
      await page.getByRole('heading', { name: name(42) }).waitFor();
      await page.getByRole('heading', { name: 'Response 200' }).waitFor();
    });
    // The gateway generates the example on the first request.
    await page.getByRole('region', { name: 'the example request' }).waitFor();
    expect(await elements()).toBeLessThan(MAX_ELEMENTS);
  });

  test('API reference: shows fields of nested and recursive types on request', async () => {
    const request = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Request' }) })
      .last();
    await request.getByRole('button', { name: 'Fields of order' }).click();
    await request.getByText('deliverTo').first().waitFor();
    await request.getByRole('button', { name: 'Fields of lines' }).click();
    await request.getByRole('button', { name: 'Fields of parts' }).click();
    await expect.poll(() => request.getByText('quantity', { exact: true }).count()).toBeGreaterThanOrEqual(2);
    await request.getByRole('button', { name: 'Fields of parts' }).last().click();
    await request.getByText('array of Line').nth(2).waitFor();
    await page.getByRole('button', { name: 'Body of 502' }).click();
    await page.getByText('error', { exact: true }).first().waitFor();
  });

  test('API reference: each operation has a URL, Back returns to the previous one, and Try it opens it', async () => {
    await page.goto(reference(`?operation=${name(7)}`));
    await page.getByRole('heading', { name: name(7) }).waitFor();
    await page.getByLabel('Search operations').fill('region 8.');
    await rowOf(8).click();
    await page.getByRole('heading', { name: name(8) }).waitFor();
    await page.waitForURL(/Confirmation8$/);
    await page.goBack();
    await page.getByRole('heading', { name: name(7) }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Python' }).click();
    const code = page.getByRole('region', { name: 'the call in Python' });
    expect(await code.textContent()).toContain(name(7));
    await page.locator('main').getByRole('link', { name: 'Try it' }).last().click();
    await page.getByText('Valid', { exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Operation' }).inputValue()).toBe(name(7));
  });

  test('API reference: fits on a phone, with the list and the open operation one at a time', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(reference(`?operation=${name(8)}`));
    await page.getByRole('region', { name: 'the example request' }).waitFor();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(360);
    expect(await page.getByLabel('Search operations').isVisible()).toBe(false);
    await page.getByRole('link', { name: '← All operations' }).click();
    await page.getByLabel('Search operations').waitFor();
    expect(await width()).toBe(360);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${stage.baseUrl}/services/${serviceId}/try-it`);
    await page.getByText('Valid', { exact: true }).waitFor();
  });

  test('picker: typing replaces the name, finds one of 400, and opens it', async () => {
    await page.getByRole('combobox', { name: 'Operation' }).click();
    await page.keyboard.type('Confirmation388');
    const option = page.getByRole('option', { name: name(388) });
    await option.waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await timed('400 operations, the picker opens another', async () => {
      await page.keyboard.press('Enter');
      await page.waitForURL(/Confirmation388$/);
      await page.getByText('Valid', { exact: true }).waitFor();
    });
    await page.getByRole('combobox', { name: 'Operation' }).click();
    await page.keyboard.type('zzz');
    await page.getByText('No matching operation').waitFor();
  });

  test('operations: search and open', async () => {
    await page.goto(`${stage.baseUrl}/services/${serviceId}/operations`);
    await page.getByRole('button', { name: name(0), exact: true }).waitFor();
    await timed('400 operations, the table finds and opens one', async () => {
      await page.getByLabel('Search operations').fill('region 391');
      await page.getByText(`1 of ${OPERATIONS} operations`).waitFor();
      await page.getByRole('button', { name: name(391), exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    });
  });

  test('agents: turn on, search, and offer one of 400', async () => {
    await page.goto(`${stage.baseUrl}/services/${serviceId}/agents`);
    await page.getByRole('button', { name: 'Turn on agents' }).click();
    await page.getByText('Agents see no operation yet').waitFor();
    await timed('400 operations, the search of the page for agents', async () => {
      await page.getByLabel('Search operations').fill('Confirmation39');
      await page.getByText(`11 of ${OPERATIONS} found`).waitFor();
    });
    const choice = (index: number) => page.getByLabel(`Agents may call ${name(index)}`, { exact: true });
    await choice(391).selectOption('read-only');
    await timed('400 operations, the choice for agents is saved', async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Agents see 1 tool').waitFor();
    });
    await page.getByLabel('Search operations').fill('');
    await page.getByText(`${OPERATIONS} of ${OPERATIONS} found`).waitFor();
    expect(await elements()).toBeLessThan(MAX_ELEMENTS);
    await page.getByLabel('Search operations').fill('Confirmation39');
    expect(await choice(391).inputValue()).toBe('read-only');
    expect(await choice(390).inputValue()).toBe('no');
    await page.getByRole('button', { name: `Show text of ${name(391)}`, exact: true }).click();
    const text = await page.getByRole('region', { name: `the tool ${name(391)}` }).textContent();
    expect(JSON.parse(text ?? '')).toMatchObject({ name: name(391), annotations: { readOnlyHint: true } });
    await page.keyboard.press('Escape');
  });
});
