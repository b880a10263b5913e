import type { Page } from 'playwright-core';
import type { LivedInAccount } from './lived-in-account.js';
import type { Stage } from './stage.js';

/** A page of the dashboard, and how to know that it is fully loaded. */
export interface ShownPage {
  readonly name: string;
  readonly path: (account: LivedInAccount) => string;
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();
const ofService = (tab: string) => (account: LivedInAccount) => `/services/${account.serviceId}${tab}`;

/** Shows a live session whose login failed, as of a service with another design. */
async function showSession(page: Page): Promise<void> {
  const [lastAt, retryAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:30.000Z'];
  const message = 'Login was answered with the fault LOGIN_FAILED: no';
  await page.route(/\/design$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue();
    const response = await route.fetch();
    const design = { session: { login: { operation: 'GetUser' } } };
    return route.fulfill({ response, json: { ...(await response.json()), design, text: null } });
  });
  await page.route(/\/services\/[\w-]+\/session$/, (route) =>
    route.fulfill({
      json: {
        ...{ open: false, login: 'GetUser', logout: null, provided: null, openedAt: null, expiresAt: null },
        ...{ renewsAt: null, endpoint: null, answered: null, failure: { at: lastAt, retryAt, message } },
        failures: [
          { firstAt: lastAt, lastAt, times: 3, message },
          { firstAt: lastAt, lastAt, times: 1, message: 'Login failed: the connection was closed' },
        ],
      },
    }),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Last errors' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Pages for visitors. */
export const VISITOR_PAGES: readonly ShownPage[] = [
  { name: 'log-in', path: () => '/log-in', ready: (page) => page.getByLabel('Email address').waitFor() },
  {
    name: 'forgot-password',
    path: () => '/forgot-password',
    ready: (page) => page.getByText('This gateway sends no email').waitFor(),
  },
  {
    name: 'reset-password',
    path: () => `/reset-password#${'r'.repeat(43)}`,
    ready: (page) => page.getByLabel('New password').waitFor(),
  },
  {
    name: 'verify-address',
    path: () => `/verify-address#${'v'.repeat(43)}`,
    ready: (page) => page.getByRole('button', { name: 'Verify address' }).waitFor(),
  },
  { name: 'sign-up', path: () => '/sign-up', ready: (page) => page.getByLabel('Account name').waitFor() },
];

/** The pages of an owner. */
export const OWNER_PAGES: readonly ShownPage[] = [
  { name: 'services', path: () => '/services', ready: (page) => page.getByText('Active').first().waitFor() },
  {
    name: 'search',
    path: () => '/services',
    async ready(page) {
      await page.getByText('Active').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('user');
      await page.getByRole('option', { name: /^GetUser/ }).waitFor();
    },
  },
  { name: 'register', path: () => '/services/register', ready: heading('Register a service') },
  { name: 'overview', path: ofService(''), ready: (page) => page.getByText('Example: ').waitFor() },
  {
    name: 'operations',
    path: ofService('/operations'),
    ready: (page) => page.getByRole('button', { name: 'ListUsers' }).waitFor(),
  },
  {
    name: 'operation',
    path: ofService('/operations'),
    async ready(page) {
      await page.getByRole('button', { name: 'ListUsers' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  {
    name: 'try-it',
    path: ofService('/try-it?operation=GetUser'),
    async ready(page) {
      await page.getByText('Valid', { exact: true }).waitFor();
      await page.getByLabel('JSON', { exact: true }).first().fill('{\n  "userId": 9007199254740993\n}');
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByRole('region', { name: 'the SOAP response' }).waitFor();
    },
  },
  {
    name: 'try-it-problems',
    path: ofService('/try-it?operation=GetUser'),
    async ready(page) {
      await page.getByText('Valid', { exact: true }).waitFor();
      await page.getByLabel('JSON', { exact: true }).first().fill('{\n  "userId": "one",\n  "user": 1\n}');
      await page.getByText('2 problems').waitFor();
    },
  },
  {
    name: 'try-it-get',
    path: ofService('/try-it?operation=ListUsers'),
    async ready(page) {
      await page.locator('label', { hasText: /^GET$/ }).click();
      await page.getByLabel('limit', { exact: true }).fill('2');
    },
  },
  { name: 'connection', path: ofService('/connection'), ready: heading('Connection test') },
  {
    name: 'design',
    path: ofService('/design'),
    ready: (page) => page.getByText('Keys that can go').waitFor(),
  },
  {
    name: 'design-completions',
    path: ofService('/design'),
    async ready(page) {
      await page.getByText('Keys that can go').waitFor();
      await page.getByLabel('Design file').click();
      await page.keyboard.type('na');
      await page.getByRole('option', { name: 'names' }).waitFor();
    },
  },
  {
    name: 'design-problems',
    path: ofService('/design'),
    async ready(page) {
      await page.getByText('Keys that can go').waitFor();
      await page
        .getByLabel('Design file')
        .fill('# a mistake\nfill:\n  GetUser/userld: { secret: who }\nnames: camel\n');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('1 problem', { exact: true }).waitFor();
    },
  },
  {
    name: 'design-publish',
    path: ofService('/design'),
    async ready(page) {
      await page.getByText('Keys that can go').waitFor();
      await page.getByLabel('Design file').fill('operations: { GetUser: { hidden: true } }\n');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').getByText('can break clients').waitFor();
    },
  },
  {
    name: 'design-preview',
    path: ofService('/design'),
    async ready(page) {
      await page.getByLabel('Design file').fill('names: camel\n');
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await page.getByRole('region', { name: 'Example input' }).waitFor();
    },
  },
  {
    name: 'design-api',
    path: ofService('/design?view=api'),
    ready: (page) => page.getByRole('region', { name: 'the designed response' }).waitFor(),
  },
  {
    name: 'design-values',
    path: ofService('/design?view=api'),
    async ready(page) {
      await page.getByRole('button', { name: 'ListUsers', exact: true }).click();
      await page.getByRole('tab', { name: 'Values' }).click();
      await page.getByLabel('Name of on-leave').waitFor();
      await page.getByRole('region', { name: 'Example of ListUsers' }).getByText('200').first().waitFor();
    },
  },
  {
    name: 'design-pages',
    path: ofService('/design?view=api'),
    async ready(page) {
      await page.getByLabel('Method of ListUsers').selectOption('GET');
      await page.getByRole('button', { name: 'ListUsers', exact: true }).click();
      await page.getByRole('tab', { name: 'Body and faults' }).click();
      await page.getByText('ListUsers declares no faults.').waitFor();
      await page.getByRole('tab', { name: 'Pages' }).click();
      await page.getByLabel('The service has').selectOption('A start index');
      await page.getByRole('region', { name: 'Example of ListUsers' }).getByText('GET /list-users').waitFor();
    },
  },
  {
    name: 'design-inputs',
    path: ofService('/design?view=inputs'),
    async ready(page) {
      await page.getByRole('treegrid', { name: 'Members of inputs' }).waitFor();
      const operation = page.getByRole('row', { name: /^ListUsers/ });
      await operation.focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('row', { name: /^ListUsers/, expanded: false }).waitFor();
    },
  },
  {
    name: 'design-input',
    path: ofService('/design?view=inputs'),
    async ready(page) {
      await page.getByRole('button', { name: 'ListUsers/department: Client sends it' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Write line' }).waitFor();
    },
  },
  {
    name: 'design-session',
    path: ofService('/design?view=session'),
    async ready(page) {
      await page.getByRole('button', { name: 'Add a session' }).click();
      await page.getByRole('button', { name: 'Remove session from file' }).waitFor();
    },
  },
  {
    name: 'design-session-now',
    path: ofService('/design?view=session'),
    async ready(page) {
      await showSession(page);
      await page.getByRole('list', { name: 'Last errors' }).waitFor();
    },
  },
  {
    name: 'agents',
    path: ofService('/agents'),
    async ready(page) {
      await heading('AI agents')(page);
      const turnOn = page.getByRole('button', { name: 'Turn on agents' });
      // The first visit turns agents on for later visits.
      if (await turnOn.isVisible()) await turnOn.click();
      await page.getByRole('region', { name: 'the set-up of Cursor' }).waitFor();
    },
  },
  {
    name: 'recordings',
    path: ofService('/recordings'),
    ready: (page) => page.getByText('Your account uses').waitFor(),
  },
  {
    name: 'recordings-switch',
    path: ofService('/recordings'),
    async ready(page) {
      await page.getByLabel('Mock: examples from the WSDL').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).waitFor();
    },
  },
  {
    name: 'recordings-unusable',
    path: ofService('/recordings'),
    async ready(page) {
      const file = (name: string, text: string) => ({
        name,
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
      await page
        .getByTestId('recording-files')
        .setInputFiles([file('recording.json', '{"soapstone":2}'), file('GetUser.3f2a1c9b.json', '{')]);
      await page.getByText('This recording cannot be used').waitFor();
    },
  },
  {
    name: 'revisions',
    path: ofService('/revisions'),
    ready: (page) => page.getByText('Live').first().waitFor(),
  },
  {
    name: 'roll-back',
    path: ofService('/revisions?compare=2'),
    async ready(page) {
      await page.getByText('Requests and responses are those of revision 1.').waitFor();
      await page.getByRole('button', { name: 'Roll back to revision 1' }).click();
      await page.getByRole('dialog').getByText('No change for clients').waitFor();
    },
  },
  {
    name: 'api-reference',
    path: ofService('/reference?operation=ListUsers'),
    async ready(page) {
      await page.getByRole('region', { name: 'the call in curl' }).waitFor();
      await page.getByRole('button', { name: 'Body of 502' }).click();
      await page.getByRole('button', { name: 'Fields of result' }).click();
    },
  },
  {
    name: 'api-reference-list',
    path: ofService('/reference'),
    ready: (page) => page.getByRole('button', { name: 'ListUsers' }).waitFor(),
  },
  {
    name: 'consumer-page-list',
    path: ({ pagePath }) => pagePath,
    ready: (page) => page.getByRole('button', { name: 'ListUsers' }).waitFor(),
  },
  {
    name: 'consumer-page',
    path: ({ pagePath }) => `${pagePath}?operation=GetUser`,
    async ready(page) {
      await page.getByRole('region', { name: 'the call in curl' }).waitFor();
      await page.getByRole('button', { name: 'Body of 502' }).click();
      await page.getByRole('button', { name: 'Fields of result' }).click();
    },
  },
  {
    name: 'consumer-page-missing',
    path: () => '/pages/link/none',
    ready: heading('Page not found'),
  },
  {
    name: 'service-settings',
    path: ofService('/settings'),
    // The last check of the WSDL is loaded after the rest.
    ready: (page) =>
      page
        .getByText(/^(?:Not checked yet|Last check|Next check)/)
        .first()
        .waitFor(),
  },
  {
    name: 'keys',
    path: () => '/keys',
    ready: (page) => page.getByText('Revoked', { exact: true }).waitFor(),
  },
  {
    name: 'new-key',
    path: () => '/keys',
    async ready(page) {
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).waitFor();
    },
  },
  {
    name: 'revoke-key',
    path: () => '/keys',
    async ready(page) {
      await page.getByRole('button', { name: 'Revoke Billing, production' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).waitFor();
    },
  },
  {
    name: 'limit-key',
    path: () => '/keys',
    async ready(page) {
      await page.getByRole('button', { name: 'Limit Billing, production' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  {
    name: 'unused-keys',
    path: () => '/keys?unused=true',
    ready: (page) => page.getByText('No unused key.').waitFor(),
  },
  {
    name: 'roll-key',
    path: () => '/keys',
    async ready(page) {
      await page.getByRole('button', { name: 'Roll Billing, production' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Roll key' }).waitFor();
    },
  },
  {
    name: 'usage',
    path: () => '/usage',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Details of the call/ })
        .first()
        .waitFor(),
  },
  {
    name: 'call-details',
    path: () => '/usage',
    async ready(page) {
      await page
        .getByRole('button', { name: /^Details of the call/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('X-Request-Id').waitFor();
    },
  },
  {
    name: 'events',
    path: () => '/events',
    ready: (page) => page.getByRole('list', { name: 'Events' }).waitFor(),
  },
  { name: 'webhooks', path: () => '/events/webhooks', ready: heading('No webhooks yet') },
  { name: 'settings', path: () => '/settings', ready: heading('Sessions') },
  {
    name: 'audit',
    path: () => '/settings/audit',
    ready: (page) => page.getByRole('cell', { name: 'service.register' }).first().waitFor(),
  },
  {
    name: 'nothing-here',
    path: () => '/no/such/page',
    // Within the frame of the other pages.
    async ready(page) {
      await heading('Page not found')(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).waitFor();
    },
  },
];

/** The pages of an administrator. The gateway has more accounts than fit on one page of a list. */
export const ADMINISTRATOR_PAGES: readonly ShownPage[] = [
  {
    name: 'accounts',
    path: () => '/administration',
    ready: (page) => page.getByRole('button', { name: 'Show more' }).waitFor(),
  },
  {
    name: 'accounts-search',
    path: () => '/administration?search=account+001',
    ready: (page) => page.getByText('10 found').waitFor(),
  },
  {
    name: 'account',
    path: ({ accountId }) => `/administration/accounts/${accountId}`,
    ready: (page) => page.getByRole('cell', { name: 'service.register' }).first().waitFor(),
  },
  {
    name: 'invitations',
    path: () => '/administration/invitations',
    ready: heading('Invitations'),
  },
  {
    name: 'gateway-audit',
    path: () => '/administration/audit',
    ready: (page) => page.getByRole('cell', { name: 'invitation.create' }).first().waitFor(),
  },
  {
    name: 'health',
    path: () => '/administration/health',
    ready: (page) => page.getByRole('cell', { name: 'SQLite' }).waitFor(),
  },
  {
    name: 'many-services',
    path: () => '/services',
    ready: (page) => page.getByRole('button', { name: 'Show more' }).waitFor(),
  },
  {
    name: 'many-services-search',
    path: () => '/services?search=service-1',
    ready: (page) => page.getByText('services found').waitFor(),
  },
];

/** Makes the owner an administrator, and adds accounts to the gateway. */
export async function becomeAdministrator({ accountId }: LivedInAccount, stage: Stage): Promise<void> {
  await stage.grantAdministrator(accountId);
  await stage.fill(accountId, 60, 60);
}
