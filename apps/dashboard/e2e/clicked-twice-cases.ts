import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newPerson, type Stage } from './stage.js';

/** Where the cases run: a page of an administrator with a service. */
export interface TwiceScene {
  readonly page: Page;
  readonly stage: Stage;
  readonly accountId: string;
  /** The path of the service in the dashboard: `/services/…`. */
  readonly service: string;
  /** Different for each run of a case. */
  readonly run: string;
  /** The paths of services in the API that several cases use, by their purpose. Each registration starts a child process of the gateway. */
  readonly shared: Map<string, string>;
  /** Sends a request of the management API with the session of the page. Resolves to its body. */
  manage(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** A button that sends a change: how to come to it, and what one click sends. */
export interface TwiceCase {
  readonly name: string;
  /**
   * Whether a second request would change nothing more, and no other button that sends one appears at the place of this one. Such a case runs
   * at depth 10.
   */
  readonly isHarmless?: true;
  /** The file below `src` that sends the change. A file that sends several has as many cases. */
  readonly site: string;
  /** Whether another case is about the same place, which this one comes to in another way. */
  readonly isAgain?: true;
  /** Opens the form and fills it; resolves to the button. */
  open(scene: TwiceScene): Promise<Locator>;
  /** The requests that one click sends, without their host. */
  readonly sends: readonly RegExp[];
  /** Resolves when the page shows the result. Sends nothing. */
  ends(scene: TwiceScene): Promise<unknown>;
  /** Whether the case ends or replaces the session of the page, so that it has to come last. */
  readonly endsSession?: boolean;
}

/** Calls that send a change, and why they need no case: nobody can click them. */
export const NOT_CLICKED: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'drafts/page.tsx',
    ['a checkbox of a port', 'an endpoint, on leaving its field', 'a name, on leaving its field'],
  ],
  ['administration/account-page.tsx', ['a plan, on choosing it']],
  // Both are guarded by the hooks of the button beside them and of the form of the same settings.
  [
    'connection/test-section.tsx',
    ['the test after a suggestion was applied', 'the settings of a suggestion'],
  ],
  // Sent on choosing a file.
  ['drafts/missing-section.tsx', ['a missing file', 'several missing files']],
  ['recordings/upload-section.tsx', ['recordings']],
  // Passes the change of a form on.
  ['settings/account-section.tsx', ['the name']],
  ['service-settings/name-section.tsx', ['the name']],
  ['service-settings/watch-section.tsx', ['a schedule or what happens to changes, on choosing it']],
]);

/** Logs in to the account that was closed, and keeps it. */
async function reopenAccount({ page, manage }: TwiceScene): Promise<void> {
  const { email, password } = person;
  await page.evaluate(async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const { ok } = await fetch('/api/manage/log-in', { method: 'POST', headers, body });
    if (!ok) throw new Error('no log-in');
  }, JSON.stringify({ email, password }));
  await manage('DELETE', 'account/closing');
}

const WSDL = fileURLToPath(new URL('./orders/orders.wsdl', import.meta.url));
let imports = 0;
/** Returns a WSDL that needs no other file. Each has another address, and another service name if it is not to be the same service again. */
async function ownWsdl(change = false, isNew = false): Promise<string> {
  imports += 1;
  const text = (await readFile(WSDL, 'utf8'))
    .replace('ENDPOINT', `127.0.0.1:${8000 + imports}`)
    .replace('<wsdl:service name="Orders"', `<wsdl:service name="Orders${isNew ? imports : ''}"`)
    .replace(/<xs:import[^>]*>/, '')
    .replace('<xs:element ref="audit:Period"/>', '');
  return change ? text.replace('<xs:element name="customer"', `<xs:element name="client${imports}"`) : text;
}
const filesOf = (text: string) => [
  // A draft of documents that the account already has asks before it is published.
  { path: `orders-${imports}.wsdl`, content: Buffer.from(text).toString('base64') },
];

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();
const dialogButton = (page: Page, name: string) => button(page.getByRole('dialog').last(), name);
const shown =
  (text: string | RegExp) =>
  ({ page }: TwiceScene) =>
    page
      .getByText(text, { exact: typeof text === 'string' })
      .first()
      .waitFor();
