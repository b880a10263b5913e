import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/user-directory/${name}`, import.meta.url));

describe.skipIf(!hasChromium)('the preview of an import', { sequential: true }, () => {
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

  async function upload(name: string, text: string): Promise<void> {
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByText('Files', { exact: true }).click();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name, mimeType: 'text/xml', buffer: Buffer.from(text) }]);
    await page.getByRole('button', { name: 'Continue' }).click();
  }
  const services = () =>
    page.evaluate(async () => (await (await fetch('/api/manage/services')).json()).services.length);

  test('names a missing file that every operation needs, and does not publish', async () => {
    const text = await readFile(example('user-directory.wsdl'), 'utf8');
    const half = text
      .replace(/<wsdl:binding .*<\/wsdl:binding>/s, '')
      .replace('<wsdl:types>', '<wsdl:import namespace="urn:b" location="bindings/b.wsdl"/><wsdl:types>');
    expect(half).toContain('<wsdl:import');
    await upload('half.wsdl', half);
    await page.getByText('bindings/b.wsdl').first().waitFor();
    // Files are found by their names; what is not one of them is named.
    await page.getByRole('button', { name: 'Add several files' }).waitFor();
    const buffer = await readFile(example('user-directory.xsd'));
    await page.getByTestId('missing-files').setInputFiles([
      { name: 'USER-DIRECTORY.xsd', mimeType: 'text/xml', buffer },
      { name: 'stranger.xsd', mimeType: 'text/xml', buffer },
    ]);
    await page.getByText('Not among the missing files: stranger.xsd').waitFor();
    await page.getByText('b.wsdl is missing').waitFor();
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: /^Discard/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(/\/services$/);
  });

  test('asks for a login if the server of the WSDL requires one, and keeps the URL', async () => {
    const logins: (string | undefined)[] = [];
    const http = createServer(async ({ headers, url }, response) => {
      logins.push(headers.authorization);
      if (headers.authorization !== `Basic ${Buffer.from('ada:lovelace').toString('base64')}`)
        return response.writeHead(401).end();
      const name = url?.endsWith('.xsd') ? 'user-directory.xsd' : 'user-directory.wsdl';
      response.end(await readFile(example(name)));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
    const { port } = http.address() as AddressInfo;
    try {
      await page.goto(`${stage.baseUrl}/services/register`);
      const address = page.getByLabel('WSDL URL');
      await address.fill(`http://127.0.0.1:${port}/user-directory.wsdl`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('The server of the WSDL asks for a login').waitFor();
      await page.getByLabel('Login for the WSDL').waitFor();
      expect(await address.inputValue()).toContain(`:${port}/`);
      await page.getByText('Password', { exact: true }).first().click();
      await page.getByLabel('User name').fill('ada');
      await page.getByLabel('Password', { exact: true }).last().fill('lovelace');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('All 3 operations are fully supported.').waitFor();
      expect(logins[0]).toBeUndefined();
      // Kept for checks unless the owner decides otherwise.
      expect(await page.getByLabel('Keep the login of the WSDL').isChecked()).toBe(true);
      await page.getByLabel('URL path').fill('behind-a-login');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('is live as a JSON API').waitFor();
      const before = logins.length;
      await page.goto(`${new URL(page.url()).origin}${new URL(page.url()).pathname}/settings`);
      await page.getByText('Login for the WSDL stored; can’t be viewed.').waitFor();
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByText(/^Last check .*: no change\.$/).waitFor();
      expect(new Set(logins.slice(before))).toEqual(
        new Set([`Basic ${Buffer.from('ada:lovelace').toString('base64')}`]),
      );
      await page.getByRole('button', { name: 'Delete service' }).click();
      await page.getByRole('dialog').getByLabel('Type behind-a-login to confirm').fill('behind-a-login');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete service' }).click();
      await page.waitForURL(/\/services$/);
    } finally {
      http.close();
    }
  });

  test('a reload during an import shows it again, and a failed one leaves the URL in the form', async () => {
    let respond: (() => void) | undefined;
    const http = createServer((_request, response) => {
      respond = () => response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/slow.wsdl`;
    try {
      await page.goto(`${stage.baseUrl}/services/register`);
      await page.getByLabel('WSDL URL').fill(url);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect.poll(() => respond).toBeDefined();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Reading the WSDL' }).waitFor();
      respond!();
      await page.getByText('404 Not Found').waitFor();
      expect(await page.getByLabel('WSDL URL').inputValue()).toBe(url);
      // It is over: another visit begins with an empty form.
      await page.reload();
      expect(await page.getByLabel('WSDL URL').inputValue()).toBe('');
    } finally {
      http.closeAllConnections();
      http.close();
    }
  });

  test('accepts a file for the missing one under any name on disk', async () => {
    await upload('user-directory.wsdl', await readFile(example('user-directory.wsdl'), 'utf8'));
    await page.getByText('user-directory.xsd is missing').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add user-directory.xsd' }).click();
    const buffer = await readFile(example('user-directory.xsd'));
    await (await chooser).setFiles({ name: 'download (1).xsd', mimeType: 'text/xml', buffer });
    await page.getByText('user-directory.xsd is missing').waitFor({ state: 'hidden' });
    await page.getByText('All 3 operations are fully supported.').waitFor();
  });

  test('survives a reload with the choices, and is listed until it is published', async () => {
    // Marks become hyphens, and those at an end are not part of the permanent path.
    await page.getByLabel('URL path').fill('my service!');
    await page.getByLabel('Name', { exact: true }).focus();
    await expect.poll(() => page.getByLabel('URL path').inputValue()).toBe('my-service');
    await page.getByLabel('URL path').fill('people');
    await page.getByLabel('Name', { exact: true }).fill('People');
    // The path was saved on leaving its field; this waits for the name.
    const saved = page.waitForResponse(
      async (response) =>
        response.request().method() === 'PATCH' && (await response.json()).name === 'People',
    );
    await page.getByLabel('URL path').focus();
    expect((await saved).status()).toBe(200);
    await page.reload();
    expect(await page.getByLabel('URL path').inputValue()).toBe('people');
    expect(await page.getByText('/people/…').isVisible()).toBe(true);
    expect(await services()).toBe(0);
    await page.goto(`${stage.baseUrl}/services`);
    await page.getByRole('link', { name: /^Continue with/ }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: 'How to call it' }).waitFor();
    expect(await page.locator('main').textContent()).toContain('/people');
    await page.goto(`${stage.baseUrl}/services`);
    await page.getByText('Active').first().waitFor();
    expect(await page.getByText('Not published yet').count()).toBe(0);
  });

  test('publishes several ports as one API: an operation name that clashes gets the name of its port', async () => {
    const orders = fileURLToPath(new URL('./orders/orders.wsdl', import.meta.url));
    await upload('orders.wsdl', (await readFile(orders, 'utf8')).replace('ENDPOINT', '192.168.1.10:8088'));
    await page.getByText('EGRESS_ALLOW=192.168.1.10:8088').first().waitFor();
    await page.getByText('2 operations will be published.').waitFor();
    await page.getByRole('button', { name: 'Select all ports' }).click();
    expect(await page.getByRole('checkbox', { name: /Internal/ }).isChecked()).toBe(true);
    await page.getByText('4 operations will be published. 2 operations share a name').waitFor();
    await page.locator('summary', { hasText: '2 operations' }).last().click();
    await page.getByText('called Internal::FindOrder').waitFor();
    await page.getByRole('checkbox', { name: /Internal/ }).uncheck();
    await page.getByText('2 operations will be published.').waitFor();
    await page.getByRole('button', { name: /^Discard/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(/\/services$/);
  });

  test('asks before the same WSDL is published a second time', async () => {
    await upload('user-directory.wsdl', await readFile(example('user-directory.wsdl'), 'utf8'));
    await page.getByText('You already have this service as People').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByText('Publish this WSDL a second time?').waitFor();
    await page.keyboard.press('Escape');
    expect(await services()).toBe(1);
  });

  test('the sample service needs no server: its calls get examples', async () => {
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByRole('button', { name: 'Use a sample service' }).click();
    await page.getByText('Calls get examples from the WSDL').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Sample library is published as a JSON API').waitFor();
    expect(await page.getByText('The gateway can’t call this service yet').count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Try it' }).first().click();
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('region', { name: 'the JSON response' }).getByText('"mock": true').waitFor();
  });
});
