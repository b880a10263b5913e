import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { EVENT_KINDS, type EventKind } from '../../../domain/accounts/event.js';
import { createWebhookSecret, MAX_WEBHOOKS, type Webhook } from '../../../domain/accounts/webhook.js';
import {
  arrayOf,
  BOOLEAN,
  EMPTY_OBJECT,
  enumOf,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { WITHOUT_USER } from '../../../domain/services/service-settings.js';
import { unusableMembers } from '../../../errors/errors.js';
import { conflict, notFound } from '../../../errors/management-errors.js';
import { placeOfSecret } from '../../../events/rotate-webhook-secrets.js';
import { DELIVERY, NEW_WEBHOOK, WEBHOOK } from '../answers/events.js';
import { NAME } from '../inputs/service-schema.js';
import { audit } from '../routing/find-service.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, showPage } from '../routing/paging.js';
import {
  type ManagementCall,
  type ManagementDependencies,
  ownerOf,
  type Route,
  route,
} from '../routing/route.js';
import { MAX_OVERLAP } from '../use-cases/administer-keys.js';
import { checkEndpoints } from '../views/check-endpoints.js';
import { showDelivery, showWebhook } from '../views/show-event.js';
import { webhookState } from '../views/states.js';

const PATH = '/api/manage/webhooks';

const URL_TEXT = Type.String({
  maxLength: 2048,
  pattern: WITHOUT_USER,
  description: 'Where events are sent to with POST. The gateway follows no redirect',
});
const TYPES = nullable(
  Type.Array(enumOf<EventKind>(EVENT_KINDS), {
    minItems: 1,
    uniqueItems: true,
    description: 'The types of events that are sent; null for all',
  }),
);

const list = route({
  method: 'get',
  path: PATH,
  access: 'owner',
  summary: 'The webhooks of the account, oldest first; their secrets are never shown',
  answer: object({ webhooks: arrayOf(WEBHOOK) }),
  async handle(call, { store }) {
    const webhooks = await store.webhooks.list(ownerOf(call).account.id);
    return { body: { webhooks: webhooks.map(showWebhook) } };
  },
});

const create = route({
  method: 'post',
  path: PATH,
  access: 'owner',
  summary:
    'Create a webhook: events of the account are sent to its URL, signed as the Standard Webhooks specification says. Only this response ever shows the secret',
  status: 201,
  body: object({ name: NAME, url: URL_TEXT }, { types: TYPES }),
  answer: NEW_WEBHOOK,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const { name, url, types } = call.body;
    await assertReachable(url, owner.account.id, deps);
    const at = deps.now();
    const webhook: Webhook = {
      id: `whk_${randomUUID()}`,
      accountId: owner.account.id,
      name,
      url,
      ...(types != null && { types }),
      enabled: true,
      createdAt: at,
      updatedAt: at,
    };
    const { secret, sealed } = newSecret(webhook, deps);
    if (!(await deps.store.webhooks.create(webhook, sealed, MAX_WEBHOOKS)))
      throw conflict(
        'WEBHOOK_LIMIT',
        `The account has ${MAX_WEBHOOKS} webhooks: delete one that is not used`,
      );
    await audit(deps, owner, 'webhook.create', webhook.id);
    return { body: { ...showWebhook(webhook), secret } };
  },
});

const show = route({
  method: 'get',
  path: `${PATH}/:webhookId`,
  access: 'owner',
  state: webhookState,
  summary: 'A webhook; its secret is never shown',
  answer: WEBHOOK,
  handle: async (call, deps) => ({ body: showWebhook(await findWebhook(call, deps)) }),
});

const change = route({
  method: 'patch',
  path: `${PATH}/:webhookId`,
  access: 'owner',
  state: webhookState,
  summary:
    'Change a webhook. Members that are left out stay as they are. While it is off, new events are not sent to it, and those that wait stay',
  body: object({}, { name: NAME, url: URL_TEXT, types: TYPES, enabled: BOOLEAN }, { minProperties: 1 }),
  answer: WEBHOOK,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const { id } = await findWebhook(call, deps);
    if (call.body.url !== undefined) await assertReachable(call.body.url, owner.account.id, deps);
    const changed = await deps.store.webhooks.change(owner.account.id, id, call.body, deps.now());
    if (changed === undefined) throw notFound('webhook');
    await audit(deps, owner, 'webhook.change', id);
    return { body: showWebhook(changed) };
  },
});

