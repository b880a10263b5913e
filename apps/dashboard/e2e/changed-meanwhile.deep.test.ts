import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** Two pages of one account edit the same settings. Each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('edits of what was changed meanwhile', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let path: string;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    await signUp(page, stage);
    path = `/api/manage/services/${await registerByUrl(page, stage)}`;
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Sends a change as another page of the owner would. */
  async function changeElsewhere(method: string, at: string, body: unknown): Promise<void> {
    const status = await page.evaluate(
      async ([sentMethod, sentPath, sentBody]) => {
        const { csrfToken } = await (await fetch('/api/manage/session')).json();
        const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken };
        return (await fetch(sentPath!, { method: sentMethod!, headers, body: sentBody! })).status;
      },
      [method, at, JSON.stringify(body)],
    );
    expect([200, 201]).toContain(status);
  }
  const stored = () =>
    page.evaluate(async (at) => (await fetch(at)).json(), path) as Promise<{
      name: string;
      settings: Record<string, unknown>;
      operations: { name: string; cacheSeconds: number; methodPolicy: string }[];
    }>;
  const open = async (tab: string, label: string) => {
    await page.goto(`${stage.baseUrl}${path.replace('/api/manage', '')}/${tab}`);
    await page.getByLabel(label, { exact: true }).first().waitFor();
  };
  const dialog = () => page.getByRole('dialog', { name: 'Changed meanwhile' });
  const row = (name: string) => dialog().getByRole('row').filter({ hasText: name });
  const nameField = () => page.getByRole('textbox', { name: 'Name', exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

  test('the owner sees both names, and takes the current one', async () => {
    await open('settings', 'Name');
    await changeElsewhere('PATCH', path, { name: 'Theirs' });
    await nameField().fill('Mine');
    await press('Rename');
    await dialog().waitFor();
    expect(await row('Name').textContent()).toBe('NameMineTheirs');
    expect((await stored()).name).toBe('Theirs');
    await dialog().getByRole('button', { name: 'Use current' }).click();
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => nameField().inputValue()).toBe('Theirs');
    expect((await stored()).name).toBe('Theirs');
  });

  test('the owner saves the own name over the current one', async () => {
    await changeElsewhere('PATCH', path, { name: 'Theirs again' });
    await nameField().fill('Mine');
    await press('Rename');
    expect(await row('Name').textContent()).toBe('NameMineTheirs again');
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Name saved').waitFor();
    expect((await stored()).name).toBe('Mine');
  });

  test('closing the question saves nothing, keeps the edit, and says what happened', async () => {
    await open('settings', 'Name');
    await changeElsewhere('PATCH', path, { name: 'Theirs, a third time' });
    await nameField().fill('Later');
    await press('Rename');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('Changed meanwhile').waitFor();
    expect(await nameField().inputValue()).toBe('Later');
    expect((await stored()).name).toBe('Theirs, a third time');
  });

  test('a change of another setting is kept without a question', async () => {
    await open('connection', 'Timeout');
    await changeElsewhere('PATCH', path, { settings: { endpoint: stage.soap.address, numbers: 'string' } });
    await page.getByLabel('Timeout', { exact: true }).fill('7');
    await press('Save');
    await page.getByText('Connection saved').waitFor();
    expect((await stored()).settings).toMatchObject({
      timeoutMs: 7000,
      endpoint: stage.soap.address,
      numbers: 'string',
    });
  });

  test.each([
    ['Lenient HTTP', 'lenientHttp'],
    ['Allow attachments that the WSDL does not declare', 'allowUndeclaredAttachments'],
  ])('%s is on where the owner checks it, and no setting otherwise', async (label, setting) => {
    await open('connection', 'Timeout');
    const box = page.getByLabel(label, { exact: true });
    expect(await box.isChecked()).toBe(false);
    await page.getByText(label, { exact: true }).click();
    await press('Save');
    await page.getByText('Connection saved').waitFor();
    expect((await stored()).settings).toMatchObject({ [setting]: true });
    await open('connection', 'Timeout');
    expect(await box.isChecked()).toBe(true);
    await expectNoSidewaysScrolling(label);
    await box.press('Space');
    await press('Save');
    await page.getByText('Connection saved').waitFor();
    expect((await stored()).settings[setting]).toBeNull();
  });

  /** The page in both colour schemes, on a desk and on a phone: its content fits. */
  async function expectNoSidewaysScrolling(label: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [width, height] of [
        [1280, 900],
        [390, 844],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        await page.getByLabel(label, { exact: true }).scrollIntoViewIfNeeded();
        const beside = () => document.documentElement.scrollWidth - window.innerWidth;
        expect(await page.evaluate(beside)).toBeLessThanOrEqual(0);
      }
    }
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  test('a form that shows new values of others while it is edited still asks about the edited one', async () => {
    await open('connection', 'Timeout');
    await page.getByLabel('Timeout', { exact: true }).fill('9');
    await changeElsewhere('PATCH', path, { settings: { timeoutMs: 8000 } });
    // The page reloads its service, as it does when its window gets the focus.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await press('Save');
    expect(await row('Timeout').textContent()).toBe('Timeout (milliseconds)90008000');
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Connection saved').waitFor();
    expect((await stored()).settings['timeoutMs']).toBe(9000);
  });

  test('an operation in its drawer, credentials, a deprecation and a key', async () => {
    await page.goto(`${stage.baseUrl}${path.replace('/api/manage', '')}/operations`);
    await page.getByRole('button', { name: 'ListUsers' }).click();
    const drawer = page.getByRole('dialog', { name: 'ListUsers' });
    await drawer.getByLabel('POST only').check();
    await changeElsewhere('PUT', `${path}/operations/ListUsers`, { methodPolicy: 'GET + POST' });
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await row('Allowed methods').textContent()).toBe('Allowed methodsPOSTGET + POST');
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const found = (await stored()).operations.find(({ name }) => name === 'ListUsers');
    expect(found?.methodPolicy).toBe('POST');

    await page.goto(`${stage.baseUrl}${path.replace('/api/manage', '')}/settings`);
    await page.getByLabel('Replacement (optional)').fill('https://mine.example/');
    await changeElsewhere('PUT', `${path}/deprecation`, { link: 'https://theirs.example/' });
    await press('Deprecate');
    expect(await row('Replacement').textContent()).toBe(
      'Replacementhttps://mine.example/https://theirs.example/',
    );
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Deprecation saved').waitFor();

    await page.goto(`${stage.baseUrl}${path.replace('/api/manage', '')}/connection`);
    await press('Add headers');
    await page.getByLabel('Header blocks').fill('{"Session":{"token":"canary-mine"}}');
    await changeElsewhere('PUT', `${path}/headers`, { blocks: { Session: { token: 'canary-theirs' } } });
    await press('Save headers');
    await dialog().getByText('Stored values can’t be shown').waitFor();
    expect(await dialog().textContent()).not.toContain('canary');
    await dialog().getByRole('button', { name: 'Use current' }).click();
    await page.getByRole('button', { name: 'Replace headers' }).waitFor();

    await page.goto(`${stage.baseUrl}/keys`);
    await changeElsewhere('POST', '/api/manage/keys', { name: 'limited' });
    await page.reload();
    await page.getByRole('button', { name: 'Limit limited', exact: true }).click();
    const { keys } = (await page.evaluate(async () => (await fetch('/api/manage/keys')).json())) as {
      keys: { id: string }[];
    };
    await changeElsewhere('PATCH', `/api/manage/keys/${keys[0]?.id}`, { operations: ['users/GetUser'] });
    await page.getByRole('dialog').getByRole('combobox', { name: 'Service' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Operations' }).fill('List');
    await page.getByRole('option', { name: 'ListUsers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    expect(await row('Operations').textContent()).toMatch(/^Operations[\w-]+\/ListUsersusers\/GetUser$/);
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Key saved').waitFor();

    await page.getByRole('button', { name: 'Revoke limited', exact: true }).click();
    await changeElsewhere('PATCH', `/api/manage/keys/${keys[0]?.id}`, { name: 'in use again' });
    await press('Revoke key');
    expect(await row('Name').textContent()).toBe('NameUnchangedin use again');
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('“limited” revoked').waitFor();
  });

  test('a saved example, and a revision that someone else has published', async () => {
    const example = `${path}/operations/ListUsers/example`;
    await page.goto(`${stage.baseUrl}${path.replace('/api/manage', '')}/try-it?operation=ListUsers`);
    await page.getByText('Valid', { exact: true }).waitFor();
    const editor = page.getByLabel('JSON', { exact: true }).first();
    await editor.fill('{"limit":4}');
    await changeElsewhere('PUT', example, { input: '{"limit":3}' });
    await press('Save as example');
    expect(await row('Saved example').textContent()).toBe('Saved example{"limit":4}{"limit":3}');
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await page.getByText('Example saved').waitFor();
    // A change that this page saved itself is not somebody else's change.
    await editor.fill('{"limit":5}');
    await press('Save as example');
    await expect
      .poll(() => page.evaluate(async (at) => (await fetch(at)).json(), example))
      .toEqual({ input: '{"limit":5}' });

    const wsdl = await (await fetch(stage.soap.wsdlAddress)).text();
    const files = [{ path: 'users.wsdl', content: Buffer.from(wsdl).toString('base64') }];
    await changeElsewhere('POST', `${path}/revisions`, { files, activate: 'never' });
    await page.goto(`${stage.baseUrl}${path.replace('/api/manage', '')}/revisions`);
    await press('Reject revision 2');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true });
    // It has read the revision, so a change from now on is one that the owner has not seen.
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await changeElsewhere('PUT', `${path}/revisions/2/in-force`, undefined);
    await confirm.click();
    expect(await row('Live revision').textContent()).toBe('Live revisionUnchanged2');
    await dialog().getByRole('button', { name: 'Use current' }).click();
    await page.getByRole('button', { name: 'Roll back to revision 1' }).waitFor();
    // The 412s, and the 401 of a visitor.
    expect(browser.complaints.filter((text) => !/status of (?:401|412)/.test(text))).toEqual([]);
  });
});
