import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** Each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('page for consumers', { sequential: true }, () => {
  let stage: Stage;
  let owners: Browser;
  let visitors: Browser;
  let owner: Page;
  let visitor: Page;
  let serviceId: string;
  let key: string;
  let link: string;
  /** The requests of the visitor. */
  const sent: Request[] = [];
  beforeAll(async () => {
    [stage, owners, visitors] = await Promise.all([openStage(), startBrowser(), startBrowser()]);
    owner = await owners.newPage();
    visitor = await visitors.newPage();
    visitor.on('request', (request) => sent.push(request));
    const accountId = await signUp(owner, stage);
    await stage.setPlan(accountId, 'Starter');
    serviceId = await registerByUrl(owner, stage);
    key = await owner.evaluate(async () => {
      const { csrfToken } = await (await fetch('/api/manage/session')).json();
      const answer = await fetch('/api/manage/keys', {
        method: 'POST',
        headers: { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' },
        body: '{"name":"visitor"}',
      });
      return (await answer.json()).key;
    });
  });
  afterAll(async () => {
    await owners?.close();
    await visitors?.close();
    await stage?.close();
  });

  test('the owner turns it on by link, and replaces the link', async () => {
    await owner.goto(`${stage.baseUrl}/services/${serviceId}/settings`);
    await owner.getByLabel('By link').click();
    const shown = owner.getByText(/\/pages\/link\/[\w-]{32}$/);
    const first = (await shown.textContent()) ?? '';
    await visitor.goto(first);
    await visitor.getByRole('heading', { level: 1, name: 'UserDirectory' }).waitFor();
    await owner.getByRole('button', { name: 'Replace link' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click();
    await expect.poll(() => shown.textContent()).not.toBe(first);
    link = (await shown.textContent()) ?? '';
    await visitor.goto(first);
    await visitor.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test('a visitor without an account finds an operation and calls it with a key', async () => {
    await visitor.goto(link);
    await visitor.getByRole('button', { name: 'GetUser' }).click();
    await visitor.getByRole('heading', { level: 2, name: 'GetUser' }).waitFor();
    await visitor.getByRole('button', { name: 'Send request' }).click();
    await visitor.getByText('Enter the API key that the owner gave you.').waitFor();
    await visitor.getByLabel('API key', { exact: true }).fill(key);
    await visitor.getByLabel('JSON', { exact: true }).fill('{"userId": 9007199254740993}');
    await visitor.getByRole('button', { name: 'Send request' }).click();
    const response = visitor.getByRole('region', { name: 'the response' });
    await response.getByText('9007199254740993').first().waitFor();
    await visitor.getByLabel('JSON', { exact: true }).fill('{"user_id": 1}');
    await visitor.getByRole('button', { name: 'Send request' }).click();
    await response.getByText('VALIDATION_ERROR').waitFor();
  });

  test('the key is neither stored nor sent anywhere else, and no request has a cookie', async () => {
    const stored = await visitor.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
    );
    expect(stored).not.toContain(key);
    const withKey = [];
    for (const request of sent) {
      const headers = await request.allHeaders();
      expect(headers['cookie']).toBeUndefined();
      expect(request.url().startsWith(stage.baseUrl)).toBe(true);
      expect(request.url()).not.toContain(key);
      expect(request.url()).not.toContain('/api/manage/');
      if (Object.values(headers).includes(key)) withKey.push(new URL(request.url()).pathname);
    }
    expect(new Set(withKey).size).toBe(1);
    expect(withKey[0]).toMatch(/^\/api\/v1\/[^/]+\/[^/]+\/GetUser$/);
    await visitor.reload();
    expect(await visitor.getByLabel('API key', { exact: true }).inputValue()).toBe('');
    expect(await stage.cspReports()).toBe(0);
  });

  test('the session of an owner who visits the page is not sent', async () => {
    const requests: Request[] = [];
    owner.on('request', (request) => requests.push(request));
    await owner.goto(link);
    await owner.getByRole('button', { name: 'ListUsers' }).click();
    await owner.getByRole('region', { name: 'the call in curl' }).waitFor();
    const api = requests.filter((request) => request.url().includes('/api/'));
    expect(api.length).toBeGreaterThan(1);
    for (const request of api) expect((await request.allHeaders())['cookie']).toBeUndefined();
  });

  test('a phone shows it without horizontal scrolling, and axe finds nothing in either colour scheme', async () => {
    const phones = await startBrowser({
      bypassCSP: true,
      viewport: { width: 320, height: 700 },
      hasTouch: true,
      isMobile: true,
    });
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    try {
      const phone = await phones.newPage();
      for (const colorScheme of ['light', 'dark'] as const) {
        await phone.emulateMedia({ colorScheme });
        await phone.goto(`${link}?operation=GetUser`);
        await phone.getByRole('region', { name: 'the call in curl' }).waitFor();
        const widths = await phone.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
        await phone.evaluate(axe);
        const found = await phone.evaluate(async () => {
          const { axe: engine } = window as unknown as {
            axe: { run(options: object): Promise<{ violations: { id: string; nodes: object[] }[] }> };
          };
          const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
          return (await engine.run({ runOnly: tags })).violations.map(({ id }) => id);
        });
        expect(found).toEqual([]);
      }
    } finally {
      await phones.close();
    }
  });
});