const go = async ({ page, stage }: TwiceScene, path: string, text?: string) => {
  await page.goto(stage.baseUrl + path);
  if (text !== undefined) await page.getByRole('heading', { name: text, exact: true }).first().waitFor();
};
const section = (page: Page, heading: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
    .last();
const patchOfService = /^PATCH \/api\/manage\/services\/[\w-]+$/;

/** Registers another service; resolves to its path in the API. */
async function anotherService({ manage, run }: TwiceScene): Promise<string> {
  const files = filesOf(await ownWsdl());
  const slug = `twice-${run}-${imports}`;
  const { serviceId } = (await manage('POST', 'services', { files, slug })) as { serviceId: string };
  return `services/${serviceId}`;
}

/** Returns the path of a service that cases share, which is registered for the first of them. */
async function sharedService({ shared }: TwiceScene, purpose: string, register: () => Promise<string>) {
  const path = shared.get(purpose) ?? (await register());
  shared.set(purpose, path);
  return path;
}
const ordersService = (scene: TwiceScene) => sharedService(scene, 'orders', () => anotherService(scene));

/** Imports a WSDL again, into a revision that waits for a decision. */
async function waitingRevision(scene: TwiceScene, wsdl?: string): Promise<{ path: string; number: number }> {
  const path = await ordersService(scene);
  const files = filesOf(wsdl ?? (await ownWsdl(true)));
  const { number } = (await scene.manage('POST', `${path}/revisions`, { files, activate: 'never' })) as {
    number: number;
  };
  return { path, number };
}

async function anotherDraft({ manage }: TwiceScene, isNew = false): Promise<string> {
  const files = filesOf(await ownWsdl(false, isNew));
  return ((await manage('POST', 'drafts', { files })) as { draftId: string }).draftId;
}

const KEYS: readonly TwiceCase[] = [
  {
    name: 'create a key',
    site: 'keys/create-key-dialog.tsx',
    async open(scene) {
      await go(scene, '/keys');
      await button(scene.page, 'Create API key').click();
      await scene.page.getByRole('dialog').getByLabel('Name').fill(`key ${scene.run}`);
      return dialogButton(scene.page, 'Create');
    },
    sends: [/^POST \/api\/manage\/keys$/],
    ends: ({ page }) => button(page, 'I’ve copied it').waitFor(),
  },
  {
    name: 'limit a key',
    isHarmless: true,
    site: 'keys/limit-key-dialog.tsx',
    async open(scene) {
      await scene.manage('POST', 'keys', { name: `limited ${scene.run}` });
      await go(scene, '/keys');
      await button(scene.page, `Limit limited ${scene.run}`).click();
      await scene.page.getByRole('checkbox', { name: 'Read only' }).check();
      return dialogButton(scene.page, 'Save');
    },
    sends: [/^PATCH \/api\/manage\/keys\/[\w-]+$/],
    ends: shown('Key saved'),
  },
  {
    name: 'roll a key',
    site: 'keys/roll-key-dialog.tsx',
    async open(scene) {
      await scene.manage('POST', 'keys', { name: `rolled ${scene.run}` });
      await go(scene, '/keys');
      await button(scene.page, `Roll rolled ${scene.run}`).click();
      return dialogButton(scene.page, 'Roll key');
    },
    sends: [/^POST \/api\/manage\/keys\/[\w-]+\/roll$/],
    ends: ({ page }) => button(page, 'I’ve copied it').waitFor(),
  },
  {
    name: 'revoke a key',
    isHarmless: true,
    site: 'keys/key-list.tsx',
    async open(scene) {
      await scene.manage('POST', 'keys', { name: `revoked ${scene.run}` });
      await go(scene, '/keys');
      await button(scene.page, `Revoke revoked ${scene.run}`).click();
      return dialogButton(scene.page, 'Revoke key');
    },
    sends: [/^DELETE \/api\/manage\/keys\/[\w-]+$/],
    ends: shown(/” revoked$/),
  },
];

/** Creates a webhook and opens its page; resolves to its name. */
async function webhookPage(scene: TwiceScene): Promise<string> {
  const name = `hook ${scene.run}`;
  await scene.manage('POST', 'webhooks', { name, url: 'http://127.0.0.1:8009/' });
  await go(scene, '/events/webhooks', name);
  return name;
}
const readAllEvents = ({ manage }: TwiceScene) =>
  manage('PUT', 'events/read', { until: new Date(Date.now() + 60_000).toISOString() });
/** Opens the page of events with one that nobody has read. */
async function unreadEvent(scene: TwiceScene): Promise<void> {
  await readAllEvents(scene);
  await scene.manage('POST', 'keys', { name: `event ${scene.run}` });
  await go(scene, '/events', 'Events');
}
const marksRead = [/^PUT \/api\/manage\/events\/read$/];

const EVENTS: readonly TwiceCase[] = [
  {
    name: 'mark all events as read',
    isHarmless: true,
    site: 'events/page.tsx',
    async open(scene) {
      await unreadEvent(scene);
      return button(scene.page, 'Mark all as read');
    },
    sends: marksRead,
    ends: shown('Events marked as read'),
  },
  {
    name: 'mark an event as read',
    isHarmless: true,
    site: 'events/page.tsx',
    async open(scene) {
      await unreadEvent(scene);
      return button(scene.page, `Mark as read: The API key “event ${scene.run}” was created`);
    },
    sends: marksRead,
    ends: ({ page, run }) =>
      button(page, `Mark as read: The API key “event ${run}” was created`).waitFor({ state: 'detached' }),
  },
  {
    name: 'mark the event of the banner as read',
    isHarmless: true,
    site: 'shell/event-banner.tsx',
    async open(scene) {
      await readAllEvents(scene);
      await waitingRevision(scene);
      await go(scene, '/keys');
      return button(scene.page.getByRole('region', { name: 'Important event' }), /^Mark as read/);
    },
    sends: marksRead,
    ends: ({ page }) => page.getByRole('region', { name: 'Important event' }).waitFor({ state: 'detached' }),
  },
  {
    name: 'create a webhook',
    site: 'webhooks/create-webhook-dialog.tsx',
    async open(scene) {
      await go(scene, '/events/webhooks', 'Webhooks');
      await button(scene.page, 'Create webhook').click();
      await scene.page.getByRole('dialog').getByLabel('Name').fill(`created ${scene.run}`);
      await scene.page
        .getByRole('dialog')
        .getByRole('textbox', { name: 'URL' })
        .fill('http://127.0.0.1:8009/');
      return dialogButton(scene.page, 'Create');
    },
    sends: [/^POST \/api\/manage\/webhooks$/],
    ends: ({ page }) => button(page, 'I’ve copied it').waitFor(),
  },
  {
    name: 'change a webhook',
    isHarmless: true,
    site: 'webhooks/edit-webhook-dialog.tsx',
    async open(scene) {
      const name = await webhookPage(scene);
      await button(scene.page, `Edit ${name}`).click();
      await scene.page.getByRole('dialog').getByLabel('Name').fill(`changed ${scene.run}`);
      return dialogButton(scene.page, 'Save');
    },
    sends: [/^PATCH \/api\/manage\/webhooks\/[\w-]+$/],
    ends: shown('Webhook saved'),
  },
  {
    name: 'delete a webhook',
    isHarmless: true,
    site: 'webhooks/webhook-section.tsx',
    async open(scene) {
      const name = await webhookPage(scene);
      await button(scene.page, `Delete ${name}`).click();
      return dialogButton(scene.page, 'Delete webhook');
    },
    sends: [/^DELETE \/api\/manage\/webhooks\/[\w-]+$/],
    ends: shown(/” deleted$/),
  },
  {
    name: 'replace the secret of a webhook',
    site: 'webhooks/roll-webhook-dialog.tsx',
    async open(scene) {
      const name = await webhookPage(scene);
      await button(scene.page, `New secret for ${name}`).click();
      return dialogButton(scene.page, 'Create secret');
    },
    sends: [/^POST \/api\/manage\/webhooks\/[\w-]+\/roll$/],
    ends: ({ page }) => button(page, 'I’ve copied it').waitFor(),
  },
  {
    name: 'send a test to a webhook',
    site: 'webhooks/webhook-section.tsx',
    async open(scene) {
      return button(scene.page, `Send test to ${await webhookPage(scene)}`);
    },
    sends: [/^POST \/api\/manage\/webhooks\/[\w-]+\/test$/],
    // Nothing listens there.
    ends: ({ page }) => page.getByText('Test event not delivered').waitFor(),
  },
  {
    name: 'turn a webhook off',
    site: 'webhooks/webhook-section.tsx',
    async open(scene) {
      return button(scene.page, `Turn off ${await webhookPage(scene)}`);
    },
    sends: [/^PATCH \/api\/manage\/webhooks\/[\w-]+$/],
    ends: ({ page, run }) => button(page, `Turn on hook ${run}`).waitFor(),
  },
];

const SERVICE: readonly TwiceCase[] = [
  {
    name: 'rename a service',
    site: 'components/forms/rename-form.tsx',
    async open(scene) {
      await go(scene, `${scene.service}/settings`, 'Name');
      await scene.page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Users ${scene.run}`);
      return button(scene.page, 'Rename');
    },
    sends: [patchOfService],
    ends: shown('Name saved'),
  },
  {
    name: 'save settings',
    isHarmless: true,
    site: 'components/forms/settings-form.tsx',
    async open(scene) {
      await go(scene, `${scene.service}/settings`, 'Browser access (CORS)');
      await scene.page.getByLabel('Allowed origins').fill(`https://${scene.run}.example.com`);
      return button(section(scene.page, 'Browser access (CORS)'), 'Save');
    },
    sends: [patchOfService],
    ends: shown('Settings saved'),
  },
  {
    name: 'start recording, at whose place stopping appears',
    site: 'service-settings/recording-section.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { settings: { captureHours: 0 } });
      await go(scene, `${scene.service}/settings`, 'Recording');
      return button(scene.page, 'Start recording');
    },
    sends: [patchOfService],
    ends: ({ page }) => button(page, 'Stop and delete recording').waitFor(),
  },
  {
    name: 'deprecate a service',
    site: 'deprecation/deprecation-form.tsx',
    async open(scene) {
      await scene.manage('DELETE', `${scene.service.slice(1)}/deprecation`).catch(() => {});
      await go(scene, `${scene.service}/settings`, 'Deprecation');
      return button(scene.page, 'Deprecate');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/deprecation$/],
    ends: ({ page }) => button(page, 'Remove deprecation').waitFor(),
  },
  {
    name: 'remove a deprecation',
    isHarmless: true,
    site: 'deprecation/deprecation-form.tsx',
    async open(scene) {
      await scene.manage('PUT', `${scene.service.slice(1)}/deprecation`, {});
      await go(scene, `${scene.service}/settings`, 'Deprecation');
      return button(scene.page, 'Remove deprecation');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/deprecation$/],
    ends: ({ page }) => button(page, 'Deprecate').waitFor(),
  },
  {
    name: 'check the WSDL of a service',
    isHarmless: true,
    site: 'service-settings/watch-section.tsx',
    async open(scene) {
      await go(scene, `${scene.service}/settings`, 'WSDL updates');
      return button(scene.page, 'Check now');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/watch\/check$/],
    ends: shown(/^Last check/),
  },
  {
    name: 'replace the link of a page for consumers',
    site: 'service-settings/page-section.tsx',
    async open(scene) {
      await scene.manage('PUT', `${scene.service.slice(1)}/page`, { visibility: 'link' });
      await go(scene, `${scene.service}/settings`, 'Page for consumers');
      await button(scene.page, 'Replace link').click();
      return dialogButton(scene.page, 'Replace link');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/page$/],
    ends: shown('Link replaced'),
  },
  {
    name: 'call an operation on the page for consumers',
    site: 'consumer-page/try-section.tsx',
    async open(scene) {
      const page = `${scene.service.slice(1)}/page`;
      const { url } = (await scene.manage('PUT', page, { visibility: 'link' })) as { url: string };
      const { key } = (await scene.manage('POST', 'keys', { name: `visitor ${scene.run}` })) as {
        key: string;
      };
      await go(scene, new URL(url).pathname, 'Calling the API');
      await scene.page.getByRole('button', { name: 'GetUser' }).click();
      await scene.page.getByLabel('API key', { exact: true }).fill(key);
      await scene.page.getByLabel('JSON', { exact: true }).fill('{"userId": 1001}');
      return button(scene.page, 'Send request');
    },
    sends: [/^POST \/api\/v1\/[^/]+\/[^/]+\/GetUser$/],
    ends: ({ page }) =>
      page.getByRole('region', { name: 'the response' }).getByText('1001').first().waitFor(),
  },
  {
    name: 'pause a service',
    isHarmless: true,
    site: 'service-settings/status-section.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { status: 'active' });
      await go(scene, `${scene.service}/settings`, 'Pause');
      await button(scene.page, 'Pause service').click();
      return dialogButton(scene.page, 'Pause');
    },
    sends: [patchOfService],
    ends: ({ page }) => button(page, 'Resume service').waitFor(),
  },
  {
    name: 'resume a service',
    site: 'service-settings/status-section.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { status: 'paused' });
      await go(scene, `${scene.service}/settings`, 'Paused');
      return button(scene.page, 'Resume service');
    },
    sends: [patchOfService],
    ends: ({ page }) => button(page, 'Pause service').waitFor(),
  },
  {
    name: 'delete a service',
    isHarmless: true,
    site: 'service-settings/danger-section.tsx',
    async open(scene) {
      const path = await anotherService(scene);
      await go(scene, `/${path}/settings`, 'Delete');
      await button(scene.page, 'Delete service').click();
      const slug = (await scene.page.getByRole('dialog').locator('code').textContent()) ?? '';
      await scene.page.getByRole('dialog').getByRole('textbox').fill(slug);
      return dialogButton(scene.page, 'Delete service');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+$/],
    ends: ({ page }) => page.waitForURL(/\/services$/),
  },
  {
    name: 'save an operation',
    isHarmless: true,
    site: 'operations/operation-form.tsx',
    async open(scene) {
      await scene.manage('PUT', `${scene.service.slice(1)}/operations/ListUsers`, {});
      await go(scene, `${scene.service}/operations`, 'Operations');
      await button(scene.page, 'ListUsers').click();
      await scene.page.getByRole('dialog').getByLabel('POST only').check();
      return dialogButton(scene.page, 'Save');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/operations\/ListUsers$/],
    ends: shown('Saved'),
  },
  {
    name: 'release an operation',
    isHarmless: true,
    site: 'operations/hold-notice.tsx',
    async open(scene) {
      const { accountId, service, stage } = scene;
      await stage.hold(accountId, service.split('/').at(-1) ?? '', 'CreateUser');
      await go(scene, `${service}/operations`, 'Operations');
      await button(scene.page, 'CreateUser').click();
      return button(scene.page, 'Release operation');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/operations\/CreateUser\/hold$/],
    ends: shown('Operation released'),
  },
  {
    name: 'choose ports',
    isHarmless: true,
    site: 'overview/port-section.tsx',
    async open(scene) {
      await go(scene, `/${await ordersService(scene)}`, 'Ports');
      await scene.page.getByRole('group', { name: 'Ports' }).getByRole('checkbox').last().click();
      await button(scene.page, 'Change ports').click();
      return dialogButton(scene.page, 'Change ports');
    },
    sends: [patchOfService],
    ends: shown('Ports updated'),
  },
];

