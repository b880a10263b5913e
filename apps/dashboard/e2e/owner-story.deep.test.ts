import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** One owner, from sign-up to a revoked key: each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('the story of an owner', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let accountId: string;
  let serviceId: string;
  let key: string;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser({ acceptDownloads: true })]);
    page = await browser.newPage();
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const call = (path: string, init: { method?: string; body?: string } = {}) =>
    stage.send(`/api/v1/${accountId}/${path}`, {
      method: init.method ?? 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(init.body !== undefined && { body: init.body }),
    });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const go = async (path: string, heading: string) => {
    await page.goto(stage.baseUrl + path);
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  };

  test('a visitor who is not signed in is asked to log in, and returns to the page', async () => {
    await page.goto(`${stage.baseUrl}/usage`);
    await page.waitForURL(/\/log-in\?next=/);
  });

  test('signs up, and is shown the next steps', async () => {
    accountId = await signUp(page, stage);
    await page.getByText('Turn a SOAP service into a JSON API').waitFor();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText('0 of 4 done').waitFor();
    // Every page links to what the documentation says about it.
    const help = page.getByRole('link', { name: 'Help for this page' });
    expect(await help.getAttribute('href')).toMatch(/\/docs\/owners\.md#pages$/);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
  ])('is not led to another site by a link to the login page: %j', async (next) => {
    await page.goto(`${stage.baseUrl}/log-in?next=${encodeURIComponent(next)}`);
    await page.waitForURL(`${stage.baseUrl}/services`);
  });

  test('finds the account ID in the settings', async () => {
    await go('/settings', 'Settings');
    await page.getByText(accountId, { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Help for this page' }).getAttribute('href')).toMatch(
      /\/docs\/owners\.md#settings-of-the-account$/,
    );
  });

  test('registers a service by the URL of its WSDL, and sees the result', async () => {
    serviceId = await registerByUrl(page, stage);
    await page.getByText('How to call it').waitFor();
    const shown = await page.locator('main').textContent();
    expect(shown).toContain('3 operations are ready');
    expect(shown).toContain(`/api/v1/${accountId}/`);
  });

  test('cannot use GET on the Free plan, sees why, and sets it on a paid one', async () => {
    await go(`/services/${serviceId}/operations`, 'Operations');
    await page.getByRole('button', { name: 'ListUsers' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByLabel('GET and POST').isDisabled()).toBe(true);
    await stage.setPlan(accountId, 'Starter');
    await go(`/services/${serviceId}/operations`, 'Operations');
    await page.getByRole('button', { name: 'ListUsers' }).click();
    await page.getByRole('dialog').getByLabel('GET and POST').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  test('finds a page, a service and an operation with Ctrl+K', async () => {
    await go('/keys', 'API keys');
    const field = page.getByRole('combobox', { name: 'Search pages, services and operations' });
    const find = async (text: string, result: RegExp) => {
      await page.keyboard.press('Control+k');
      await field.fill(text);
      await page.getByRole('option', { name: result }).waitFor();
    };
    await find('audit', /^Audit log/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/settings\/audit$/);
    await field.waitFor({ state: 'hidden' });
    await find('userdir', /^UserDirectory.*Service$/);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/\/settings\/audit$/);
    // The second of two operations, with the arrow keys.
    await find('user', /^CreateUser/);
    const options = page.getByRole('option');
    await expect.poll(() => options.count()).toBe(4);
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
    expect(await options.last().getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await options.last().getAttribute('id'));
    const name = await options.last().locator('span').first().textContent();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/operations\?operation=/);
    await page.getByRole('dialog', { name: name ?? '' }).waitFor();
    await page.keyboard.press('Control+k');
    expect(await field.count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('tests the connection', async () => {
    await go(`/services/${serviceId}/connection`, 'Connection test');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The service is reachable').waitFor();
  });

  test('tries an operation: sees problems first, then the response with both SOAP messages', async () => {
    await go(`/services/${serviceId}/try-it?operation=GetUser`, 'Try it');
    const editor = page.getByLabel('JSON', { exact: true }).first();
    await page.getByText('Valid', { exact: true }).waitFor();
    await editor.fill('{"userId": "one", "more": true}');
    await page.getByText('2 problems').waitFor();
    await page.getByRole('button', { name: '/userId' }).click();
    const selected = () =>
      page.evaluate(() => {
        const field = document.activeElement as HTMLTextAreaElement;
        return field.value.slice(field.selectionStart, field.selectionEnd);
      });
    await expect.poll(selected).toBe('"one"');
    await editor.fill('{"userId": 9007199254740993}');
    await page.reload();
    await page.getByText('Valid', { exact: true }).waitFor();
    expect(await editor.inputValue()).toBe('{"userId": 9007199254740993}');

    await page.getByLabel('Dry run').check();
    await page.getByRole('button', { name: 'Show SOAP request' }).click();
    await page.getByRole('region', { name: 'the SOAP request' }).getByText('9007199254740993').waitFor();
    await page.getByLabel('Call service').check();
    await page.getByRole('button', { name: 'Send request' }).click();
    const json = page.getByRole('region', { name: 'the JSON response' });
    await json.getByText('"operation": "GetUser"').waitFor();
    // The service received and returned all digits.
    expect(await json.textContent()).toContain('9007199254740993');
    expect(await page.getByRole('region', { name: 'the SOAP response' }).textContent()).toContain(
      'GetUserResponse',
    );

    await page.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem', { name: 'curl' }).click();
    await expect.poll(clipboard).toContain(`/api/v1/${accountId}/`);
    expect(await clipboard()).toContain('{"userId": 9007199254740993}');
  });

  test('finds both calls in the history, and restores the input of the first', async () => {
    const editor = page.getByLabel('JSON', { exact: true }).first();
    await editor.fill('{"userId": 1}');
    await page.getByText('Request edited since').waitFor();
    await page.getByRole('combobox', { name: 'Operation' }).click();
    // Typing replaces the current name.
    await page.keyboard.type('ListU');
    await page.getByRole('option', { name: 'ListUsers' }).click();
    await page.waitForURL(/operation=ListUsers/);
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page
      .getByRole('button', { name: /^Show call \d+ of GetUser$/ })
      .last()
      .click();
    await page.waitForURL(/operation=GetUser/);
    await expect.poll(() => editor.inputValue()).toBe('{"userId": 9007199254740993}');
    await page
      .getByRole('region', { name: 'Response' })
      .getByText(/^Dry run of GetUser/)
      .waitFor();
    expect(await page.getByText('Request edited since').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear history' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor({ state: 'hidden' });
  });

  test('tries a GET with a field for each parameter', async () => {
    await go(`/services/${serviceId}/try-it?operation=ListUsers`, 'Try it');
    await page.locator('label', { hasText: /^GET$/ }).click();
    await page.getByLabel('limit', { exact: true }).fill('2');
    const status = page.getByLabel('status', { exact: true }).first();
    await status.fill('active');
    await status.press('Enter');
    await expect
      .poll(() => page.getByLabel('Query string', { exact: true }).inputValue())
      .toBe('limit=2&status=active');
    await page.getByLabel('Dry run').check();
    await page.getByRole('button', { name: 'Show SOAP request' }).click();
    const sent = page.getByRole('region', { name: 'the SOAP request' });
    await sent.getByText('active').waitFor();
    expect(await sent.textContent()).toMatch(/limit>2</);
  });

  test('sends SOAP headers with a call, and sees a message if they are not JSON', async () => {
    await go(`/services/${serviceId}/try-it?operation=CreateUser`, 'Try it');
    const headers = page.getByLabel('SOAP headers (optional)');
    await page.getByText('The WSDL declares Session for this operation.').waitFor();
    await headers.fill('{"Session": ');
    await page.getByText('Not valid JSON').waitFor();
    await headers.fill('{"Session": {"token": "of-mine"}}');
    await page.getByLabel('Dry run').check();
    await page.getByRole('button', { name: 'Show SOAP request' }).click();
    await page.getByRole('region', { name: 'the SOAP request' }).getByText('of-mine').waitFor();
  });

  test('creates a key, which is shown once', async () => {
    await go('/keys', 'API keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByLabel('Name').fill('billing');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Copy the key' }).click();
    await expect.poll(clipboard).toMatch(/^sst_live_\w+$/);
    key = await clipboard();
    await page.keyboard.press('Escape');
    await page.goBack();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByText('never used').waitFor();
    // The dialog closes with an animation.
    await expect.poll(() => page.content()).not.toContain(key);
  });

  test('has a call of a client left to make among the first steps', async () => {
    await go('/services', 'Services');
    await page.getByText('3 of 4 done').waitFor();
    await page.getByRole('link', { name: 'Show the code' }).waitFor();
  });

  test('a program calls the API with the key, by POST and by GET', async () => {
    const { proxyUrl } = (await page.evaluate(
      async (id) => (await fetch(`/api/manage/services/${id}`)).json(),
      serviceId,
    )) as { proxyUrl: string };
    const slug = proxyUrl.split('/').at(-1);
    const posted = await call(`${slug}/GetUser`, { body: '{"userId": 9007199254740993}' });
    expect(posted.status).toBe(200);
    expect(JSON.parse(posted.text)).toMatchObject({ meta: { operation: 'GetUser' } });
    const got = await call(`${slug}/ListUsers?limit=2`, { method: 'GET' });
    expect([got.status, got.headers['x-ratelimit-limit']]).toEqual([200, '50000']);
    const wrong = await call(`${slug}/GetUser`, { body: '{"user_id": 1}' });
    expect(wrong.status).toBe(400);
  });

  test('sees the calls in the usage', async () => {
    // Calls are logged after their responses, in batches: four from the page, three from the program.
    await expect
      .poll(() => page.evaluate(async () => (await (await fetch('/api/manage/calls')).json()).calls), {
        // The account may send 240 such requests a minute.
        interval: 500,
      })
      .toHaveLength(7);
    await go('/usage', 'Usage');
    const details = page.getByRole('button', { name: /^Details of the call/ });
    await expect.poll(() => details.count()).toBe(7);
    await expect.poll(() => page.locator('main').textContent()).toMatch(/\d of 50,000 calls used/);
    await expect.poll(() => page.locator('main').textContent()).toContain('SCHEMA_VIOLATION');
    await page.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: 'GET', exact: true }).click();
    // One from the page, one from the program.
    await expect.poll(() => details.count()).toBe(2);
    await go('/keys', 'API keys');
    await expect
      .poll(
        async () => {
          await page.reload();
          // The heading appears before the list.
          await page
            .getByRole('main')
            .getByText(/Created /)
            .first()
            .waitFor();
          return page.locator('main').textContent();
        },
        { timeout: 120_000, interval: 1000 },
      )
      .toContain('last used');
    // All first steps are done, and nothing asks for them any more.
    await go('/services', 'Services');
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByText('Active').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/api/manage/keys');
  });

  test('reads the API description, and downloads it', async () => {
    await go(`/services/${serviceId}/reference`, 'API reference');
    await page.getByRole('button', { name: 'GetUser' }).click();
    await page.getByRole('heading', { name: 'Response 200' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'OpenAPI 3.0, JSON' }).click(),
    ]);
    const document = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(document.openapi).toBe('3.0.3');
    expect(Object.keys(document.paths)).toHaveLength(3);
    const [types] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'TypeScript types' }).click(),
    ]);
    expect(await readFile(await types.path(), 'utf8')).toContain('export interface Operations');
  });

  test('revokes the key, and the program is rejected', async () => {
    await go('/keys', 'API keys');
    await page.getByRole('button', { name: 'Revoke billing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('“billing” revoked').waitFor();
    const refused = await call('user-directory/GetUser', { body: '{"userId": 1}' });
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.text).error.type).toBe('AUTHENTICATION_ERROR');
  });

  test('no page violated the content security policy or logged an error', async () => {
    expect(await stage.cspReports()).toBe(0);
    // The browser logs intentional rejections as network errors; nothing else may be an error.
    expect(browser.complaints.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
  });
});
