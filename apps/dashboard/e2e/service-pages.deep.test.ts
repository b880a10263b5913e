import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, serviceIdOf, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/user-directory/${name}`, import.meta.url));

/** An owner registers a service and changes it on its pages. */
describe.skipIf(!hasChromium)('the pages of a service', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let accountId: string;
  let serviceId: string;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    accountId = await signUp(page, stage);
    await stage.setPlan(accountId, 'Starter');
    serviceId = await registerByUrl(page, stage);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const go = async (path: string, heading: string) => {
    await page.goto(stage.baseUrl + path);
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  };

  test('registers a second service from files, and reads its report', async () => {
    await go('/services/register', 'Register a service');
    await page.getByText('Files', { exact: true }).click();
    // An undeclared type: one operation is only partially supported.
    const wsdl = await readFile(example('user-directory.wsdl'), 'utf8');
    const xsd = await readFile(example('user-directory.xsd'), 'utf8');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: 'user-directory.wsdl', mimeType: 'text/xml', buffer: Buffer.from(wsdl) },
        {
          name: 'user-directory.xsd',
          mimeType: 'text/xml',
          buffer: Buffer.from(xsd.replaceAll('type="Address"', 'type="Nowhere"')),
        },
      ]);
    await page.getByRole('button', { name: 'Continue' }).click();
    // The same ports as the first service: publishing asks for confirmation.
    await page.getByText('You already have this service as').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Uploaded');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish a second service' }).click();
    await page.getByText('is live as a JSON API').waitFor();
    expect(serviceIdOf(page)).not.toBe(serviceId);
    const shown = await page.locator('main').textContent();
    expect(shown).toContain('Nowhere');
    expect(shown).toMatch(/user-directory\.xsd/);
  });

  test('reports files that are not documents', async () => {
    await go('/services/register', 'Register a service');
    await page.getByLabel('WSDL URL').fill(`${stage.soap.address}/nothing-here`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).isVisible()).toBe(true);
  });

  test('releases an operation that the gateway put on hold', async () => {
    await stage.hold(accountId, serviceId, 'ListUsers');
    await go(`/services/${serviceId}/operations`, 'Operations');
    await page
      .getByRole('row', { name: /ListUsers/ })
      .getByText('On hold')
      .waitFor();
    await page.getByRole('button', { name: 'ListUsers', exact: true }).click();
    await page.getByText('This operation is on hold').waitFor();
    await page.getByRole('button', { name: 'Release operation' }).click();
    await page.getByText('Operation released').waitFor();
    await page.getByText('This operation is on hold').waitFor({ state: 'hidden' });
    expect(await page.getByText('On hold').count()).toBe(0);
  });

  test('starts with an example of all fields or only the required ones', async () => {
    await go(`/services/${serviceId}/try-it?operation=CreateUser`, 'Try it');
    const editor = page.getByLabel('JSON', { exact: true }).first();
    const all = JSON.parse(await editor.inputValue());
    await page.getByRole('button', { name: 'Required fields' }).click();
    const least = JSON.parse(await editor.inputValue());
    expect(JSON.stringify(least).length).toBeLessThan(JSON.stringify(all).length);
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reset example' }).click();
    expect(JSON.parse(await editor.inputValue())).toEqual(all);
  });

  test('stores the credentials of a token service, and says what is missing', async () => {
    await go(`/services/${serviceId}/connection`, 'Connection test');
    await page.getByRole('button', { name: 'Add credentials' }).click();
    await page.getByRole('checkbox', { name: 'Token service' }).check();
    const save = page.getByRole('button', { name: 'Save credentials' });
    await save.click();
    await page.getByText('Enter the URL of the token service').waitFor();
    await page.getByLabel('Token service URL').fill('https://sts.example.com/issue');
    await page.getByRole('combobox', { name: 'Token type' }).click();
    await page.getByRole('option', { name: 'SAML 1.1' }).click();
    await page.getByRole('combobox', { name: 'Proof of possession' }).click();
    await page.getByRole('option', { name: /holder-of-key/ }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('ada');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('s3cret');
    await save.click();
    // The gateway says that the key is missing.
    await page.getByText(/the key that the token is for/).waitFor();
    await page.getByRole('combobox', { name: 'Proof of possession' }).click();
    await page.getByRole('option', { name: 'None (bearer)' }).click();
    await save.click();
    await page.getByText('Stored:').waitFor();
    expect(await page.locator('main').textContent()).toContain('Token service');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Credentials removed').waitFor();
  });

  test('asks before a link, Escape or Back loses an edit', async () => {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await go(`/services/${serviceId}/connection`, 'Connection test');
    const timeout = page.getByRole('textbox', { name: 'Timeout' });
    await timeout.fill('7');
    await page.getByRole('link', { name: 'Revisions', exact: true }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await timeout.inputValue()).toContain('7');
    await page.getByRole('link', { name: 'Operations', exact: true }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'ListUsers', exact: true }).click();
    const shape = page.getByRole('dialog').getByRole('combobox', { name: 'Response shape' });
    await shape.click();
    await page.getByRole('option', { name: /^Full/ }).click();
    await page.getByRole('option', { name: /^Full/ }).waitFor({ state: 'hidden' });
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await leave();
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
      expect(await shape.inputValue()).toMatch(/^Full/);
    }
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await shape.waitFor({ state: 'hidden' });
  });

  test('restores a search from its URL, and says when nothing matches', async () => {
    await go(`/services/${serviceId}/operations?q=zzz`, 'Operations');
    await page.getByText('No operation matches “zzz”.').waitFor();
    await page.getByLabel('Search operations').fill('list');
    await page.waitForURL(/q=list/);
    await page.getByText('1 of 3 operations').waitFor();
    await page.reload();
    await page.getByText('1 of 3 operations').waitFor();
    expect(await page.getByLabel('Search operations').inputValue()).toBe('list');
  });

  test('keeps an edit when the session ends elsewhere, and continues after a new login', async () => {
    await go(`/services/${serviceId}/settings`, 'Browser access (CORS)');
    const origins = page.getByLabel('Allowed origins');
    await origins.fill('https://app.example.com');
    await browser.context.clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).nth(1).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await origins.inputValue()).toBe('https://app.example.com');
    await page.getByRole('button', { name: 'Save', exact: true }).nth(1).click();
    await page.getByText('Settings saved').waitFor();
  });

  test('chooses how often the WSDL is checked, and what happens to changes', async () => {
    await go(`/services/${serviceId}/settings`, 'WSDL updates');
    await page.getByRole('combobox', { name: 'Check for changes' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await page.getByText('Checks saved').first().waitFor();
    // It is chosen once it is saved.
    const automatic = page.getByLabel('Publish automatically');
    await automatic.click();
    await expect.poll(() => automatic.isChecked()).toBe(true);
    await page.reload();
    const schedule = page.getByRole('combobox', { name: 'Check for changes' });
    await expect.poll(() => schedule.inputValue()).toBe('Every week');
    expect(await page.getByLabel('Publish automatically').isChecked()).toBe(true);
    await page.getByText(/^Next check /).waitFor();
    await schedule.click();
    await page.getByRole('option', { name: 'Off' }).click();
    await page.getByText(/^Next check /).waitFor({ state: 'hidden' });
  });

  test('loads the page automatically when the gateway is back', async () => {
    await page.route('**/api/manage/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByText('The gateway is not responding').first().waitFor();
    await page.unroute('**/api/manage/**');
    await page.getByRole('heading', { name: 'This billing period' }).waitFor();
    await page.getByText('The gateway is not responding').waitFor({ state: 'hidden' });
  });

  test('announces the end of an operation, and withdraws the announcement', async () => {
    await go(`/services/${serviceId}/operations`, 'Operations');
    await page.getByRole('button', { name: 'GetUser' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Not deprecated.').waitFor();
    await dialog.getByLabel('Last day (optional)').fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Deprecate' }).click();
    await dialog.getByText(/^Deprecated since .*, until December 31, 2099\.$/).waitFor();
    const shown = await page.evaluate(
      async (id) => (await fetch(`/api/manage/services/${id}/deprecations`)).json(),
      serviceId,
    );
    expect(shown).toMatchObject({
      service: null,
      operations: [{ operation: 'GetUser', sunset: '2099-12-31T23:59:59.000Z' }],
    });
    await dialog.getByRole('button', { name: 'Remove deprecation' }).click();
    await dialog.getByText('Not deprecated.').waitFor();
  });
});