const CONNECTION: readonly TwiceCase[] = [
  {
    name: 'test the connection',
    isHarmless: true,
    site: 'connection/test-section.tsx',
    async open(scene) {
      await go(scene, `${scene.service}/connection`, 'Connection test');
      return button(scene.page, 'Test connection');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/connection-test$/],
    ends: shown('The service is reachable'),
  },
  {
    name: 'save credentials',
    isHarmless: true,
    site: 'connection/credentials-section.tsx',
    async open(scene) {
      await scene.manage('DELETE', `${scene.service.slice(1)}/credentials`);
      await go(scene, `${scene.service}/connection`, 'Credentials');
      await button(scene.page, 'Add credentials').click();
      await scene.page.getByRole('checkbox', { name: 'Timestamp in the message' }).check();
      await scene.page.getByRole('textbox', { name: 'Valid for' }).fill('120');
      return button(scene.page, 'Save credentials');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/credentials$/],
    ends: ({ page }) => button(page, 'Replace credentials').waitFor(),
  },
  {
    name: 'remove credentials',
    isHarmless: true,
    site: 'connection/credentials-section.tsx',
    async open(scene) {
      const basic = { username: 'ada', password: 'lovelace' };
      await scene.manage('PUT', `${scene.service.slice(1)}/credentials`, { basic });
      await go(scene, `${scene.service}/connection`, 'Credentials');
      await button(section(scene.page, 'Credentials'), 'Remove').click();
      return dialogButton(scene.page, 'Remove');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/credentials$/],
    ends: ({ page }) => button(page, 'Add credentials').waitFor(),
  },
  {
    name: 'save the login at a proxy',
    isHarmless: true,
    site: 'components/forms/secret-form.tsx',
    async open(scene) {
      await scene.manage('DELETE', `${scene.service.slice(1)}/proxy-login`);
      await go(scene, `${scene.service}/connection`, 'Proxy');
      await button(scene.page, 'Add proxy login').click();
      await scene.page.getByLabel('Proxy user name').fill('acme');
      await scene.page.getByLabel('Proxy password').fill('secret');
      return button(scene.page, 'Save proxy login');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/proxy-login$/],
    ends: ({ page }) => button(page, 'Replace proxy login').waitFor(),
  },
  {
    name: 'remove the login at a proxy',
    isHarmless: true,
    site: 'components/forms/secret-form.tsx',
    async open(scene) {
      const basic = { username: 'acme', password: 'secret' };
      await scene.manage('PUT', `${scene.service.slice(1)}/proxy-login`, { basic });
      await go(scene, `${scene.service}/connection`, 'Proxy');
      return button(scene.page, 'Remove proxy login');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/proxy-login$/],
    ends: ({ page }) => button(page, 'Add proxy login').waitFor(),
  },
  {
    name: 'save the login for the WSDL',
    isHarmless: true,
    site: 'components/forms/secret-form.tsx',
    isAgain: true,
    async open(scene) {
      await scene.manage('DELETE', `${scene.service.slice(1)}/wsdl-login`);
      await go(scene, `${scene.service}/settings`, 'WSDL updates');
      await button(scene.page, 'Add WSDL login').click();
      await scene.page.getByRole('textbox', { name: 'User name' }).fill('acme');
      await scene.page.getByLabel('Password', { exact: true }).last().fill('secret');
      return button(scene.page, 'Save WSDL login');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/wsdl-login$/],
    ends: ({ page }) => button(page, 'Replace WSDL login').waitFor(),
  },
  {
    name: 'remove the login for the WSDL',
    isHarmless: true,
    site: 'components/forms/secret-form.tsx',
    isAgain: true,
    async open(scene) {
      const basic = { username: 'acme', password: 'secret' };
      await scene.manage('PUT', `${scene.service.slice(1)}/wsdl-login`, { basic });
      await go(scene, `${scene.service}/settings`, 'WSDL updates');
      return button(scene.page, 'Remove WSDL login');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/wsdl-login$/],
    ends: ({ page }) => button(page, 'Add WSDL login').waitFor(),
  },
  {
    name: 'save SOAP headers',
    isHarmless: true,
    site: 'components/forms/secret-form.tsx',
    isAgain: true,
    async open(scene) {
      await scene.manage('DELETE', `${scene.service.slice(1)}/headers`);
      await go(scene, `${scene.service}/connection`, 'SOAP headers');
      await button(scene.page, 'Add headers').click();
      await scene.page.getByLabel('Header blocks').fill('{"Session":{"token":"t"}}');
      return button(scene.page, 'Save headers');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/headers$/],
    ends: ({ page }) => button(page, 'Replace headers').waitFor(),
  },
  {
    name: 'remove SOAP headers',
    isHarmless: true,
    site: 'components/forms/secret-form.tsx',
    isAgain: true,
    async open(scene) {
      const blocks = { Session: { token: 't' } };
      await scene.manage('PUT', `${scene.service.slice(1)}/headers`, { blocks });
      await go(scene, `${scene.service}/connection`, 'SOAP headers');
      return button(scene.page, 'Remove headers');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/headers$/],
    ends: ({ page }) => button(page, 'Add headers').waitFor(),
  },
  {
    name: 'switch the responses',
    isHarmless: true,
    site: 'recordings/answers-section.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { settings: { answers: 'live' } });
      await go(scene, `${scene.service}/recordings`, 'Responses');
      await scene.page.getByLabel('Mock: examples from the WSDL').click();
      return dialogButton(scene.page, 'Switch');
    },
    sends: [patchOfService],
    ends: shown('Responses switched'),
  },
  {
    name: 'delete a recording, above which the next one moves',
    site: 'recordings/recording-list.tsx',
    async open(scene) {
      const { accountId, service, stage, page } = scene;
      const serviceId = service.split('/').at(-1) ?? '';
      await scene.manage('DELETE', `services/${serviceId}/recordings`);
      await stage.fillRecordings(accountId, serviceId, 4);
      await go(scene, `${service}/recordings`, 'Responses');
      return button(page, 'Delete GetUser.0004');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/recordings\/[\w-]+$/],
    ends: async ({ page }) => {
      await button(page, 'Delete GetUser.0004').waitFor({ state: 'detached' });
      await button(page, 'Delete GetUser.0003').waitFor();
    },
  },
  {
    name: 'delete all recordings',
    isHarmless: true,
    site: 'recordings/recording-list.tsx',
    async open(scene) {
      const serviceId = scene.service.split('/').at(-1) ?? '';
      await scene.manage('DELETE', `services/${serviceId}/recordings`);
      await scene.stage.fillRecordings(scene.accountId, serviceId, 2);
      await go(scene, `${scene.service}/recordings`, 'Responses');
      await button(scene.page, 'Delete all').click();
      return dialogButton(scene.page, 'Delete all');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/recordings$/],
    ends: shown(/^Nothing is recorded yet/),
  },
  {
    name: 'turn agents on',
    site: 'agents/access-section.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { settings: { agents: null } });
      await go(scene, `${scene.service}/agents`, 'AI agents');
      return button(scene.page, 'Turn on agents');
    },
    sends: [patchOfService],
    ends: ({ page }) => button(page, 'Turn off agents').waitFor(),
  },
  {
    name: 'turn agents off',
    isHarmless: true,
    site: 'agents/access-section.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { settings: { agents: { operations: {} } } });
      await go(scene, `${scene.service}/agents`, 'AI agents');
      await button(scene.page, 'Turn off agents').click();
      return dialogButton(scene.page, 'Turn off');
    },
    sends: [patchOfService],
    ends: ({ page }) => button(page, 'Turn on agents').waitFor(),
  },
  {
    name: 'choose operations for agents',
    isHarmless: true,
    site: 'agents/operations-section.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { settings: { agents: { operations: {} } } });
      await go(scene, `${scene.service}/agents`, 'AI agents');
      await scene.page.getByLabel('Agents may call GetUser', { exact: true }).selectOption('read-only');
      return button(scene.page, 'Save');
    },
    sends: [patchOfService],
    ends: async ({ page, service }) => {
      const chosen = () =>
        page.evaluate(async (path) => {
          const { settings } = await (await fetch(`/api/manage${path}`)).json();
          return settings.agents.operations.GetUser;
        }, service);
      await expect.poll(chosen).toBe('read-only');
    },
  },
  {
    name: 'describe an operation for models',
    isHarmless: true,
    site: 'agents/description-form.tsx',
    async open(scene) {
      const settings = { agents: { operations: {} }, agentDescriptions: null };
      await scene.manage('PATCH', scene.service.slice(1), { settings });
      await go(scene, `${scene.service}/agents`, 'AI agents');
      await scene.page.getByRole('button', { name: 'Show text of GetUser' }).click();
      await scene.page.getByLabel('Your description').fill('Finds one user.');
      return dialogButton(scene.page, 'Save description');
    },
    sends: [patchOfService],
    ends: async ({ page, service }) => {
      const described = () =>
        page.evaluate(async (path) => {
          const { settings } = await (await fetch(`/api/manage${path}`)).json();
          return settings.agentDescriptions?.GetUser;
        }, service);
      await expect.poll(described).toBe('Finds one user.');
    },
  },
];

