import { designSecretField, type SecretField } from '../../../credentials/service-secrets.js';
import type { Account } from '../../../domain/accounts/account.js';
import type { ApiKey } from '../../../domain/accounts/api-key.js';
import type { Webhook } from '../../../domain/accounts/webhook.js';
import type { Deprecation } from '../../../domain/services/deprecation.js';
import { readDesign } from '../../../domain/services/read-design.js';
import {
  DEFAULT_OPERATION_SETTINGS,
  type OperationSettings,
  showSettings,
} from '../../../domain/services/service-settings.js';
import { type ManagementCall, ownerOf, type ReadState, type ResourceState } from '../routing/route.js';
import { printAnnouncement, printDeprecation } from './show-deprecation.js';
import { showInstant } from './show-instant.js';
import { showKeyRules } from './show-key.js';

/** The service in the path of a call, which the states below it belong to. */
const placeOf = (call: ManagementCall) => ({
  accountId: ownerOf(call).account.id,
  serviceId: call.params['serviceId'] ?? '',
});

/** The name and the plan of the owner's account. */
export const accountState: ReadState = async (call, store) => {
  const account = await store.accounts.find(ownerOf(call).account.id);
  return account && { shown: { name: account.name, ...showPlan(account) } };
};

/** An account as operators change it, with the rights of its users. */
export const administeredAccountState: ReadState = async ({ params }, store) => {
  const account = await store.accounts.find(params['accountId'] ?? '');
  if (account === undefined) return undefined;
  const users = await store.users.list(account.id);
  return {
    shown: {
      status: account.status,
      closesAt: showInstant(account.closesAt),
      ...showPlan(account),
      billingAnchor: showInstant(account.billingAnchor),
      users: users.map(({ id, administrator }) => ({ userId: id, administrator: administrator === true })),
    },
  };
};

function showPlan({ plan, nextPlan }: Account) {
  return {
    plan,
    nextPlan: nextPlan === undefined ? null : { name: nextPlan.plan, at: showInstant(nextPlan.at) },
  };
}

/** The settings of a webhook, and its sealed secret. */
export const webhookState: ReadState = async (call, store) => {
  const { id } = ownerOf(call).account;
  const webhook = await store.webhooks.find(id, call.params['webhookId'] ?? '');
  return webhook && webhookStateOf(webhook);
};

/** The same for a webhook that was read in a list. */
export function webhookStateOf({ name, url, types, enabled, previousUntil }: Webhook): ResourceState {
  const shown = { name, url, types: types ?? null, enabled, previousSecretUntil: showInstant(previousUntil) };
  return { shown };
}

/** The address of the person who is logged in, and which events are mailed to it. */
export const mailState: ReadState = async (call, store) => {
  const { account, signedIn } = ownerOf(call);
  const user = signedIn && (await store.users.find(account.id, signedIn.user.id));
  if (user === undefined) return undefined;
  const { email, emailVerifiedAt, mailTypes } = user;
  return { shown: { address: email, verifiedAt: showInstant(emailVerifiedAt), types: mailTypes ?? null } };
};

/** The name and the rules of an API key, when its secret was replaced, and whether it is revoked. */
export const keyState: ReadState = async (call, store) => {
  const key = await store.apiKeys.find(ownerOf(call).account.id, call.params['keyId'] ?? '');
  return key && keyStateOf(key);
};

/** The same for a key that was read in a list. */
export function keyStateOf(key: ApiKey): ResourceState {
  const { name, rolledAt, revokedAt } = key;
  return {
    shown: { name, ...showKeyRules(key), rolledAt: showInstant(rolledAt), revokedAt: showInstant(revokedAt) },
  };
}

/** The name, the status, the live revision and the settings of a service. */
export const serviceState: ReadState = async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  const service = await store.services.find(accountId, serviceId);
  if (service === undefined) return undefined;
  const { name, status, revision, settings } = service;
  return { shown: { name, status, revision, settings: sorted(showSettings(settings)) } };
};

/** The settings of an operation. */
export const operationState: ReadState = async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  const all = await store.services.findOperationSettings(accountId, serviceId);
  return operationStateOf(all.get(call.params['operation'] ?? '') ?? DEFAULT_OPERATION_SETTINGS);
};

