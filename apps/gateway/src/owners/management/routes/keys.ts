import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import type { KeyPurpose, KeyRules } from '../../../domain/accounts/api-key.js';
import { arrayOf, EMPTY_OBJECT, enumOf, nullable, object, TEXT } from '../../../domain/json-schema.js';
import { unusableMembers } from '../../../errors/errors.js';
import { conflict, notFound } from '../../../errors/management-errors.js';
import { KEY, NEW_KEY } from '../answers/keys.js';
import { KEY_RULES, readKeyRules } from '../inputs/key-rules.js';
import { NAME, SENT_INSTANT } from '../inputs/service-schema.js';
import { entityTag } from '../routing/entity-tag.js';
import { assertFullKey } from '../routing/identify.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, SEARCH, showPage } from '../routing/paging.js';
import { type ManagementDependencies, type Owner, ownerOf, type Route, route } from '../routing/route.js';
import { changeKey, issueKeyOf, MAX_OVERLAP, revokeKey, rollKey } from '../use-cases/administer-keys.js';
import { showKey } from '../views/show-key.js';
import { keyState, keyStateOf } from '../views/states.js';

/** The maximum number of keys of an account that are not revoked; as many revoked ones are kept. */
export const MAX_KEYS = 1_000;

const list = route({
  method: 'get',
  path: '/api/manage/keys',
  access: 'owner',
  summary:
    'The API keys of the account without the keys themselves, newest first, page by page. `search` finds a part of the name; `unusedDays` those that were neither used nor created in so many days',
  query: {
    ...PLACE_QUERY,
    search: SEARCH,
    revoked: Type.Boolean(),
    unusedDays: Type.Integer({ minimum: 1, maximum: 3_650 }),
  },
  answer: object({ keys: arrayOf(KEY), ...PAGE_MEMBERS }),
  async handle(call, { store, now }) {
    const { search, revoked, unusedDays, ...query } = call.query;
    const unusedSince = unusedDays === undefined ? undefined : now() - unusedDays * 86_400_000;
    const page = await store.apiKeys.list(ownerOf(call).account.id, {
      ...readPage(query),
      ...defined({ search, revoked, unusedSince }),
    });
    return { body: { ...showPage(page), keys: page.items.map(shown) } };
  },
});

const create = route({
  method: 'post',
  path: '/api/manage/keys',
  access: 'owner',
  summary:
    'Create an API key, which only this response ever shows; or, with `token`, a key that stands for access tokens of agents and has no secret',
  status: 201,
  body: object({ name: NAME }, { purpose: enumOf<KeyPurpose>(['live', 'management']), ...KEY_RULES }),
  answer: NEW_KEY,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const { account } = owner;
    const { name, purpose = 'live', ...sent } = call.body;
    if (purpose === 'management') assertFullKey(owner);
    const given = Object.entries(readKeyRules(sent)).filter(([, value]) => value !== null);
    const rules: KeyRules = Object.fromEntries(given);
    assertFuture(rules.expiresAt, deps);
    if (!(await deps.store.apiKeys.makeRoom(account.id, MAX_KEYS)))
      throw conflict('KEY_LIMIT', `The account has ${MAX_KEYS} API keys: revoke those that are not used`);
    const { stored, key } = await issueKeyOf(account.id, { name, purpose, ...rules }, keyDeps(owner, deps));
    return { body: { ...shown(stored), key: key ?? null } };
  },
});

const show = route({
  method: 'get',
  path: '/api/manage/keys/:keyId',
  access: 'owner',
  state: keyState,
  summary: 'An API key without the key itself',
  answer: KEY,
  async handle(call, { store }) {
    const key = await store.apiKeys.find(ownerOf(call).account.id, call.params['keyId'] ?? '');
    if (key === undefined) throw notFound('key');
    return { body: shown(key) };
  },
});

const change = route({
  method: 'patch',
  path: '/api/manage/keys/:keyId',
  access: 'owner',
  state: keyState,
  summary:
    'Change the name of an API key, and what it may be used for. Members that are left out stay as they are',
  body: object({}, { name: NAME, ...KEY_RULES }, { minProperties: 1 }),
  answer: KEY,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const keyId = call.params['keyId'] ?? '';
    const { name, ...sent } = call.body;
    const rules = readKeyRules(sent);
    assertFuture(rules.expiresAt ?? undefined, deps);
    await assertMayChange(owner, keyId, deps);
    const wanted = { ...defined({ name }), ...rules };
    return { body: shown(await changeKey(owner.account.id, keyId, wanted, keyDeps(owner, deps))) };
  },
});

const roll = route({
  method: 'post',
  path: '/api/manage/keys/:keyId/roll',
  access: 'owner',
  summary:
    'Replace the secret of an API key, which only this response ever shows. The secret before it may work for some more time',
  body: object(
    {},
    {
      overlapSeconds: Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP / 1000,
        description: 'How long the secret before it still works. Default 0',
      }),
      expiresAt: nullable(SENT_INSTANT),
    },
  ),
  answer: NEW_KEY,
  async handle(call, deps) {
    const owner = ownerOf(call);
    const keyId = call.params['keyId'] ?? '';
    const { overlapSeconds = 0, expiresAt: sent } = call.body;
    const expiresAt = typeof sent === 'string' ? Date.parse(sent) : sent;
    assertFuture(expiresAt ?? undefined, deps);
    // A key may always replace its own secret, but not lengthen its life.
    if (owner.key?.id !== keyId || expiresAt !== undefined) await assertMayChange(owner, keyId, deps);
    const wanted = { overlap: overlapSeconds * 1000, ...defined({ expiresAt }) };
    const { stored, key } = await rollKey(owner.account.id, keyId, wanted, keyDeps(owner, deps));
    return { body: { ...shown(stored), key: key ?? null } };
  },
});

const revoke = route({
  method: 'delete',
  path: '/api/manage/keys/:keyId',
  access: 'owner',
  state: keyState,
  summary: 'Revoke an API key permanently',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const owner = ownerOf(call);
    await revokeKey(owner.account.id, call.params['keyId'] ?? '', keyDeps(owner, deps));
    return {};
  },
});

/** A management key with rules must not give itself, or another management key, more than it has. */
async function assertMayChange(
  owner: Owner,
  keyId: string,
  { store }: ManagementDependencies,
): Promise<void> {
  if (owner.key === undefined) return;
  const key = await store.apiKeys.find(owner.account.id, keyId);
  if (key?.purpose === 'management') assertFullKey(owner);
}

function assertFuture(expiresAt: number | undefined, { now }: ManagementDependencies): void {
  if (expiresAt !== undefined && expiresAt <= now())
    throw unusableMembers('The end of the key cannot be used', {
      '/expiresAt': 'Must be in the future. To end the key now, revoke it',
    });
}

function keyDeps({ actor }: Owner, { secrets, ...deps }: ManagementDependencies) {
  return { ...deps, actor, apiKeyPepper: secrets.apiKeyPepper };
}

function shown(key: Parameters<typeof showKey>[0]) {
  return { ...showKey(key), etag: entityTag(keyStateOf(key)) };
}

const issuers = route({
  method: 'get',
  path: '/api/manage/token-issuers',
  access: 'owner',
  summary: 'The authorization servers whose access tokens the account may accept from agents',
  answer: object({ issuers: arrayOf(TEXT) }),
  handle: async (_call, { tokenIssuers }) => ({ body: { issuers: [...tokenIssuers] } }),
});

export const keyRoutes: readonly Route[] = [issuers, list, create, show, change, roll, revoke];