/** Registers the example service again, with a design; resolves to its path in the API. */
async function designedService({ manage, stage, run }: TwiceScene, design: object): Promise<string> {
  const body = { url: stage.soap.wsdlAddress, slug: `designed-${run}`, design };
  const { serviceId } = (await manage('POST', 'services', body)) as { serviceId: string };
  return `services/${serviceId}`;
}

/** A list of users instead of a login, which the example service does not have. */
const SESSION = {
  session: {
    login: { operation: 'ListUsers', input: { limit: 1 } },
    token: { result: 'total' },
    send: { httpHeader: 'X-Session' },
  },
};

const sessionService = (scene: TwiceScene) =>
  sharedService(scene, 'session', () => designedService(scene, SESSION));

const DESIGN: readonly TwiceCase[] = [
  {
    name: 'check a design',
    isHarmless: true,
    site: 'design/publish-section.tsx',
    async open(scene) {
      await go(scene, `${scene.service}/design`, 'Design');
      await scene.page.getByLabel('Design file').fill('names: camel\n');
      return button(scene.page, 'Check');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/design\/check$/],
    ends: shown('The design fits the service'),
  },
  {
    name: 'preview a design',
    isHarmless: true,
    site: 'design/preview-section.tsx',
    async open(scene) {
      await go(scene, `${scene.service}/design`, 'Preview');
      return button(scene.page, 'Preview');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/design\/preview$/],
    ends: (scene) => scene.page.getByRole('region', { name: 'Example input' }).waitFor(),
  },
  {
    name: 'publish a design',
    isHarmless: true,
    site: 'design/publish-section.tsx',
    async open(scene) {
      await go(scene, `/${await designedService(scene, {})}/design`, 'Design');
      await scene.page.getByLabel('Design file').fill('operations: { GetUser: { hidden: true } }\n');
      await button(scene.page, 'Publish').click();
      return dialogButton(scene.page, 'Publish');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/design$/],
    ends: shown('Revision 2 is live'),
  },
  {
    name: 'publish what was edited in the tables of the API',
    site: 'design/publish-section.tsx',
    isAgain: true,
    async open(scene) {
      const { page } = scene;
      await go(scene, `/${await designedService(scene, {})}/design?view=api`, 'API');
      await button(page, 'GetUser').click();
      await page.getByLabel('Method of GetUser').selectOption('GET');
      await page.getByLabel('Path of GetUser').fill('/users/{userId}');
      await page.getByLabel('Path of GetUser').press('Enter');
      // The lines of the tables are in the file, and the gateway has shown what they do.
      const example = page.getByRole('region', { name: 'Example of GetUser', exact: true });
      await example.getByText('GET /users/', { exact: false }).first().waitFor();
      await button(page, 'Publish').click();
      return dialogButton(page, 'Publish');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/design$/],
    async ends(scene) {
      await shown('Revision 2 is live')(scene);
      await scene.page.getByText('Live in revision 2').waitFor();
      expect(await scene.page.getByLabel('Path of GetUser').inputValue()).toBe('/users/{userId}');
    },
  },
  {
    name: 'set a secret',
    isHarmless: true,
    site: 'design/secrets-section.tsx',
    async open(scene) {
      const design = { fill: { 'ListUsers/department': { secret: 'place' } } };
      const path = await sharedService(scene, 'secret', () => designedService(scene, design));
      await scene.manage('DELETE', `${path}/design/secrets/place`).catch(() => {});
      await go(scene, `/${path}/design`, 'Secrets');
      await button(scene.page, 'Set place').click();
      await scene.page.getByRole('dialog').getByLabel('Value').fill('hidden');
      return dialogButton(scene.page, 'Save secret');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/design\/secrets\/place$/],
    ends: shown('Secret saved'),
  },
  {
    name: 'remove a secret',
    isHarmless: true,
    site: 'design/secrets-section.tsx',
    async open(scene) {
      await scene.manage('PUT', `${scene.service.slice(1)}/design/secrets/old`, { value: 'hidden' });
      await go(scene, `${scene.service}/design`, 'Secrets');
      await button(scene.page, 'Remove old').click();
      return dialogButton(scene.page, 'Remove secret');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/design\/secrets\/old$/],
    ends: shown('Secret removed'),
  },
  {
    name: 'log in now',
    isHarmless: true,
    site: 'design/session-status.tsx',
    async open(scene) {
      await go(scene, `/${await sessionService(scene)}/design?view=session`, 'Session now');
      return button(scene.page, 'Log in now');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/session$/],
    ends: shown('The login returned a token: hidden.'),
  },
  {
    name: 'end a session',
    isHarmless: true,
    site: 'design/session-status.tsx',
    async open(scene) {
      const path = await sessionService(scene);
      await scene.manage('POST', `${path}/session`, {});
      await go(scene, `/${path}/design?view=session`, 'Session now');
      return button(scene.page, 'End session');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/session$/],
    ends: shown('No session'),
  },
];

