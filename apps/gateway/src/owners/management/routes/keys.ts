import { randomUUID } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import {
  type ApiKey,
  createKey,
  hashKey,
  type KeyPurpose,
  keyHint,
} from '../../../domain/accounts/api-key.js';
import {
  component,
  EMPTY_OBJECT,
  list as listOf,
  object,
  oneOfThese,
  orNull,
} from '../../../domain/json-schema.js';
import { badRequest } from '../../../errors/errors.js';
import { conflict, notFound } from '../../../errors/management-errors.js';
import { KEY_OPERATIONS, NAME } from '../inputs/service-schema.js';
import { entityTag } from '../routing/entity-tag.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, SEARCH, showPage } from '../routing/paging.js';
import { ownerOf, type Route, route } from '../routing/route.js';
import { keyState, keyStateOf } from '../views/states.js';

/** The maximum number of keys of an account that are not revoked; as many revoked ones are kept. */
export const MAX_KEYS = 1_000;

const list = route({
  method: 'get',
  path: '/api/manage/keys',
  access: 'owner',
  summary:
    'The API keys of the account without the keys themselves, newest first, page by page. `search` finds a part of the name',
  query: { ...PLACE_QUERY, search: SEARCH, revoked: Type.Boolean() },
  answer: object({ keys: listOf(component('Key')), ...PAGE_MEMBERS }),
  async handle(call, { store }) {
    const { search, revoked, ...query } = call.query;
    const page = await store.apiKeys.list(ownerOf(call).account.id, {
      ...readPage(query),
      ...defined({ search, revoked }),
    });
    return { body: { ...showPage(page), keys: page.items.map(showKey) } };
  },
});

const create = route({
  method: 'post',
  path: '/api/manage/keys',
  access: 'owner',
  summary: 'Create an API key, which only this response ever shows',
  status: 201,
  body: object(
    { name: NAME },
    { purpose: oneOfThese<KeyPurpose>(['live', 'management']), operations: orNull(KEY_OPERATIONS) },
  ),
  answer: component('NewKey'),
  async handle(call, { store, secrets, now }) {
    const { account, actor } = ownerOf(call);
    const { name, purpose = 'live', operations } = call.body;
    if (purpose === 'management') assertUnlimited(operations);
    if (!(await store.apiKeys.makeRoom(account.id, MAX_KEYS)))
      throw conflict('KEY_LIMIT', `The account has ${MAX_KEYS} API keys: revoke those that are not used`);
    const key = createKey(purpose);
    const stored: ApiKey = {
      id: randomUUID(),
      accountId: account.id,
      purpose,
      name,
      hint: keyHint(key),
      createdAt: now(),
      ...(operations === undefined || operations === null ? {} : { operations }),
    };
    await store.apiKeys.create(stored, hashKey(key, secrets.apiKeyPepper));
    await store.audit.add(account.id, { at: now(), actor, action: 'key.create', subject: stored.id });
    return { body: { ...showKey(stored), key } };
  },
});

const show = route({
  method: 'get',
  path: '/api/manage/keys/:keyId',
  access: 'owner',
  state: keyState,
  summary: 'An API key without the key itself',
  answer: component('Key'),
  async handle(call, { store }) {
    const key = await store.apiKeys.find(ownerOf(call).account.id, call.params['keyId'] ?? '');
    if (key === undefined) throw notFound('key');
    return { body: showKey(key) };
  },
});

const restrict = route({
  method: 'patch',
  path: '/api/manage/keys/:keyId',
  access: 'owner',
  state: keyState,
  summary: 'Change which operations an API key may call',
  body: object({ operations: orNull(KEY_OPERATIONS) }),
  answer: component('Key'),
  async handle(call, { store, changes, now }) {
    const { account, actor } = ownerOf(call);
    const keyId = call.params['keyId'] ?? '';
    const { operations } = call.body;
    const known = await store.apiKeys.find(account.id, keyId);
    if (known === undefined || known.revokedAt !== undefined) throw notFound('key');
    if (known.purpose === 'management') assertUnlimited(operations);
    if (!(await store.apiKeys.restrict(account.id, keyId, operations ?? undefined))) throw notFound('key');
    await changes.announce(account.id);
    await store.audit.add(account.id, { at: now(), actor, action: 'key.restrict', subject: keyId });
    const { operations: _before, ...unlimited } = known;
    return { body: showKey(operations === null ? unlimited : { ...unlimited, operations }) };
  },
});

function assertUnlimited(operations: readonly string[] | null | undefined): void {
  if (operations !== undefined && operations !== null)
    throw badRequest('SCHEMA_VIOLATION', 'Only keys that call services can be limited to operations');
}

const revoke = route({
  method: 'delete',
  path: '/api/manage/keys/:keyId',
  access: 'owner',
  state: keyState,
  summary: 'Revoke an API key permanently',
  answer: EMPTY_OBJECT,
  async handle(call, { store, changes, now }) {
    const { account, actor } = ownerOf(call);
    const keyId = call.params['keyId'] ?? '';
    if (!(await store.apiKeys.revoke(account.id, keyId, now()))) throw notFound('key');
    await changes.announce(account.id);
    await store.audit.add(account.id, { at: now(), actor, action: 'key.revoke', subject: keyId });
    return {};
  },
});

function showKey(key: ApiKey) {
  const { id, purpose, name, hint, createdAt, lastUsedAt, revokedAt, operations } = key;
  return {
    id,
    etag: entityTag(keyStateOf(key)),
    purpose,
    name,
    hint: `…${hint}`,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
    revokedAt: revokedAt === undefined ? null : new Date(revokedAt).toISOString(),
    operations: operations === undefined ? null : [...operations],
  };
}

export const keyRoutes: readonly Route[] = [list, create, show, restrict, revoke];
