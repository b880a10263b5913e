import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Webhook as Judge } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

describe.skipIf(!hasChromium)('events in the dashboard', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let accountId: string;
  let serviceId: string;
  let axe: string;
  beforeAll(async () => {
    [stage, browser, axe] = await Promise.all([
      openStage(),
      startBrowser({ bypassCSP: true }),
      readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    ]);
    page = await browser.newPage();
    accountId = await signUp(page, stage);
    serviceId = await registerByUrl(page, stage);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const banner = () => page.getByRole('region', { name: 'Important event' });
  const events = () => page.getByRole('list', { name: 'Events' }).getByRole('listitem');

  /** Returns what axe finds, in both colour schemes. */
  async function violations(): Promise<string[]> {
    const found: string[] = [];
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      const ids = await page.evaluate(async () => {
        const { axe: engine } = window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
        };
        return (await engine.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')}`);
      });
      found.push(...ids.map((id) => `${colorScheme}: ${id}`));
    }
    await page.emulateMedia({ colorScheme: 'light' });
    return found;
  }
  /** Returns the elements that reach beyond the right edge of the window. */
  const overflow = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
    );

  test('an account without events says what will be here', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await page.getByRole('heading', { name: 'No events yet' }).waitFor();
    expect(await banner().count()).toBe(0);
    expect(await violations()).toEqual([]);
  });

  test('an important event is on every page until it is read, and leads to where the owner can act', async () => {
    await stage.hold(accountId, serviceId, 'GetUser');
    await page.goto(`${stage.baseUrl}/keys`);
    await banner().getByText('The operation GetUser of UserDirectory is held').waitFor();
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(overflow).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await banner()
      .getByRole('link', { name: /^The operation GetUser/ })
      .click();
    await page.waitForURL(`**/services/${serviceId}/operations`);
    await banner()
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    await banner().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'ListUsers' }).waitFor();
    expect(await banner().count()).toBe(0);
  });

  test('the list shows events newest first, and marks one or all as read, by keyboard', async () => {
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Billing');
    const addresses = page.getByRole('dialog').getByLabel('Allowed addresses');
    await addresses.fill('192.0.2.0/24\n\n10.0.0.300\n192.0.2.1/24');
    await page.getByRole('dialog').getByLabel('Last day').fill('2020-01-31');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    // Beside the field, each with its line; a line that is changed has no problem any more.
    const problem = page.getByRole('dialog').getByText(/^Line 3: "10\.0\.0\.300" is neither/);
    expect(await problem.textContent()).toMatch(/\nLine 4: "192\.0\.2\.1\/24" has bits after its prefix/);
    await expect.poll(() => addresses.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByRole('dialog').getByRole('alert').count()).toBe(0);
    await addresses.fill('192.0.2.0/24\n192.0.2.1/24');
    await page
      .getByRole('dialog')
      .getByText(/^Line 2: "192/)
      .waitFor();
    await addresses.fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByText('Must be in the future.').waitFor();
    await page.getByRole('dialog').getByLabel('Last day').fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByRole('link', { name: 'Events' }).click();
    await expect.poll(() => events().count()).toBe(2);
    expect(await events().first().textContent()).toContain('The API key “Billing” was created');
    const markOne = page.getByRole('button', { name: 'Mark as read: The API key “Billing” was created' });
    await markOne.focus();
    await page.keyboard.press('Enter');
    await markOne.waitFor({ state: 'detached' });
    await stage.hold(accountId, serviceId, 'ListUsers');
    await page.reload();
    await expect.poll(() => events().count()).toBe(3);
    await page.getByText('Unread', { exact: true }).click();
    await page.waitForURL('**/events?unread=true');
    await expect.poll(() => events().count()).toBe(1);
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(overflow).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Mark all as read' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No unread event.').waitFor();
  });

  test('a webhook is created, tested, given a new secret and deleted', async () => {
    let status = 204;
    const messages: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        messages.push({ headers: request.headers, body });
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByLabel('Name').fill('On-call chat');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('https://user:pass@example.com/');
    await dialog.getByLabel('Selected events').first().click();
    await dialog.getByLabel('Service failing').click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Must begin with https:// or http://, and contain no user name').waitFor();
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://10.1.2.3/hook');
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    // Beside its field, which has the focus, and nowhere else.
    await dialog.getByText('EGRESS_ALLOW=10.1.2.3').waitFor();
    const field = dialog.getByRole('textbox', { name: 'URL' });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('textbox', { name: 'URL' }).fill(url);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('whsec_').waitFor();
    const secretOf = async () => /whsec_[A-Za-z0-9+/]+=/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
    const secret = await secretOf();
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click();

    await page.getByText('Nothing was sent to On-call chat yet.').waitFor();
    await page.getByRole('button', { name: 'Send test to On-call chat' }).click();
    await page.getByText(/^The receiver responded with 204 in \d+ ms\.$/).waitFor();
    expect(await page.getByRole('cell', { name: 'Delivered' }).count()).toBe(1);
    expect(messages).toHaveLength(1);
    const verified = new Judge(secret).verify(messages[0]!.body, messages[0]!.headers as never);
    expect(verified).toMatchObject({ type: 'webhook.test' });
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await violations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    // The outcome of the attempt, and no success before it is known.
    status = 302;
    await page.getByRole('button', { name: 'Send test to On-call chat' }).click();
    await page
      .getByRole('alert')
      .getByText('The receiver responded with 302: Redirect not followed. The next attempt is on')
      .waitFor();
    expect(await page.getByText('Test event delivered').count()).toBe(0);
    expect(await violations()).toEqual([]);

    await page.getByText('Service failing', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit On-call chat' }).click();
    expect(await dialog.getByRole('textbox', { name: 'URL' }).inputValue()).toBe(url);
    await dialog.getByLabel('Key created').click();
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Service failing, Key created', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'New secret for On-call chat' }).click();
    await dialog.getByRole('button', { name: 'Create secret' }).click();
    await dialog.getByText('whsec_').waitFor();
    expect(await secretOf()).not.toBe(secret);
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByText('Signed with both secrets until').waitFor();
    status = 410;
    await page.getByRole('button', { name: 'Send test to On-call chat' }).click();
    await page.getByText('The receiver responded with 410.').waitFor();
    await page.getByText('The receiver answered 410 Gone').waitFor();
    await page.getByRole('button', { name: 'Turn on On-call chat' }).click();
    await page.getByRole('button', { name: 'Turn off On-call chat' }).click();
    await page.getByRole('button', { name: 'Turn on On-call chat' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send test to On-call chat' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Delete On-call chat' }).click();
    await dialog.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    receiver.closeAllConnections();
    receiver.close();
  });
});