const TRY_IT: readonly TwiceCase[] = [
  {
    name: 'send a trial',
    site: 'try-it/trial-form.tsx',
    async open(scene) {
      await scene.manage('PATCH', scene.service.slice(1), { settings: { answers: 'live' } });
      await go(scene, `${scene.service}/try-it?operation=ListUsers`);
      await scene.page.getByText('Valid', { exact: true }).waitFor();
      return button(scene.page, 'Send request');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/operations\/ListUsers\/try$/],
    ends: ({ page }) => page.getByRole('region', { name: 'the SOAP response' }).waitFor(),
  },
  {
    name: 'save an example, at whose place removing appears',
    site: 'try-it/input-editor.tsx',
    async open(scene) {
      const path = `${scene.service.slice(1)}/operations/ListUsers/example`;
      await scene.manage('DELETE', path).catch(() => {});
      await go(scene, `${scene.service}/try-it?operation=ListUsers`);
      await scene.page.getByText('Valid', { exact: true }).waitFor();
      return button(scene.page, 'Save as example');
    },
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/operations\/ListUsers\/example$/],
    ends: ({ page }) => button(page, 'Remove saved example').waitFor(),
  },
  {
    name: 'remove a saved example',
    isHarmless: true,
    site: 'try-it/input-editor.tsx',
    async open(scene) {
      const path = `${scene.service.slice(1)}/operations/ListUsers/example`;
      await scene.manage('PUT', path, { input: '{"limit":3}' });
      await go(scene, `${scene.service}/try-it?operation=ListUsers`);
      return button(scene.page, 'Remove saved example');
    },
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/operations\/ListUsers\/example$/],
    ends: shown('Saved example removed'),
  },
  {
    name: 'keep a call as a recording',
    site: 'usage/keep-recording.tsx',
    async open(scene) {
      const path = scene.service.slice(1);
      await scene.manage('PATCH', path, { settings: { captureHours: 1, answers: 'live' } });
      const { key } = (await scene.manage('POST', 'keys', { name: `caller ${scene.run}` })) as {
        key: string;
      };
      const { proxyUrl } = (await scene.manage('GET', path)) as { proxyUrl: string };
      const { headers } = await scene.stage.send(`${new URL(proxyUrl).pathname}/GetUser`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"userId":1001}',
      });
      const details = scene.page.getByRole('button', {
        name: `Details of the call ${headers['x-request-id']}`,
      });
      // Calls are logged after their responses.
      await expect
        .poll(async () => {
          await go(scene, '/usage', 'Recent calls');
          await details.waitFor({ timeout: 5_000 }).catch(() => {});
          return details.count();
        })
        .toBe(1);
      await details.click();
      return button(scene.page, 'Keep as recording');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/calls\/[\w-]+\/recording$/],
    ends: shown(/^(Kept as recording|Already recorded)$/),
  },
];

