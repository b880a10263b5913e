import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { type HostileService, startHostileService } from './hostile-service.js';
import { PAYLOADS } from './payloads.js';
import { serviceIdOf, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** Calls: a fault has three payloads. With a depth of 10 and more, each payload is in each of its three places. */
const FAULTS =
  Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1 ? PAYLOADS.length : Math.ceil(PAYLOADS.length / 3);

describe.skipIf(!hasChromium)('untrusted texts', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let hostile: HostileService;
  let serviceId: string;
  beforeAll(async () => {
    [stage, browser, hostile] = await Promise.all([
      openStage(),
      startBrowser(),
      startHostileService(PAYLOADS),
    ]);
    page = await browser.newPage();
    // A dialog means that a script ran: record it and close it.
    page.on('dialog', (dialog) => {
      browser.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const accountId = await signUp(page, stage);
    await stage.setPlan(accountId, 'Pro');
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByText('Text', { exact: true }).click();
    await page.getByLabel('WSDL text').fill(hostile.wsdl);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name', { exact: true }).fill(PAYLOADS[11] ?? '');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('is live as a JSON API').waitFor();
    serviceId = serviceIdOf(page);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    await hostile?.close();
  });

  /** Asserts that no script ran, no markup was injected, and the console is clean. */
  async function assertHarmless(): Promise<void> {
    const found = await page.evaluate(() => ({
      owned: 'owned' in window,
      scripts: [...document.querySelectorAll('script')].filter(
        ({ src }) => new URL(src, location.href).origin !== location.origin || src === '',
      ).length,
      handlers: [...document.querySelectorAll('*')].filter((element) =>
        [...element.attributes].some(({ name }) => name.startsWith('on')),
      ).length,
      links: [...document.querySelectorAll('[href],[src],[action],[formaction]')].filter((element) =>
        ['href', 'src', 'action', 'formaction'].some((name) =>
          /^\s*(?:javascript|vbscript|data:text)/i.test(element.getAttribute(name) ?? ''),
        ),
      ).length,
      frames: document.querySelectorAll('iframe, object, embed').length,
    }));
    expect(found).toEqual({ owned: false, scripts: 0, handlers: 0, links: 0, frames: 0 });
  }

  test('there are a hundred different payloads', () => {
    expect(PAYLOADS.length).toBe(100);
    expect(new Set(PAYLOADS).size).toBe(100);
  });

  test.each([
    ['overview', '', 'How to call it'],
    ['operations', '/operations', 'op0'],
    ['connection', '/connection', 'Connection test'],
    ['revisions', '/revisions', 'Live'],
    ['settings', '/settings', 'Delete'],
  ])('in a description are shown as text on the %s page', async (_name, path, ready) => {
    await page.goto(`${stage.baseUrl}/services/${serviceId}${path}`);
    await page.getByText(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await assertHarmless();
  });

  test('on the services page and in the title', async () => {
    await page.goto(`${stage.baseUrl}/services`);
    await page
      .getByText(PAYLOADS[11] ?? '')
      .first()
      .waitFor();
    await assertHarmless();
  });

  test('in the documentation of every operation, opened', async () => {
    await page.goto(`${stage.baseUrl}/services/${serviceId}/operations`);
    for (let index = 0; index < PAYLOADS.length; index += 10) {
      await page.getByRole('button', { name: `op${index}`, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByText(firstLine(PAYLOADS[index] ?? ''), { exact: false })
        .first()
        .waitFor();
      await assertHarmless();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  });

  test('in the API reference, with every field opened', async () => {
    for (let index = 0; index < PAYLOADS.length; index += 20) {
      await page.goto(`${stage.baseUrl}/services/${serviceId}/reference?operation=op${index}`);
      await page.getByRole('heading', { name: `op${index}`, exact: true }).waitFor();
      // The documentation of the operation and of its field.
      const text = page.locator('main').getByText(firstLine(PAYLOADS[index] ?? ''), { exact: false });
      await text.nth(1).waitFor();
      const toggles = page.getByRole('button', { name: /(body|fields) of/, expanded: false });
      for (let opened = 0; opened < 12 && (await toggles.count()) > 0; opened += 1)
        await toggles.first().click();
      await assertHarmless();
    }
  });

  test('on the page for consumers, with every field opened', async () => {
    const path = await page.evaluate(async (id) => {
      const { csrfToken } = await (await fetch('/api/manage/session')).json();
      const answer = await fetch(`/api/manage/services/${id}/page`, {
        method: 'PUT',
        headers: { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' },
        body: '{"visibility":"link"}',
      });
      return new URL((await answer.json()).url).pathname;
    }, serviceId);
    for (let index = 0; index < PAYLOADS.length; index += 20) {
      await page.goto(`${stage.baseUrl}${path}?operation=op${index}`);
      await page.getByRole('heading', { name: `op${index}`, exact: true }).waitFor();
      const text = page.locator('main').getByText(firstLine(PAYLOADS[index] ?? ''), { exact: false });
      await text.nth(1).waitFor();
      const toggles = page.getByRole('button', { name: /(body|fields) of/, expanded: false });
      for (let opened = 0; opened < 12 && (await toggles.count()) > 0; opened += 1)
        await toggles.first().click();
      await assertHarmless();
    }
  });

  test('in the faults of a service', async () => {
    await page.goto(`${stage.baseUrl}/services/${serviceId}/try-it?operation=op0`);
    const send = page.getByRole('button', { name: 'Send request' });
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByLabel('JSON', { exact: true }).first().fill('{}');
    for (let index = 0; index < FAULTS; index += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/try'));
      await send.click();
      const { body } = (await (await answered).json()) as { body: string };
      expect(body).toContain('SOAP_FAULT');
      await page.getByRole('region', { name: 'the JSON response' }).getByText('SOAP_FAULT').waitFor();
      if (index % 10 === 9) await assertHarmless();
    }
  });

  test('the browsers have reported no policy violation', async () => {
    expect(await stage.cspReports()).toBe(0);
    const said = browser.complaints.filter((text) => /Content.Security.Policy|Refused|dialog/i.test(text));
    expect(said).toEqual([]);
  });
});

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 20).trim();
}
