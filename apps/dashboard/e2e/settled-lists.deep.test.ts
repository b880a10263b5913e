import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { publish, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** A list must never show a false statement while it reloads. Each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('lists that reload', { sequential: true }, () => {
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

  /** Holds the responses to some requests back while `act` runs. Resolves to those of `claims` that the page showed in the meantime. */
  async function claimsWhile(
    held: (url: URL) => boolean,
    claims: readonly string[],
    act: (arrived: Promise<Request>) => Promise<void>,
    end: () => Promise<unknown>,
  ): Promise<readonly string[]> {
    await page.evaluate((wanted) => {
      const seen = new Set<string>();
      const look = () => {
        for (const each of wanted) if (document.body.textContent.includes(each)) seen.add(each);
      };
      new MutationObserver(look).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
      Object.assign(globalThis, { seen });
    }, claims);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isHeld = (url: URL) => url.pathname.startsWith('/api/manage/') && held(url);
    const arrived = page.waitForRequest((request) => isHeld(new URL(request.url())));
    await page.route(isHeld, async (route) => {
      await released;
      await route.continue();
    });
    await act(arrived);
    // Wait until React has drawn everything.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
    release();
    await end();
    await page.unroute(isHeld);
    return seen;
  }

  test('services: the list does not claim to be empty after the first service is published', async () => {
    await page.getByRole('heading', { name: 'Turn a SOAP service into a JSON API' }).waitFor();
    await page.getByRole('link', { name: 'Register a service' }).first().click();
    await page.getByLabel('WSDL URL').fill(stage.soap.wsdlAddress);
    await publish(page);
    const claims = await claimsWhile(
      ({ pathname }) => pathname === '/api/manage/services',
      ['Turn a SOAP service into a JSON API', 'Not published yet'],
      async () => await page.getByRole('link', { name: 'Services', exact: true }).first().click(),
      async () => await page.locator('main li').filter({ hasText: 'UserDirectory' }).waitFor(),
    );
    expect(claims).toEqual([]);
  });

  test('API keys: the page does not claim to be empty after the last key is revoked', async () => {
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Only');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoke Only' }).click();
    const claims = await claimsWhile(
      ({ searchParams }) => searchParams.get('revoked') === 'true',
      ['No API keys yet', 'No active key'],
      async (arrived) => {
        const active = page.waitForResponse((response) => response.url().includes('revoked=false'));
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
        await Promise.all([arrived, active.then((response) => response.finished())]);
        expect(await page.getByRole('button', { name: 'Revoke Only' }).count()).toBe(1);
      },
      async () => await page.getByRole('heading', { name: 'Revoked keys' }).waitFor(),
    );
    expect(claims).toEqual([]);
    await page.getByText('No active key.').waitFor();
  });

  test('API keys: the page does not claim to be empty after a search without results is cleared', async () => {
    await page.goto(`${stage.baseUrl}/keys?search=nothing`);
    await page.getByText('No active key matches “nothing”.').waitFor();
    const claims = await claimsWhile(
      ({ pathname, searchParams }) => pathname.endsWith('/keys') && !searchParams.has('search'),
      ['No API keys yet', 'matches “”', 'No active key.'],
      async (arrived) => {
        await page.getByLabel('Search API keys').fill('');
        await arrived;
        await page.getByText('No active key matches “nothing”.').waitFor();
      },
      async () => await page.getByRole('heading', { name: 'Revoked keys' }).waitFor(),
    );
    expect(claims).toEqual([]);
  });

  test('calls: the list does not claim to be empty after a filter without results is cleared', async () => {
    await page.goto(`${stage.baseUrl}/usage?method=GET`);
    await page.getByText('No call matches this filter.').waitFor();
    const claims = await claimsWhile(
      ({ pathname, searchParams }) => pathname.endsWith('/calls') && !searchParams.has('method'),
      ['No calls in the last seven days.'],
      async (arrived) => {
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await arrived;
        await page.getByText('No call matches this filter.').waitFor();
      },
      async () => await page.getByText('No calls in the last seven days.').waitFor(),
    );
    expect(claims).toEqual([]);
  });
});