const IMPORTS: readonly TwiceCase[] = [
  {
    name: 'read a WSDL',
    site: 'register/page.tsx',
    async open(scene) {
      await go(scene, '/services/register', 'Register a service');
      await scene.page.getByText('Text', { exact: true }).click();
      await scene.page.getByLabel('WSDL text').fill(await ownWsdl());
      return button(scene.page, 'Continue');
    },
    sends: [/^POST \/api\/manage\/drafts$/],
    ends: ({ page }) => page.waitForURL(/\/drafts\//),
  },
  {
    name: 'import the sample',
    site: 'first-steps/sample-button.tsx',
    async open(scene) {
      await go(scene, '/services/register', 'Register a service');
      return button(scene.page, 'Use a sample service');
    },
    sends: [/^POST \/api\/manage\/drafts$/],
    ends: ({ page }) => page.waitForURL(/\/drafts\//),
  },
  {
    name: 'publish a draft',
    site: 'drafts/publish-button.tsx',
    async open(scene) {
      await go(scene, `/services/drafts/${await anotherDraft(scene, true)}`, 'Check and publish');
      return button(scene.page, 'Publish');
    },
    sends: [/^POST \/api\/manage\/drafts\/[\w-]+\/publish$/],
    ends: ({ page }) => page.getByRole('heading', { name: 'How to call it' }).waitFor(),
  },
  {
    name: 'publish a second service from one WSDL',
    site: 'drafts/publish-button.tsx',
    async open(scene) {
      await ordersService(scene);
      await go(scene, `/services/drafts/${await anotherDraft(scene)}`, 'Check and publish');
      await button(scene.page, 'Publish').click();
      return dialogButton(scene.page, 'Publish a second service');
    },
    sends: [/^POST \/api\/manage\/drafts\/[\w-]+\/publish$/],
    ends: ({ page }) => page.getByRole('heading', { name: 'How to call it' }).waitFor(),
  },
  {
    name: 'discard a draft',
    isHarmless: true,
    site: 'drafts/discard-button.tsx',
    async open(scene) {
      await go(scene, `/services/drafts/${await anotherDraft(scene)}`, 'Check and publish');
      await scene.page.getByRole('button', { name: /^Discard/ }).click();
      return dialogButton(scene.page, 'Discard');
    },
    sends: [/^DELETE \/api\/manage\/drafts\/[\w-]+$/],
    ends: ({ page }) => page.waitForURL(/\/services$/),
  },
  {
    name: 'import again',
    site: 'revisions/import-section.tsx',
    async open(scene) {
      await go(scene, `/${await ordersService(scene)}/revisions`, 'Update the WSDL');
      await button(scene.page, 'Import again').click();
      await scene.page.getByText('Text', { exact: true }).click();
      await scene.page.getByLabel('WSDL text').fill(await ownWsdl(true));
      return button(scene.page, 'Import');
    },
    sends: [/^POST \/api\/manage\/services\/[\w-]+\/revisions$/],
    ends: shown(/^Revision \d+ needs approval$/),
  },
  {
    name: 'publish a revision',
    isHarmless: true,
    site: 'revisions/revision-item.tsx',
    open: (scene) => decideRevision(scene, 'Publish'),
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/revisions\/\d+\/in-force$/],
    ends: shown(/^Revision \d+ is live$/),
  },
  {
    name: 'reject a revision',
    isHarmless: true,
    site: 'revisions/revision-item.tsx',
    open: (scene) => decideRevision(scene, 'Reject'),
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/revisions\/\d+\/rejected$/],
    ends: shown(/^Revision \d+ rejected$/),
  },
  {
    name: 'announce a removal',
    site: 'revisions/announce-form.tsx',
    open: async (scene) => button(await removingRevision(scene), 'Announce removal'),
    sends: [/^PUT \/api\/manage\/services\/[\w-]+\/revisions\/\d+\/announcement$/],
    ends: ({ page }) => button(page, 'Withdraw announcement').waitFor(),
  },
  {
    name: 'withdraw an announcement',
    isHarmless: true,
    site: 'revisions/announce-form.tsx',
    open: async (scene) => button(await removingRevision(scene, true), 'Withdraw announcement'),
    sends: [/^DELETE \/api\/manage\/services\/[\w-]+\/revisions\/\d+\/announcement$/],
    ends: ({ page }) => button(page, 'Announce removal').waitFor(),
  },
];

