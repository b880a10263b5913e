import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type CredentialProfile,
  type CredentialTemplate,
  openResponse,
  secureEnvelope,
  securityHeaders,
} from '@soapstone/ws-security';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../testing/credentials-scene.js';
import { type RegisteredAnswer, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { inMemory } from '../testing/set-ups.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const BODY = '<ListUsersResponse xmlns="urn:example:user-directory"><total>7</total></ListUsersResponse>';

/** Signs a response as a server with this identity does. */
function signed(identity: Identity, now = new Date(), body = BODY): string {
  const profile: CredentialProfile = { signature: identity, timestamp: { ttlSeconds: 60 } };
  const headers = securityHeaders(profile, { soapVersion: '1.1', now, random: randomBytes });
  const envelope = `<s:Envelope xmlns:s="${SOAP}"><s:Header>${headers.join('')}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
  return Buffer.from(secureEnvelope(Buffer.from(envelope), profile, { random: randomBytes })).toString();
}

describe('a service whose owner requires signed responses', () => {
  const scene = setManagementScene(inMemory);
  let bank: Identity;
  let stranger: Identity;
  let owner: OwnerClient;
  let service: RegisteredAnswer;
  let key: string;
  beforeAll(async () => {
    [bank, stranger] = await Promise.all([createIdentity(), createIdentity()]);
    owner = await createOwner(scene.under);
    service = await scene.register(owner, { settings: { endpoint: scene.upstream.address } });
    ({ key } = await scene.liveKey(owner));
    const path = `/api/manage/services/${service.serviceId}`;
    const put = await owner.send('PUT', `${path}/credentials`, {
      verify: { certificates: bank.certificate },
    });
    expect(put.status).toBeLessThan(300);
    expect((await owner.send('GET', path)).json()).toMatchObject({
      secrets: {
        credentialKinds: ['verify'],
        certificates: [{ kind: 'verify', subject: 'CN=signer', endsSoon: false }],
      },
    });
  });

  const call = (response: string) => {
    scene.upstream.answer = (_request, reply) => reply.end(response);
    return scene.call(owner, service, key);
  };

  test('a signed response is the result', async () => {
    const answer = await call(signed(bank));
    expect([answer.status, answer.json<{ result: unknown }>().result]).toEqual([
      200,
      expect.objectContaining({ total: 7 }),
    ]);
  });

  test.each<[string, () => string, string]>([
    [
      'an altered response',
      () => signed(bank).replace('<total>7<', '<total>8<'),
      'RESPONSE_SIGNATURE_INVALID',
    ],
    ['a response signed by an unknown key', () => signed(stranger), 'RESPONSE_SIGNATURE_INVALID'],
    ['an old response', () => signed(bank, new Date(Date.now() - 600_000)), 'RESPONSE_EXPIRED'],
    [
      'an unsigned response',
      () => `<s:Envelope xmlns:s="${SOAP}"><s:Body>${BODY}</s:Body></s:Envelope>`,
      'RESPONSE_NOT_SIGNED',
    ],
    [
      'an unsigned fault',
      () =>
        `<s:Envelope xmlns:s="${SOAP}"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>total 7</faultstring></s:Fault></s:Body></s:Envelope>`,
      'RESPONSE_NOT_SIGNED',
    ],
  ])('%s is 502, and none of it reaches the client', async (_name, make, code) => {
    const answer = await call(make());
    expect(answer.status).toBe(502);
    expect(answer.json()).toMatchObject({
      error: {
        type: 'UPSTREAM_ERROR',
        code,
        message: expect.stringMatching(/^The response of the SOAP service is rejected: /) as string,
        sent: true,
      },
    });
    expect(answer.text).not.toMatch(/total/);
  });

  test.each([
    ['on the event loop', 100],
    ['in the thread', 60_000],
  ])('a request of %s is signed, and its response verified', async (_, length) => {
    const path = `/api/manage/services/${service.serviceId}/credentials`;
    const verify = { certificates: bank.certificate };
    const profile = { signature: bank, timestamp: { ttlSeconds: 60 }, verify };
    expect((await owner.send('PUT', path, profile)).status).toBeLessThan(300);
    scene.upstream.answer = (_request, reply) => reply.end(signed(bank));
    const answer = await scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ department: 'x'.repeat(length) }),
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"total":7')]);
    // The verification of responses works for requests too.
    const opened = openResponse(Buffer.from(scene.upstream.bodies.at(-1) ?? ''), { verify });
    expect(Buffer.from(opened).toString()).toContain(`>${'x'.repeat(length)}<`);
  });

  test('the security policy of a WSDL yields a template that needs only keys', async () => {
    const policy = readFileSync(
      new URL('../../../../conformance/policies/cxf-asymmetric-gcm.xml', import.meta.url),
      'utf8',
    );
    const wsdl = scene.wsdl.replace(/<wsdl:binding [^>]*>/, `$&${policy}`);
    const files = scene.files(wsdl);
    const draft = await owner.send('POST', '/api/manage/drafts', { files });
    const security = { state: 'supported', gaps: [], legacy: [], legacyTemplate: null };
    expect(draft.json()).toMatchObject({ ports: [{ security }] });
    const bankService = await scene.register(owner, {
      files,
      settings: { endpoint: scene.upstream.address },
    });
    const path = `/api/manage/services/${bankService.serviceId}`;
    const detail = (await owner.send('GET', path)).json<{
      ports: { security: { template: CredentialTemplate; needs: { member: string }[] } }[];
    }>();
    const demands = detail.ports[0]?.security;
    expect(demands?.needs.map(({ member }) => member)).toEqual([
      'signature',
      'encryption',
      'decryption',
      'verify',
    ]);
    const { signature, encryption, verify, timestamp } = demands?.template ?? {};
    const profile = {
      timestamp,
      signature: { ...signature, ...bank },
      encryption: { ...encryption, certificate: bank.certificate },
      decryption: { privateKey: bank.privateKey },
      verify: { ...verify, certificates: bank.certificate },
    };
    expect((await owner.send('PUT', `${path}/credentials`, profile)).status).toBeLessThan(300);
    scene.upstream.answer = (_request, reply) => reply.end(signed(bank));
    const answer = await scene.call(owner, bankService, key);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"total":7')]);
    const sent = scene.upstream.bodies.at(-1) ?? '';
    expect(sent).toContain('EncryptedData');
    openResponse(Buffer.from(sent), {
      decryption: { privateKey: bank.privateKey },
      verify: { certificates: bank.certificate },
    });
  });

  test('the connection test succeeds', async () => {
    scene.upstream.answer = (_request, reply) => reply.writeHead(500).end('<x/>');
    const path = `/api/manage/services/${service.serviceId}/connection-test`;
    expect((await owner.send('POST', path, {})).json()).toMatchObject({ reached: true, verdict: 'answers' });
  });
});
