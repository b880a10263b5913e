import { randomUUID } from 'node:crypto';
import { createAccountId } from '../domain/accounts/account.js';
import { createSessionToken, hashSessionToken } from '../domain/accounts/session.js';
import { RECORDING_ROOM } from '../domain/calls/recording.js';
import { createRequestId } from '../domain/calls/request-id.js';
import type { GatewayUnderTest } from './gateway-under-test.js';
import { envelope } from './hostile-upstream.js';
import { createOwner, type OwnerClient } from './owner-client.js';

/** An account with one of everything, all marked with a unique word. */
export interface Tenant {
  readonly mark: string;
  readonly owner: OwnerClient;
  readonly liveKey: string;
  readonly managementKey: string;
  readonly slug: string;
  /** Its ids, by the parameter name in routes. */
  readonly ids: TenantIds;
  /** The values that no other account may see. */
  readonly private: readonly string[];
}

/** Every kind of id that a path or a query of the API can contain. */
export interface TenantIds {
  readonly accountId: string;
  readonly serviceId: string;
  readonly draftId: string;
  readonly keyId: string;
  readonly jobId: string;
  readonly sessionId: string;
  readonly requestId: string;
  readonly recordingId: string;
  readonly webhookId: string;
  /** The cursor of a page of calls. */
  readonly after: string;
}

/** Returns unused ids of the same forms. */
export function randomIds(like: TenantIds): TenantIds {
  return {
    accountId: createAccountId(),
    serviceId: randomUUID(),
    draftId: randomUUID(),
    keyId: randomUUID(),
    jobId: like.jobId.replace(/[\w-]+$/, randomUUID()),
    sessionId: Buffer.from(randomUUID()).toString('base64url').slice(0, 22),
    requestId: createRequestId(),
    recordingId: randomUUID(),
    webhookId: `whk_${randomUUID()}`,
    after: `${like.after.split('_')[0]}_${createRequestId()}`,
  };
}

/** Creates a tenant on the Pro plan, with a service that has its WSDL at `wsdlAddress` and its endpoint at `endpoint`. */
export async function createTenant(
  under: GatewayUnderTest,
  mark: string,
  { wsdlAddress, endpoint }: { readonly wsdlAddress: string; readonly endpoint: string },
): Promise<Tenant> {
  const owner = await createOwner(under);
  const { store, changes } = under.gateway;
  await store.accounts.update(owner.accountId, (current) => ({
    ...current,
    name: `${mark} account`,
    plan: 'Pro',
    billingAnchor: current.createdAt,
  }));
  await changes.announce(owner.accountId);
  const expectStatus = async (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const answer = await owner.send(method, `/api/manage/${path}`, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json<Record<string, string>>();
  };
  const slug = `${mark}-service`;
  const service = await expectStatus('POST', 'services', {
    url: wsdlAddress,
    name: `${mark} service`,
    slug,
    settings: { endpoint, captureHours: 1, mock: true, allowUndeclaredHeaders: true },
  });
  const serviceId = service['serviceId']!;
  await expectStatus('PUT', `services/${serviceId}/credentials`, {
    basic: { username: `${mark}-user`, password: `${mark}-password` },
  });
  await expectStatus('PUT', `services/${serviceId}/headers`, {
    blocks: { '{urn:example:session}Session': { token: `${mark}-token` } },
  });
  await expectStatus('PUT', `services/${serviceId}/operations/ListUsers/example`, {
    input: JSON.stringify({ department: `${mark}-example` }),
  });
  await expectStatus('PUT', `services/${serviceId}/design/secrets/a-secret`, { value: `${mark}-secret` });
  // The slug of the draft is taken, so publishing fails and keeps the draft.
  const draft = await expectStatus('POST', 'drafts', { url: wsdlAddress, slug, settings: { endpoint } });
  const live = await expectStatus('POST', 'keys', { name: `${mark} live` });
  const management = await expectStatus('POST', 'keys', {
    name: `${mark} management`,
    purpose: 'management',
  });
  const webhook = await expectStatus('POST', 'webhooks', {
    name: `${mark} webhook`,
    url: `${endpoint}?${mark}-webhook`,
  });
  const job = await expectStatus(
    'POST',
    `services/${serviceId}/revisions`,
    { url: wsdlAddress },
    { Prefer: 'respond-async' },
  );
  const call = await under.send(`/api/v1/${owner.accountId}/${slug}/ListUsers`, {
    method: 'POST',
    headers: { 'X-API-Key': live['key']!, 'Content-Type': 'application/json' },
    body: JSON.stringify({ department: `${mark}-department` }),
  });
  if (call.status !== 200) throw new Error(`the first call: ${call.status} ${call.text}`);
  const requestId = String(call.headers['x-request-id']);
  // Wait, because bodies are stored after the response is sent.
  const kept = { requestId, accountId: owner.accountId, serviceId, at: Date.now() };
  await store.callBodies.add({ ...kept, request: `{"kept":"${mark}"}`, response: '{}' }, 10);
  const recordingId = randomUUID();
  await store.recordings.add(
    [
      {
        id: recordingId,
        accountId: owner.accountId,
        serviceId,
        contract: 'UserDirectory',
        operation: 'ListUsers',
        name: `${mark}.ListUsers`,
        key: mark,
        reply: mark,
        content: `{"input":{"department":"${mark}"}}`,
        request: { body: Buffer.from(envelope(`<${mark}/>`)), contentType: 'text/xml' },
        response: { body: Buffer.from(envelope(`<${mark}/>`)), contentType: 'text/xml', status: 200 },
        redacted: [],
        at: Date.now(),
      },
    ],
    RECORDING_ROOM,
  );
  const now = Date.now();
  const user = await store.users.findByEmail(owner.email);
  const session = { userId: user!.id, accountId: owner.accountId, createdAt: now, lastSeenAt: now };
  await store.sessions.create({ ...session, tokenHash: hashSessionToken(createSessionToken()) });
  const { sessions } = (await owner.send('GET', '/api/manage/sessions')).json<{
    sessions: { id: string; current: boolean }[];
  }>();
  const ids: TenantIds = {
    accountId: owner.accountId,
    serviceId,
    draftId: draft['draftId']!,
    keyId: live['id']!,
    jobId: job['jobId']!,
    sessionId: sessions.find(({ current }) => !current)!.id,
    requestId,
    recordingId,
    webhookId: webhook['id']!,
    after: `${Date.now() + 60_000}_${requestId}`,
  };
  return {
    mark,
    owner,
    liveKey: live['key']!,
    managementKey: management['key']!,
    slug,
    ids,
    private: [
      mark,
      owner.email,
      live['key']!,
      management['key']!,
      management['id']!,
      owner.csrfToken,
      owner.cookie.split('=')[1]!,
      ...Object.values(ids),
    ],
  };
}