/** Opens the question whether a revision is to be published or rejected. */
async function decideRevision(scene: TwiceScene, decision: 'Publish' | 'Reject'): Promise<Locator> {
  const { path, number } = await waitingRevision(scene);
  await go(scene, `/${path}/revisions`, 'Update the WSDL');
  await button(scene.page, `${decision} revision ${number}`).click();
  return dialogButton(scene.page, decision);
}

/** Opens the changes of a revision that lacks an operation, which is announced if `announced`. */
async function removingRevision(scene: TwiceScene, announced = false): Promise<Page> {
  const wsdl = (await ownWsdl()).replace(/<(\w+:)?operation name="ReadAudit">[\s\S]*?<\/\1operation>/g, '');
  const { path, number } = await waitingRevision(scene, wsdl);
  if (announced) await scene.manage('PUT', `${path}/revisions/${number}/announcement`, {});
  await go(scene, `/${path}/revisions?compare=${number}`, 'Update the WSDL');
  return scene.page;
}

const ADMINISTRATION: readonly TwiceCase[] = [
  {
    name: 'create a password link',
    site: 'administration/password-link-dialog.tsx',
    async open(scene) {
      const { email, accountId } = await scene.stage.addAccount();
      await go(scene, `/administration/accounts/${accountId}`, 'Users');
      await button(scene.page, `Create password link: ${email}`).click();
      return dialogButton(scene.page, 'Create link');
    },
    sends: [/^POST \/api\/admin\/accounts\/[\w-]+\/users\/[\w-]+\/password-link$/],
    ends: ({ page }) => button(page, 'I’ve copied it').waitFor(),
  },
  {
    name: 'invite somebody',
    site: 'administration/invite-dialog.tsx',
    async open(scene) {
      await go(scene, '/administration/invitations', 'Invitations');
      await button(scene.page, 'Create invitation').click();
      return dialogButton(scene.page, 'Create');
    },
    sends: [/^POST \/api\/admin\/invitations$/],
    ends: ({ page }) => button(page, 'I’ve copied it').waitFor(),
  },
  {
    name: 'delete an invitation, above which the next one moves',
    site: 'administration/invitations-page.tsx',
    async open(scene) {
      const email = (n: number) => `${scene.run}-${n}@example.com`;
      for (const n of [1, 2])
        await scene.manage('POST', '/api/admin/invitations', { role: 'owner', email: email(n) });
      await go(scene, '/administration/invitations', 'Invitations');
      return scene.page.getByRole('button', { name: `Delete the invitation for ${email(2)}` });
    },
    sends: [/^DELETE \/api\/admin\/invitations\/[\w-]+$/],
    ends: async ({ page, run }) => {
      await page.getByText(`${run}-2@example.com`).waitFor({ state: 'detached' });
      await page.getByText(`${run}-1@example.com`).waitFor();
    },
  },
  {
    name: 'suspend an account',
    isHarmless: true,
    site: 'administration/suspend-section.tsx',
    async open(scene) {
      await go(scene, `/administration/accounts/${await anotherAccount(scene)}`);
      await button(scene.page, 'Suspend account').click();
      return dialogButton(scene.page, 'Suspend account');
    },
    sends: [/^PATCH \/api\/admin\/accounts\/[\w-]+$/],
    ends: ({ page }) => button(page, 'Resume account').waitFor(),
  },
  {
    name: 'resume an account',
    site: 'administration/suspend-section.tsx',
    async open(scene) {
      const accountId = await anotherAccount(scene);
      await scene.manage('PATCH', `/api/admin/accounts/${accountId}`, { status: 'suspended' });
      await go(scene, `/administration/accounts/${accountId}`);
      return button(scene.page, 'Resume account');
    },
    sends: [/^PATCH \/api\/admin\/accounts\/[\w-]+$/],
    ends: ({ page }) => button(page, 'Suspend account').waitFor(),
  },
  {
    name: 'make an administrator, at whose place the opposite appears',
    site: 'administration/account-page.tsx',
    async open(scene) {
      const { email, password, account } = newPerson();
      await scene.manage('POST', 'sign-up', { email, password, accountName: account });
      const found = (await scene.manage('GET', `/api/admin/accounts?search=${email}`)) as {
        accounts: { accountId: string }[];
      };
      await go(scene, `/administration/accounts/${found.accounts[0]?.accountId}`);
      return scene.page.getByRole('button', { name: `Make administrator: ${email}` });
    },
    sends: [/^PUT \/api\/admin\/accounts\/[\w-]+\/users\/[\w-]+\/administrator$/],
    ends: ({ page }) => page.getByRole('button', { name: /^Remove administrator: ada/ }).waitFor(),
  },
  {
    name: 'change the plan',
    site: 'settings/change-plan.tsx',
    async open(scene) {
      // The gateway of the stage does not let owners change plans: the page receives the opposite, and shows the rejection.
      await scene.page.route('**/api/manage/plans', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ownersMayChange: true } });
      });
      await go(scene, '/settings', 'Sessions');
      // The browser caches nothing while a page has routes.
      await scene.page.unrouteAll({ behavior: 'wait' });
      await button(scene.page, 'Switch to Free').click();
      return dialogButton(scene.page, 'Switch to Free');
    },
    sends: [/^PUT \/api\/manage\/account\/plan$/],
    ends: shown(/^Only the operator of this gateway can change plans/),
  },
];

/** Creates an account without a user; resolves to its ID. */
async function anotherAccount({ manage, run }: TwiceScene): Promise<string> {
  const created = (await manage('POST', '/api/admin/accounts', { name: `Account ${run}` })) as {
    accountId: string;
  };
  return created.accountId;
}

/** The person of the cases that end a session. */
let person = newPerson();

