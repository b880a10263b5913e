import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** An authorization server that the operator allows. Nobody calls it. */
const ISSUER = 'https://login.example.com/tenant';

/** Each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('agents page', { sequential: true }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let accountId: string;
  let key: string;
  let axe: string;
  let sent: string[] = [];
  beforeAll(async () => {
    [stage, browser, axe] = await Promise.all([
      openStage({ TOKEN_ISSUERS: ISSUER }),
      // The content security policy forbids injecting axe-core. Other tests check the policy.
      startBrowser({ bypassCSP: true }),
      readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    ]);
    page = await browser.newPage();
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    accountId = await signUp(page, stage);
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('agent');
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    key = (await page.getByText(/^sst_live_/).textContent()) ?? '';
    const serviceId = await registerByUrl(page, stage);
    await page.goto(`${stage.baseUrl}/services/${serviceId}/agents`);
    await page.getByRole('heading', { name: 'AI agents' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  /** Sends a message as an agent to the URL that the page shows. */
  async function asAgent(method: string, params: object = {}) {
    const url = await page
      .getByText(/\/mcp\/v1\/[^/]+\/.+/)
      .first()
      .textContent();
    const { status, text } = await stage.send(new URL(url ?? '').pathname, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status, ...JSON.parse(text) };
  }
  /** The violations of WCAG that axe finds in the open dialog. */
  async function violations(): Promise<readonly string[]> {
    await page.evaluate(axe);
    return page.evaluate(async () => {
      const engine = (window as never as Record<'axe', { run(at: string, options: object): never }>).axe;
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      const found = (await engine.run('[role=dialog]', { runOnly: ['wcag2a', 'wcag2aa'] })) as {
        violations: { id: string }[];
      };
      return found.violations.map(({ id }) => id);
    });
  }
  const choice = (operation: string) => page.getByLabel(`Agents may call ${operation}`, { exact: true });

  test('creates a key for access tokens once, with the fields of its rule', async () => {
    const back = page.url();
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('assistants');
    await dialog.getByRole('radio', { name: 'Agents that sign in' }).check();
    expect(await dialog.getByLabel('Authorization server').inputValue()).toBe(ISSUER);
    await dialog.getByLabel('Required scopes').fill(' users:read  users:write users:read ');
    await dialog.getByLabel('Audience').fill('api://users');
    expect(await violations()).toEqual([]);
    sent = [];
    await dialog.getByRole('button', { name: 'Create', exact: true }).dblclick();
    await page.getByText(`Tokens of ${ISSUER}`).waitFor();
    expect(sent).toEqual(['POST /api/manage/keys']);
    const rules = await page.evaluate(async () => {
      const { keys } = await (await fetch('/api/manage/keys')).json();
      return keys.flatMap(({ token }: { token: unknown }) => (token === null ? [] : [token]));
    });
    expect(rules).toEqual([
      { issuer: ISSUER, audience: 'api://users', scopes: ['users:read', 'users:write'] },
    ]);
    await page.goto(back);
    await page.getByRole('heading', { name: 'AI agents' }).waitFor();
  });

  test('limits a key to operations, shows the limit, and removes it', async () => {
    const back = page.url();
    await page.goto(`${stage.baseUrl}/keys`);
    await page.getByRole('button', { name: 'Limit agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Service' }).click();
    await page.getByRole('option').click();
    const operations = dialog.getByRole('combobox', { name: 'Operations' });
    await operations.fill('getu');
    expect(await page.getByRole('option').allTextContents()).toEqual(['GetUser']);
    await page.getByRole('option', { name: 'GetUser' }).click();
    await operations.fill('List');
    await page.getByRole('option', { name: 'ListUsers' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 operations').waitFor();
    await page.getByRole('button', { name: 'Limit agent' }).click();
    for (const entry of [/^Remove .+\/GetUser$/, /^Remove .+\/ListUsers$/])
      await dialog.getByRole('button', { name: entry }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 operations').waitFor({ state: 'detached' });
    await page.goto(back);
    await page.getByRole('heading', { name: 'AI agents' }).waitFor();
  });

  test('turns agents on, which does not offer any operation yet', async () => {
    await page.getByRole('button', { name: 'Turn on agents' }).click();
    await page.getByText('Agents see no operation yet').waitFor();
    expect(await choice('CreateUser').inputValue()).toBe('no');
    expect((await asAgent('tools/list')).result.tools).toEqual([]);
  });

  test('offers the reading operations that are shown, until the page is left without saving', async () => {
    await page.getByLabel('Search operations').fill('USER');
    await page.getByText(/^3 of 3 found/).waitFor();
    await page.getByLabel('Search operations').fill('getu');
    await page.getByText(/^1 of 3 found/).waitFor();
    await page.getByRole('button', { name: 'Offer reads' }).click();
    await page.getByLabel('Search operations').fill('');
    const choices = () =>
      Promise.all(['GetUser', 'ListUsers', 'CreateUser'].map((name) => choice(name).inputValue()));
    expect(await choices()).toEqual(['read-only', 'no', 'no']);
    await page.getByRole('button', { name: 'Offer reads' }).click();
    expect(await choices()).toEqual(['read-only', 'read-only', 'no']);
    await page.getByRole('button', { name: 'Offer none' }).click();
    expect(await choices()).toEqual(['no', 'no', 'no']);
    await page.reload();
    await page.getByText('Agents see no operation yet').waitFor();
  });

  test('saves the choice of operations, which agents then see with their hints', async () => {
    await choice('GetUser').selectOption('read-only');
    await choice('CreateUser').selectOption('yes');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Agents see 2 tools').waitFor();
    const { tools } = (await asAgent('tools/list')).result;
    const hints = tools.map((tool: { name: string; annotations: { readOnlyHint: boolean } }) => [
      tool.name,
      tool.annotations.readOnlyHint,
    ]);
    expect(Object.fromEntries(hints)).toEqual({ GetUser: true, CreateUser: false });
  });

  test('shows the definition that agents receive, and its number of tokens', async () => {
    await page.getByRole('button', { name: 'Show text of GetUser' }).click();
    const shown = await page.getByRole('region', { name: 'the tool GetUser' }).textContent();
    const { tools } = (await asAgent('tools/list')).result;
    const received = tools.find(({ name }: { name: string }) => name === 'GetUser');
    expect(JSON.parse(shown ?? '')).toEqual(received);
    await page.keyboard.press('Escape');
    const tokens = Math.ceil(Buffer.byteLength(JSON.stringify(received)) / 4);
    const row = await page.getByRole('row', { name: /GetUser/ }).textContent();
    expect(row).toContain(tokens.toLocaleString('en'));
  });

  test('saves a description once, which models then read in place of the documentation', async () => {
    const described = async (): Promise<string> =>
      (await asAgent('tools/list')).result.tools.find(({ name }: { name: string }) => name === 'GetUser')
        .description;
    const before = await described();
    await page.getByRole('button', { name: 'Show text of GetUser' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your description').fill('Finds one user by number.');
    expect(await violations()).toEqual([]);
    sent = [];
    await dialog.getByRole('button', { name: 'Save description' }).dblclick();
    await page.getByText('Description saved').waitFor();
    expect(sent).toEqual([expect.stringMatching(/^PATCH \/api\/manage\/services\/[\w-]+$/)]);
    await expect.poll(described).toContain('Finds one user by number.');
    await dialog.getByLabel('Your description').fill('');
    await dialog.getByRole('button', { name: 'Save description' }).click();
    await expect.poll(described).toBe(before);
    await page.keyboard.press('Escape');
  });

  test('shows the set-up of each client with the URL of the service', async () => {
    const url = `${stage.baseUrl}/mcp/v1/${accountId}/`;
    for (const client of ['Cursor', 'VS Code', 'Claude Code', 'Standard I/O', 'Inspector']) {
      await page.locator('label', { hasText: new RegExp(`^${client}$`) }).click();
      const code = await page.getByRole('region', { name: `the set-up of ${client}` }).textContent();
      expect(code).toContain(url);
      expect(code).toContain('Bearer YOUR_KEY');
    }
  });

  test('lists the calls of agents', async () => {
    const called = await asAgent('tools/call', { name: 'GetUser', arguments: { userId: 1001 } });
    expect(called.result.isError).not.toBe(true);
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByRole('heading', { name: 'Recent calls from agents' }).waitFor();
          return page.getByRole('cell', { name: 'MCP', exact: true }).count();
        },
        { timeout: 30_000, interval: 1000 },
      )
      .toBe(1);
  });

  test('turns agents off after a confirmation', async () => {
    await page.getByRole('button', { name: 'Turn off agents' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn on agents' }).waitFor();
    const answer = await stage.send(`/mcp/v1/${accountId}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect(JSON.parse(answer.text).result.tools).toEqual([]);
  });
});
