import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { publish, serviceIdOf, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

const WSDL = fileURLToPath(new URL('./orders/orders.wsdl', import.meta.url));

/** Each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('the revisions page', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let wsdl: string;
  let address: string;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), startBrowser()]);
    page = await browser.newPage();
    await signUp(page, stage);
    wsdl = (await readFile(WSDL, 'utf8'))
      .replace('ENDPOINT', '127.0.0.1:8080')
      .replace(/<xs:import[^>]*>/, '')
      .replace('<xs:element ref="audit:Period"/>', '');
    await page.goto(`${stage.baseUrl}/services/register`);
    await page.getByText('Text', { exact: true }).click();
    await page.getByLabel('WSDL text').fill(wsdl);
    await publish(page);
    address = `${stage.baseUrl}/services/${serviceIdOf(page)}/revisions`;
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const item = (number: number) => page.getByRole('listitem').filter({ hasText: `Revision ${number}` });
  async function importAgain(text: string): Promise<void> {
    await page.goto(address);
    await page.getByRole('button', { name: 'Import again' }).click();
    await page.getByText('Text', { exact: true }).click();
    await page.getByLabel('WSDL text').fill(text);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
  }
  const renamed = () => wsdl.replace('<xs:element name="customer"', '<xs:element name="client"');

  test('a breaking revision that was never live can be rejected, and then no longer asks for approval', async () => {
    // A client calls what the revision changes; nobody is at the address of the service.
    const called = await page.evaluate(async (serviceId) => {
      const { csrfToken } = await (await fetch('/api/manage/session')).json();
      const headers = { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' };
      const { key } = await (
        await fetch('/api/manage/keys', { method: 'POST', headers, body: '{"name":"Billing"}' })
      ).json();
      const { proxyUrl } = await (await fetch(`/api/manage/services/${serviceId}`)).json();
      const { status } = await fetch(`${proxyUrl}/FindOrder`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"orderNumber":"A-1"}',
      });
      return status;
    }, serviceIdOf(page));
    expect(called).toBe(502);
    await expect
      .poll(() => page.evaluate(async () => (await (await fetch('/api/manage/calls')).json()).calls.length))
      .toBe(1);
    await importAgain(renamed());
    await page.getByText('Revision 2 needs approval').waitFor();
    await item(2).getByText('Billing: 1 call of FindOrder').waitFor();
    await item(2).getByText('Needs approval').waitFor();
    await item(2).getByText('Can break clients').first().waitFor();
    expect(await item(2).getByRole('button', { name: 'Roll back' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reject revision 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await item(2).getByText('Rejected').waitFor();
    await page.getByRole('link', { name: 'Operations', exact: true }).click();
    await page.getByRole('button', { name: 'FindOrder' }).waitFor();
    expect(await page.getByText('needs your approval').count()).toBe(0);
  });

  test('a revision that was never live can be published, and one that was live rolled back to', async () => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Publish revision 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await item(2).getByText('Live', { exact: true }).waitFor();
    await item(1).getByText('Was live').waitFor();
    await page.getByRole('button', { name: 'Roll back to revision 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await item(1).getByText('Live', { exact: true }).waitFor();
    await item(2).getByText('Was live').waitFor();
    // After a rollback, nothing waits for approval.
    expect(await page.getByText('Needs approval').count()).toBe(0);
  });

  test('shows the changes of the live revision, which are in the URL, and Back closes them', async () => {
    await page.getByRole('button', { name: 'Roll back to revision 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await item(2).getByText('Live', { exact: true }).waitFor();
    await page.goto(address);
    await page.getByRole('button', { name: 'Show changes of revision 2' }).click();
    await item(2).getByText('changes since revision 1').waitFor();
    await item(2).getByText('client', { exact: true }).first().waitFor();
    await page.waitForURL(/compare=2/);
    await page.reload();
    await item(2).getByText('changes since revision 1').waitFor();
    await page.goBack();
    await item(2).getByText('changes since revision 1').waitFor({ state: 'hidden' });
  });
});