const SESSIONS: readonly TwiceCase[] = [
  {
    name: 'sign up',
    site: 'sign-up/page.tsx',
    endsSession: true,
    async open(scene) {
      await scene.page.context().clearCookies();
      await scene.page.goto('about:blank');
      person = newPerson();
      await go(scene, '/sign-up');
      await scene.page.getByLabel('Account name').fill(person.account);
      await scene.page.getByLabel('Email address').fill(person.email);
      await scene.page.getByLabel('Password', { exact: true }).fill(person.password);
      return button(scene.page, 'Create account');
    },
    sends: [/^POST \/api\/manage\/sign-up$/, /^POST \/api\/manage\/log-in$/],
    ends: ({ page }) => page.getByRole('heading', { level: 1, name: 'Services' }).waitFor(),
  },
  {
    name: 'send a verification link',
    site: 'settings/mail-section.tsx',
    endsSession: true,
    async open(scene) {
      await go(scene, '/settings', 'Email');
      return button(scene.page, 'Send verification link');
    },
    sends: [/^POST \/api\/manage\/mail\/verify$/],
    ends: shown(/^Verification link sent to /),
  },
  {
    name: 'send a link to another address',
    site: 'settings/change-address-dialog.tsx',
    endsSession: true,
    async open(scene) {
      await go(scene, '/settings', 'Email');
      await button(scene.page, 'Change address').click();
      const dialog = scene.page.getByRole('dialog');
      await dialog.getByLabel('New email address').fill(`${scene.run}@example.com`);
      await dialog.getByLabel('Current password').fill(person.password);
      return dialogButton(scene.page, 'Send link');
    },
    sends: [/^POST \/api\/manage\/mail\/address$/],
    ends: shown('Verification link sent to the new address'),
  },
  {
    name: 'verify an address',
    isHarmless: true,
    site: 'log-in/verify-page.tsx',
    endsSession: true,
    async open(scene) {
      await scene.page.goto('about:blank');
      await go(scene, `/verify-address#${'v'.repeat(43)}`);
      return button(scene.page, 'Verify address');
    },
    sends: [/^POST \/api\/manage\/verify-address$/],
    ends: shown('The link cannot be used'),
  },
  {
    name: 'set a new password',
    isHarmless: true,
    site: 'log-in/reset-page.tsx',
    endsSession: true,
    async open(scene) {
      await scene.page.goto('about:blank');
      await go(scene, `/reset-password#${'r'.repeat(43)}`);
      await scene.page.getByLabel('New password').fill(`another long password ${scene.run}`);
      return button(scene.page, 'Set password');
    },
    sends: [/^POST \/api\/manage\/password\/reset$/],
    ends: shown('The link cannot be used'),
  },
  {
    name: 'log out one session',
    site: 'settings/sessions-section.tsx',
    endsSession: true,
    async open(scene) {
      await scene.stage.addSession(person.email);
      await scene.stage.addSession(person.email);
      await go(scene, '/settings', 'Sessions');
      return scene.page.getByRole('button', { name: /^Log out the session since/ }).first();
    },
    sends: [/^DELETE \/api\/manage\/sessions\/[\w-]+$/],
    ends: shown('Session logged out'),
  },
  {
    name: 'log out other sessions',
    isHarmless: true,
    site: 'settings/sessions-section.tsx',
    endsSession: true,
    async open(scene) {
      await scene.stage.addSession(person.email);
      await go(scene, '/settings', 'Sessions');
      return button(scene.page, 'Log out other sessions');
    },
    sends: [/^DELETE \/api\/manage\/sessions$/],
    ends: shown('Other sessions logged out'),
  },
  {
    name: 'change the password',
    isHarmless: true,
    site: 'settings/password-section.tsx',
    endsSession: true,
    async open(scene) {
      const next = `another long password ${scene.run}`;
      await go(scene, '/settings', 'Password');
      await scene.page.getByLabel('Current password').fill(person.password);
      await scene.page.getByLabel('New password').fill(next);
      person = { ...person, password: next };
      return button(scene.page, 'Change password');
    },
    sends: [/^PUT \/api\/manage\/password$/],
    ends: shown('Password changed'),
  },
  {
    name: 'close the account',
    site: 'settings/close-section.tsx',
    endsSession: true,
    async open(scene) {
      await go(scene, '/settings', 'Close account');
      await button(scene.page, 'Close account').click();
      await scene.page.getByRole('dialog').getByLabel('Your password').fill(person.password);
      return dialogButton(scene.page, 'Close account');
    },
    sends: [/^POST \/api\/manage\/account\/closing$/],
    ends: ({ page }) => page.getByRole('heading', { name: 'This account is closed' }).waitFor(),
  },
  {
    name: 'keep the account',
    site: 'shell/closing-page.tsx',
    endsSession: true,
    open: async ({ page }) => button(page, 'Keep account'),
    sends: [/^DELETE \/api\/manage\/account\/closing$/],
    ends: shown('Account kept'),
  },
  {
    name: 'log out of a closed account',
    site: 'shell/closing-page.tsx',
    endsSession: true,
    async open(scene) {
      await scene.manage('POST', 'account/closing', { password: person.password });
      await go(scene, '/settings', 'This account is closed');
      return button(scene.page, 'Log out');
    },
    sends: [/^POST \/api\/manage\/log-out$/],
    async ends({ page }) {
      await page.waitForURL(/\/log-in/);
    },
  },
  {
    name: 'log in again over a page',
    site: 'shell/session-ended.tsx',
    endsSession: true,
    async open(scene) {
      await reopenAccount(scene);
      await go(scene, '/settings', 'Account');
      await scene.page.context().clearCookies();
      await scene.page.getByLabel('Account name').fill(`Ada ${scene.run}`);
      await button(scene.page, 'Rename').click();
      const dialog = scene.page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByLabel('Password', { exact: true }).fill(person.password);
      return button(dialog, 'Log in');
    },
    sends: [/^POST \/api\/manage\/log-in$/],
    ends: ({ page }) =>
      page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' }),
  },
  {
    name: 'log out',
    site: 'shell/owner-frame.tsx',
    endsSession: true,
    async open(scene) {
      await go(scene, '/settings', 'Account');
      return button(scene.page, 'Log out');
    },
    sends: [/^POST \/api\/manage\/log-out$/],
    ends: ({ page }) => page.waitForURL(/\/log-in/),
  },
  {
    name: 'ask for a link',
    site: 'log-in/forgot-page.tsx',
    endsSession: true,
    async open(scene) {
      await scene.page.context().clearCookies();
      await scene.page.goto('about:blank');
      await go(scene, '/forgot-password');
      await scene.page.getByLabel('Email address').fill(`${scene.run}@example.com`);
      return button(scene.page, 'Send link');
    },
    sends: [/^POST \/api\/manage\/password\/forgot$/],
    ends: shown(/^If an account has this address/),
  },
  {
    name: 'log in',
    site: 'log-in/page.tsx',
    endsSession: true,
    async open(scene) {
      await scene.page.context().clearCookies();
      await scene.page.goto('about:blank');
      await go(scene, '/log-in');
      await scene.page.getByLabel('Email address').fill(person.email);
      await scene.page.getByLabel('Password', { exact: true }).fill(person.password);
      return button(scene.page, 'Log in');
    },
    sends: [/^POST \/api\/manage\/log-in$/],
    ends: ({ page }) => page.getByRole('heading', { level: 1, name: 'Services' }).waitFor(),
  },
];

/** Every button and form that sends a change. Those that end the session of the page come last. */
export const TWICE_CASES: readonly TwiceCase[] = [
  ...KEYS,
  ...EVENTS,
  ...SERVICE,
  ...CONNECTION,
  ...DESIGN,
  ...TRY_IT,
  ...IMPORTS,
  ...ADMINISTRATION,
  ...SESSIONS,
];
