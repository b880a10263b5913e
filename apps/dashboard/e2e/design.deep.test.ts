import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCanaries } from '../../gateway/src/testing/canaries.js';
import {
  SESSION_WSDL,
  type SessionService,
  startSessionService,
} from '../../gateway/src/testing/session-service.js';
import { type Browser, hasChromium, startBrowser } from './browser.js';
import { registerByUrl, signUp } from './sign-up.js';
import { openStage, type Stage } from './stage.js';

/** Each test continues where the previous one ended. */
describe.skipIf(!hasChromium)('the page for the design of a service', { sequential: true }, () => {
  const canaries = createCanaries();
  const password = canaries.make('password');
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  let orders: SessionService;
  /** The pages of the example service, and of a service with a login. */
  let users: string;
  let crm: string;
  /** The bodies of all responses. */
  const shown: string[] = [];
  beforeAll(async () => {
    [stage, browser, orders] = await Promise.all([
      openStage(),
      startBrowser(),
      startSessionService(canaries),
    ]);
    orders.password = password;
    page = await browser.newPage();
    page.on('response', (response) => {
      if (response.url().includes('/api/'))
        void response.text().then(
          (text) => shown.push(text),
          () => undefined,
        );
    });
    await stage.setPlan(await signUp(page, stage), 'Pro');
    users = `${stage.baseUrl}/services/${await registerByUrl(page, stage)}`;
    const { serviceId } = await manage<{ serviceId: string }>('POST', 'services', {
      files: [{ path: 'orders.wsdl', content: Buffer.from(SESSION_WSDL).toString('base64') }],
      slug: 'crm',
      settings: { endpoint: orders.upstream.address },
    });
    crm = `${stage.baseUrl}/services/${serviceId}`;
  });
  afterAll(async () => {
    await browser?.close();
    await orders?.upstream.stop();
    await stage?.close();
  });

  function manage<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return page.evaluate(
      async ([method, path, body]) => {
        const { csrfToken } = await (await fetch('/api/manage/session')).json();
        const answer = await fetch(`/api/manage/${path}`, {
          method: method as string,
          headers: { 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(await answer.text());
        return answer.json();
      },
      [method, path, body] as const,
    );
  }
  const file = () => page.getByLabel('Design file');
  /** The text of the file. All lines of a short one are in the document. */
  const text = () =>
    file().evaluate((field) =>
      [...field.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    );
  const press = (name: string, exact = true) => page.getByRole('button', { name, exact }).click();
  const dialog = () => page.getByRole('dialog');
  const view = (name: string) => page.locator('label', { hasText: new RegExp(`^${name}$`) }).click();
  /** Publishes what is edited, after the dialog with what clients will notice. */
  async function publish(number: number): Promise<void> {
    await press('Publish');
    await dialog().getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText(`Live in revision ${number}`).waitFor();
  }

  test('a design is proposed as a text to edit, and undone', async () => {
    await page.goto(users);
    await page.getByRole('link', { name: 'API design' }).click();
    await page.getByText('Keys that can go at the top of the file:').waitFor();
    expect(await text()).toBe('');
    await press('Propose a design');
    expect(await text()).toMatch(/^# .*\n# A first design.*\nnames: camel\n/);
    await page.getByText('Edited, not published').waitFor();
    // Nothing was sent: a proposal is never applied automatically.
    expect(
      (await manage<{ design: unknown }>('GET', `services/${users.split('/').at(-1)}/design`)).design,
    ).toBe(null);
    await press('Undo');
    expect(await text()).toBe('');
    await page.getByText('Live in revision 1').waitFor();
  });

  test('a problem has its line and column, and the nearest name takes the place of a wrong one', async () => {
    await file().fill('# ours\nfill:\n  GetUser/userld: 7 # always Ada\n');
    await press('Check');
    const problems = page.getByRole('status').filter({ hasText: 'Line 3' });
    await problems
      .getByText('fill > GetUser/userld: the input of GetUser has no member "userld"; did you mean userId?')
      .waitFor();
    await problems.getByRole('button', { name: 'Line 3, column 3' }).click();
    expect(await page.evaluate(() => String(getSelection()))).toBe('GetUser/userld');
    expect(await file().getAttribute('aria-invalid')).toBe('true');
    await problems.getByRole('button', { name: 'Replace by userId' }).click();
    expect(await text()).toBe('# ours\nfill:\n  GetUser/userId: 7 # always Ada\n');
    await press('Check');
    await page.getByText('The design fits the service').waitFor();
    await page.getByText('can break clients').first().waitFor();
    await file().fill('fill: [');
    await page.getByText(/^Line 1, column \d+/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Check' }).isDisabled()).toBe(true);
    await press('Undo');
  });

  test('a preview shows the input, the document and the tool of an operation with the edited design, by keyboard', async () => {
    await file().fill('names: camel\nfill: { ListUsers/department: R&D }\n');
    const section = page.getByRole('region', { name: 'Preview', exact: true });
    await section.getByRole('combobox', { name: 'Operation' }).fill('ListUsers');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const input = section.getByRole('region', { name: 'Example input' });
    await input.waitFor();
    expect(await input.textContent()).not.toContain('department');
    await section.getByRole('tab', { name: 'Input' }).focus();
    await page.keyboard.press('ArrowRight');
    const document = await section.getByRole('region', { name: 'OpenAPI document' }).textContent();
    expect(document).toContain('openapi: "3.1.0"');
    await page.keyboard.press('ArrowRight');
    expect(await section.getByRole('region', { name: 'Tool for agents' }).textContent()).toContain(
      '"name": "ListUsers"',
    );
    // The output shown belonged to another text.
    await file().fill('names: camel\n');
    await expect.poll(() => section.getByRole('tab', { name: 'Input' }).count()).toBe(0);
    await file().fill('operations: { ListUsers: { hidden: true } }\n');
    await section.getByRole('button', { name: 'Preview' }).click();
    await section.getByText('Clients do not see ListUsers: the design hides it.').waitFor();
    await file().fill('fill: { ListUsers/departmen: x }\n');
    await section.getByRole('button', { name: 'Preview' }).click();
    await section.getByText(/has no member "departmen"; did you mean department/).waitFor();
    await file().fill('');
  });

  test('a key of the schema is inserted at the cursor', async () => {
    await file().fill('operations:\n  GetUser:\n    ');
    await file().press('End');
    await page.getByText('Keys that can go below operations > GetUser:').waitFor();
    const keys = page.getByRole('list', { name: 'Keys for this place' });
    await keys.getByRole('button', { name: 'hidden' }).click();
    await page.keyboard.type('true');
    expect(await text()).toBe('operations:\n  GetUser:\n    hidden: true');
  });

  test('inputs: a line is written with the keyboard alone, and keeps the comments of the file', async () => {
    await file().fill('# ours\nnames: camel # for programs\n');
    await view('Inputs');
    await page.getByRole('textbox', { name: 'Search inputs' }).fill('list*/department');
    await page.getByText(/^1 of \d+ members$/).waitFor();
    const operation = page.getByRole('row', { name: /^ListUsers/, level: 1 });
    const member = page.getByRole('row', { name: /^department/, level: 2 });
    // The filter that follows the search, then the tree, which is one stop of Tab.
    for (const key of ['Tab', 'Tab', 'ArrowLeft']) await page.keyboard.press(key);
    await page.getByRole('row', { name: /^ListUsers/, expanded: false }).waitFor();
    expect(await member.count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await member.waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => member.evaluate((line) => line === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => operation.evaluate((line) => line === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await dialog().getByRole('combobox', { name: 'Value' }).waitFor();
    await dialog().getByRole('combobox', { name: 'Value' }).focus();
    // Opens the list, goes from "The client sends it" to "Always this value", and chooses it.
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await dialog().getByLabel('Text or number (xs:string)').fill('007');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'ListUsers/department: Always 007' }).waitFor();
    // The line has the focus again.
    await expect.poll(() => member.evaluate((line) => line === document.activeElement)).toBe(true);
    await page.getByRole('textbox', { name: 'Search inputs' }).fill('');
    await view('File');
    expect(await text()).toBe('# ours\nnames: camel # for programs\nfill:\n  ListUsers/department: "007"\n');
    await publish(2);
    // The text stays as the owner wrote it, and a comment alone is not a revision.
    const written = await text();
    await file().fill(written.replace('programs', 'our programs'));
    await page.getByText('Edited, not published').waitFor();
    await publish(2);
    await page.reload();
    await page.getByText('Live in revision 2').waitFor();
    expect(await text()).toBe(written.replace('programs', 'our programs'));
  });

  test('API: routes and names are edited in tables, beside an example with and without the design', async () => {
    await page.goto(`${users}/design`);
    await file().fill('# ours\nnames: camel # for programs\n');
    await view('API');
    const example = page.getByRole('region', { name: 'Example of GetUser', exact: true });
    await page.getByRole('button', { name: 'GetUser', exact: true }).click();
    await example.getByRole('region', { name: 'the designed request' }).waitFor();
    await page.getByLabel('Method of GetUser').selectOption('GET');
    const path = page.getByLabel('Path of GetUser');
    await path.fill('/users/{userld}');
    await path.press('Enter');
    // The problem is beside its line.
    await page
      .getByRole('row', { name: 'GetUser' })
      .getByText(/userld.*did you mean userId/)
      .waitFor();
    await path.fill('/users/{userId}');
    await path.press('Enter');
    await example.getByText('GET /users/', { exact: false }).first().waitFor();
    await page.getByRole('textbox', { name: 'Search operations' }).fill('/users/');
    await page.getByText(/^1 of \d+ operations$/).waitFor();
    const name = page.getByLabel('Name of userId in the input');
    await name.fill('id');
    await name.press('Enter');
    // The path has the names of the design.
    await path.fill('/users/{id}');
    await path.press('Enter');
    await page.getByRole('textbox', { name: 'Search operations' }).fill('');
    await page.getByLabel('Hide ListUsers').check();
    await page
      .getByRole('region', { name: 'Example of ListUsers' })
      .getByText('Clients do not see this operation.')
      .waitFor();
    await press('Undo');
    expect(await page.getByLabel('Hide ListUsers').isChecked()).toBe(false);
    await view('File');
    expect(await text()).toBe(
      '# ours\nnames: camel # for programs\noperations:\n  GetUser:\n    route: GET /users/{id}\n    input:\n      rename:\n        userId: id\n',
    );
    await press('Discard edits');
  });

  test('API: values, faults and pages are tables; the editor completes, and shares their undo', async () => {
    await page.goto(`${users}/design`);
    await file().fill('');
    await view('API');
    await page.getByLabel('Base path of all routes').fill('/v1');
    await page.keyboard.press('Enter');
    await page.getByLabel('Envelope').check();
    await page.getByRole('button', { name: 'ListUsers', exact: true }).click();
    await page.getByLabel('Method of ListUsers').selectOption('GET');
    const lines = page.getByRole('region', { name: 'Lines of ListUsers' });
    await lines.getByRole('tab', { name: 'Values' }).click();
    await lines.getByRole('textbox', { name: 'Name of on-leave' }).fill('away');
    await page.keyboard.press('Enter');
    await lines.getByRole('tab', { name: 'Body and faults' }).click();
    await lines.getByText('ListUsers declares no faults.').or(lines.getByRole('table')).first().waitFor();
    await lines.getByRole('tab', { name: 'Pages' }).click();
    await lines.getByLabel('The service has').selectOption('A start index');
    await lines.getByRole('combobox', { name: 'total of the pages' }).click();
    await page.getByRole('option', { name: 'total' }).click();
    await lines.getByRole('tab', { name: 'Members' }).click();
    await lines.getByLabel('Default of department').fill('007');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'GetUser', exact: true }).click();
    await page.getByLabel('Method of GetUser').selectOption('POST');
    await page.getByLabel('Status of GetUser').selectOption('201');
    await page.getByRole('tab', { name: 'Body and faults' }).click();
    await page.getByLabel('Location of GetUser').fill('/get-user/{result.userId}');
    await page.keyboard.press('Enter');
    await page.getByLabel('Status of UserNotFound').selectOption('404 Not Found');
    await view('File');
    const tables = `base: /v1
envelope: true
operations:
  ListUsers:
    route: GET /list-users
    input:
      values:
        status:
          on-leave: away
      defaults:
        department: "007"
    page:
      items: user
      start: limit
      from: 1
      total: total
  GetUser:
    route: POST /get-user
    status: 201
    location: /get-user/{result.userId}
    faults:
      UserNotFound: 404
`;
    await expect.poll(text).toBe(tables);
    await file().press('Control+End');
    await page.keyboard.type('nam');
    await page.getByRole('option', { name: 'names' }).click();
    await page.getByRole('option', { name: 'camel' }).click();
    await expect.poll(text).toBe(`${tables}names: camel`);
    await page.keyboard.press('Tab');
    expect(await file().evaluate((field) => field === document.activeElement)).toBe(false);
    await file().focus();
    for (let undone = 0; undone < 12 && (await text()).includes('404'); undone++)
      await page.keyboard.press('Control+z');
    expect(await text()).toBe(tables.replace('    faults:\n      UserNotFound: 404\n', ''));
    await page.keyboard.press('Control+y');
    await expect.poll(text).toBe(tables);
    await press('Discard edits');
  });

  test('edits are not lost by leaving the page unasked, and an empty file removes the design', async () => {
    await file().fill('');
    await page.getByRole('link', { name: 'Operations', exact: true }).click();
    await dialog().getByText('Your edits are not saved yet.').waitFor();
    await dialog().getByRole('button', { name: 'Stay' }).click();
    await publish(3);
    const { design } = await manage<{ design: unknown }>('GET', `services/${users.split('/').at(-1)}/design`);
    expect(design).toBe(null);
  });

  test('session: a detected login becomes lines of the file, and its fields are a form', async () => {
    await page.goto(`${crm}/design?view=session`);
    await page.getByText('Login looks like a login').waitFor();
    await press('Use this login');
    const input = page.getByRole('list', { name: 'Input of Login' });
    await input.getByRole('button', { name: 'user: Secret login-user' }).click();
    await dialog().getByLabel('Name').fill('crm-user');
    await page.keyboard.press('Enter');
    await input.getByRole('button', { name: 'user: Secret crm-user' }).waitFor();
    await page.getByLabel('expires', { exact: true }).fill('seconds');
    await page.keyboard.press('Enter');
    await page.getByLabel('statuses', { exact: true }).fill('401');
    await page.keyboard.press('Tab');
    await view('File');
    expect(await text()).toBe(`session:
  login: { operation: Login, input: { user: { secret: crm-user }, password: { secret: login-password } } }
  token: { result: sessionId, expires: seconds }
  send: { member: "*/sessionId" }
  endpoint: { result: serverUrl }
  logout: Logout
  renew:
    statuses: [ 401 ]
`);
    await publish(2);
  });

  test('secrets: each is missing until it is set, and is never shown', async () => {
    const secrets = page.getByRole('region', { name: 'Secrets' });
    expect(await secrets.getByText('Missing').count()).toBe(2);
    for (const [name, value] of [
      ['crm-user', 'ada'],
      ['login-password', 'wrong'],
    ]) {
      await press(`Set ${name}`);
      await dialog().getByLabel('Value').fill(value!);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Replace ${name}` }).waitFor();
    }
    expect(await secrets.getByText('Missing').count()).toBe(0);
  });

  test('session: a login that fails says why, and the next one shows what came back without the token', async () => {
    await view('Session');
    await press('Log in now');
    await page.getByText('The last login failed').waitFor();
    await page
      .getByText(/LOGIN_FAILED|the password .* is wrong|refused/i)
      .first()
      .waitFor();
    await press('Replace login-password');
    await dialog().getByLabel('Value').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Secret saved').first().waitFor();
    await press('Log in now');
    await page.getByText('The login returned a token: hidden.').waitFor();
    await page.getByText('Ends in 11 hours.').or(page.getByText('Ends in 12 hours.')).waitFor();
    expect(orders.counts.logins).toBe(2);
    // Earlier failures are still listed.
    expect(await page.getByText('The last login failed').count()).toBe(0);
    const errors = page.getByRole('list', { name: 'Last errors' }).getByRole('listitem');
    expect(await errors.allTextContents()).toEqual([
      expect.stringMatching(/^Login was answered with the fault LOGIN_FAILED: .* ago$/),
    ]);
    await press('End session');
    await page.getByText('The next call logs in.').waitFor();
    expect(orders.counts.logouts).toBe(1);
    expect(canaries.find('responses', shown.join('\n'))).toEqual([]);
    expect(canaries.find('page', await page.content())).toEqual([]);
  });

  test('inputs: members that look like credentials are filled in one step', async () => {
    const { serviceId } = await manage<{ serviceId: string }>('POST', 'services', {
      // No operation is called like a login.
      files: [
        {
          path: 'quotes.wsdl',
          content: Buffer.from(SESSION_WSDL.replaceAll('Login', 'Quote')).toString('base64'),
        },
      ],
      slug: 'quotes',
    });
    await page.goto(`${stage.baseUrl}/services/${serviceId}/design?view=inputs`);
    const alert = page.getByRole('alert').filter({ hasText: '2 members look like a credential: fill them?' });
    await alert.getByText('Quote/user, Quote/password').waitFor();
    expect(await page.getByText('Looks like a secret').count()).toBe(2);
    await alert.getByRole('button', { name: 'Fill with secrets' }).click();
    await page.getByRole('button', { name: 'Quote/password: Secret password' }).waitFor();
    expect(await alert.count()).toBe(0);
    await view('File');
    expect(await text()).toBe(
      'fill:\n  Quote/user: { secret: user }\n  Quote/password: { secret: password }\n',
    );
    await press('Undo');
  });

  test.each(['', '?view=api', '?view=inputs', '?view=session'])(
    'nothing is wider than 320 pixels: %s',
    async (search) => {
      await page.setViewportSize({ width: 320, height: 800 });
      for (const address of [users, crm]) {
        await page.goto(`${address}/design${search}`);
        await page.getByRole('heading', { name: 'Secrets' }).waitFor();
        await page.waitForLoadState('networkidle');
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(320);
      }
    },
  );

  test('nothing is refused by the content security policy, and no console complains', async () => {
    expect(browser.complaints.filter((text) => !text.includes('status of 4'))).toEqual([]);
    expect(await stage.cspReports()).toBe(0);
  });
});
