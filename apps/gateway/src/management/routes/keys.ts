import { randomUUID } from 'node:crypto';
import { type ApiKey, createKey, hashKey, type KeyPurpose, keyHint } from '../../domain/api-key.js';
import { component, EMPTY_OBJECT, list as listOf, object, oneOfThese } from '../../domain/json-schema.js';
import { notFound } from '../../errors/management-errors.js';
import { ownerOf, type Route, route } from '../route.js';
import { NAME } from '../service-schema.js';

const list = route({
  method: 'get',
  path: '/api/manage/keys',
  access: 'owner',
  summary: 'The API keys of the account, newest first; never the keys themselves',
  answer: object({ keys: listOf(component('Key')) }),
  async handle(call, { store }) {
    return { body: { keys: (await store.apiKeys.list(ownerOf(call).account.id)).map(showKey) } };
  },
});

const create = route({
  method: 'post',
  path: '/api/manage/keys',
  access: 'owner',
  summary: 'Make an API key; the answer is the only place that ever shows it',
  status: 201,
  body: object({ name: NAME }, { purpose: oneOfThese<KeyPurpose>(['live', 'management']) }),
  answer: component('NewKey'),
  async handle(call, { store, secrets, now }) {
    const { account, actor } = ownerOf(call);
    const { name, purpose = 'live' } = call.body;
    const key = createKey(purpose);
    const stored: ApiKey = {
      id: randomUUID(),
      accountId: account.id,
      purpose,
      name,
      hint: keyHint(key),
      createdAt: now(),
    };
    await store.apiKeys.create(stored, hashKey(key, secrets.apiKeyPepper));
    await store.audit.add(account.id, { at: now(), actor, action: 'key.create', subject: stored.id });
    return { body: { ...showKey(stored), key } };
  },
});

const revoke = route({
  method: 'delete',
  path: '/api/manage/keys/:keyId',
  access: 'owner',
  summary: 'Revoke an API key, for good',
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

function showKey({ id, purpose, name, hint, createdAt, lastUsedAt, revokedAt }: ApiKey) {
  return {
    id,
    purpose,
    name,
    hint: `…${hint}`,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
    revokedAt: revokedAt === undefined ? null : new Date(revokedAt).toISOString(),
  };
}

export const keyRoutes: readonly Route[] = [list, create, revoke];