/** The same for settings that were read with their service. */
export function operationStateOf({ methodPolicy, cacheSeconds, unwrap }: OperationSettings): ResourceState {
  return { shown: { methodPolicy, cacheSeconds, unwrap: unwrap ?? null } };
}

/** Who may read the page of a service, and which link leads to it. */
export const pageState: ReadState = async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  if ((await store.services.find(accountId, serviceId)) === undefined) return undefined;
  const page = await store.servicePages.find(accountId, serviceId);
  return { shown: { visibility: page?.visibility ?? 'off' }, sealed: page?.nonce };
};

/** How often the contract of a service is checked, and what happens to a change. */
export const watchState: ReadState = async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  if ((await store.services.find(accountId, serviceId)) === undefined) return undefined;
  const { schedule, activate } = await store.watches.find(accountId, serviceId);
  return { shown: { schedule, activate } };
};

/** The saved example of an operation. */
export const exampleState = (async (call, store) => {
  const place = { ...placeOf(call), operation: call.params['operation'] ?? '' };
  return { shown: { input: (await store.operationExamples.find(place)) ?? null } };
}) satisfies ReadState;

/** Whether a service has a secret. Its content is part of the entity-tag, but never shown. */
export function secretState(field: SecretField) {
  return (async (call, store) => {
    const { accountId, serviceId } = placeOf(call);
    return secretStateOf((await store.secrets.find(accountId, serviceId)).get(field));
  }) satisfies ReadState;
}

/** The same for a sealed secret; undefined if none is stored. */
export function secretStateOf(sealed: string | undefined) {
  return { shown: { stored: sealed !== undefined }, sealed } satisfies ResourceState;
}

/** The design of the live revision. */
export const designState: ReadState = async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  const service = await store.services.find(accountId, serviceId);
  if (service === undefined) return undefined;
  const { revision } = service;
  const found = await store.services.findPackedModel(accountId, serviceId, revision);
  return { shown: { revision, design: found?.design === undefined ? null : readDesign(found.design) } };
};

/** Whether a secret of a design is stored. */
export const designSecretState = (async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  const sealed = await store.secrets.find(accountId, serviceId);
  return secretStateOf(sealed.get(designSecretField(call.params['secret'] ?? '')));
}) satisfies ReadState;

/** The deprecation of a service, or of the operation in the path. */
export const deprecationState = (async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  const { service, operations } = await store.deprecations.find(accountId, serviceId);
  const { operation } = call.params;
  const known: Deprecation | undefined = operation === undefined ? service : operations.get(operation);
  return { shown: { deprecation: known === undefined ? null : printDeprecation(known) } };
}) satisfies ReadState;

/** Which revision of a service is live, whether the one in the path waits for a decision, and what it announces. */
export const revisionState: ReadState = async (call, store) => {
  const { accountId, serviceId } = placeOf(call);
  const number = Number(call.params['number']);
  const service = await store.services.find(accountId, serviceId);
  if (service === undefined || !Number.isSafeInteger(number)) return undefined;
  const { announced } = await store.deprecations.find(accountId, serviceId);
  const announcement = announced.find(({ revision }) => revision === number);
  return {
    shown: {
      live: service.revision,
      waiting: await store.services.isWaiting(accountId, serviceId, number),
      announcement: announcement === undefined ? null : printAnnouncement(announcement),
    },
  };
};

/** The owner's decisions about a draft, and when it last changed. */
export const draftState: ReadState = async (call, store) => {
  const draft = await store.drafts.find(ownerOf(call).account.id, call.params['draftId'] ?? '');
  if (draft === undefined) return undefined;
  const { name, slug, settings, design } = draft.choices;
  return {
    shown: {
      name: name ?? null,
      slug: slug ?? null,
      settings: sorted(settings),
      design: design === undefined ? null : readDesign(design),
      updatedAt: showInstant(draft.updatedAt),
    },
  };
};

/** Returns an object with its members in the order of their names, which does not depend on the order in which they were set. */
function sorted(members: object): object {
  return Object.fromEntries(Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1)));
}