const remove = route({
  method: 'delete',
  path: `${PATH}/:webhookId`,
  access: 'owner',
  state: webhookState,
  summary: 'Delete a webhook with its deliveries',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const { id } = await findWebhook(call, deps);
    if (!(await deps.store.webhooks.delete(owner.account.id, id))) throw notFound('webhook');
    await audit(deps, owner, 'webhook.delete', id);
    return {};
  },
});

const roll = route({
  method: 'post',
  path: `${PATH}/:webhookId/roll`,
  access: 'owner',
  summary:
    'Replace the secret of a webhook, which only this response ever shows. With an overlap, deliveries are signed with both secrets',
  body: object(
    {},
    {
      overlapSeconds: Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP / 1000,
        description: 'How long deliveries are also signed with the secret before it. Default 0',
      }),
    },
  ),
  answer: NEW_WEBHOOK,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const webhook = await findWebhook(call, deps);
    const { overlapSeconds = 0 } = call.body;
    const at = deps.now();
    const { secret, sealed } = newSecret(webhook, deps);
    const rolled = await deps.store.webhooks.roll(owner.account.id, webhook.id, {
      sealed,
      at,
      ...(overlapSeconds > 0 && { previousUntil: at + overlapSeconds * 1000 }),
    });
    if (rolled === undefined) throw notFound('webhook');
    await audit(deps, owner, 'webhook.roll', webhook.id);
    return { body: { ...showWebhook(rolled), secret } };
  },
});

const test = route({
  method: 'post',
  path: `${PATH}/:webhookId/test`,
  access: 'owner',
  limit: 'jobs',
  repeatable: false,
  summary:
    'Send an event of the type `webhook.test` to a webhook that is on; its deliveries show the outcome',
  body: object({}),
  answer: object({ eventId: TEXT }),
  async handle(call, deps) {
    const webhook = await findWebhook(call, deps);
    if (!webhook.enabled) throw conflict('WEBHOOK_OFF', 'The webhook is off: turn it on, then send the test');
    return { body: { eventId: await deps.store.deliveries.addTest(webhook, deps.now()) } };
  },
});

const deliveries = route({
  method: 'get',
  path: `${PATH}/:webhookId/deliveries`,
  access: 'owner',
  summary:
    'The deliveries to a webhook with their attempts, newest first, page by page. The newest 1,000 that are over are kept',
  query: PLACE_QUERY,
  answer: object({ deliveries: arrayOf(DELIVERY), ...PAGE_MEMBERS }),
  async handle(call, deps) {
    const { id, accountId } = await findWebhook(call, deps);
    const page = await deps.store.deliveries.list(accountId, id, readPage(call.query));
    const events = await deps.store.events.findAll(
      accountId,
      page.items.map(({ eventId }) => eventId),
    );
    const shown = page.items.flatMap((delivery) => {
      const event = events.get(delivery.eventId);
      return event === undefined ? [] : [showDelivery(delivery, event)];
    });
    return { body: { ...showPage(page), deliveries: shown } };
  },
});

async function findWebhook(
  call: ManagementCall<unknown, unknown>,
  { store }: Pick<ManagementDependencies, 'store'>,
): Promise<Webhook> {
  const { id } = ownerOf(call as ManagementCall).account;
  const webhook = await store.webhooks.find(id, call.params['webhookId'] ?? '');
  if (webhook === undefined) throw notFound('webhook');
  return webhook;
}

/** Throws a bad request for a URL that the gateway must not call, which every attempt checks again. */
async function assertReachable(
  url: string,
  accountId: string,
  { transport }: ManagementDependencies,
): Promise<void> {
  const problem = URL.canParse(url)
    ? (await checkEndpoints([url], accountId, transport)).get(url)
    : 'Must be an absolute URL';
  if (problem !== undefined) throw unusableMembers('The URL cannot be used', { '/url': problem });
}

function newSecret({ id, accountId }: Webhook, { sealer }: ManagementDependencies) {
  const secret = createWebhookSecret();
  return { secret, sealed: sealer.seal(secret, placeOfSecret({ accountId, webhookId: id })) };
}

export const webhookRoutes: readonly Route[] = [list, create, show, change, remove, roll, test, deliveries];
