import { randomBytes } from 'node:crypto';
import { createFetchTransport, type TransportRequest } from '@soapstone/soap-transport/fetch';
import { type CredentialProfile, openResponse, type Signer, securityHeaders } from '@soapstone/ws-security';
import { beforeAll, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../ws-security/src/testing/certificates.js';
import { printEnvelope } from '../../ws-security/src/testing/messages.js';
import { signedResponse } from '../../ws-security/src/testing/signed-responses.js';
import { withMessageSecurity } from './secure.js';

let shop: Identity;
let bank: Identity;
beforeAll(async () => {
  [shop, bank] = await Promise.all([createIdentity('shop'), createIdentity('bank')]);
});

const ACCOUNT = { username: 'ada', password: 'secret' };

function message(credentials: CredentialProfile, more: Partial<TransportRequest> = {}): TransportRequest {
  const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
  const envelope = printEnvelope('<p:Ping xmlns:p="urn:ping"/>', securityHeaders(credentials, context));
  return {
    url: 'http://bank.test/',
    body: Buffer.from(envelope),
    contentType: 'text/xml; charset=utf-8',
    soapVersion: '1.1',
    account: 'a',
    credentials,
    ...more,
  };
}

/** A transport over `fetch` that gets this response, and what it sent. */
function scene(answer = '') {
  const sent: { headers: Headers; body: Uint8Array }[] = [];
  const way = createFetchTransport({
    fetch: (_url, init) => {
      sent.push({ headers: new Headers(init?.headers), body: init?.body as Uint8Array });
      return Promise.resolve(new Response(answer, { headers: { 'content-type': 'text/xml' } }));
    },
  });
  return { sent, transport: withMessageSecurity(way) };
}

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

test('secure: a request is signed before fetch sends it, and HTTP Basic is left to the transport', async () => {
  const { sent, transport } = scene();
  await transport.send(message({ signature: shop, timestamp: {}, basic: ACCOUNT }));
  const [{ headers, body } = { headers: new Headers(), body: new Uint8Array() }] = sent;
  expect(headers.get('authorization')).toBe('Basic YWRhOnNlY3JldA==');
  expect(() => openResponse(body, { verify: { certificates: shop.certificate } })).not.toThrow();
  expect(() => openResponse(body, { verify: { certificates: bank.certificate } })).toThrow();
});

test('secure: a signed response is returned, and one that was changed is not', async () => {
  const signed = signedResponse(bank, '<a>paid</a>', { now: Date.now() });
  const credentials = { verify: { certificates: bank.certificate } };
  const response = await scene(signed).transport.send(message(credentials));
  expect(await textOf(response.body)).toContain('<a>paid</a>');
  const failure = await scene(signed.replace('paid', 'owed'))
    .transport.send(message(credentials))
    .catch((error) => error);
  expect(failure).toMatchObject({ code: 'RESPONSE_SIGNATURE_INVALID', upstreamStatus: 200 });
});

test('secure: an envelope for MTOM is not signed, and a login with connections of its own is not used', async () => {
  const { sent, transport } = scene();
  await expect(transport.send(message({ signature: shop }, { packaging: 'mtom' }))).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('MTOM') as string,
  });
  const both: CredentialProfile = { signature: shop, ntlm: ACCOUNT };
  await expect(transport.send(message(both))).rejects.toMatchObject({
    message: expect.stringContaining('"/ntlm"') as string,
  });
  expect(sent).toEqual([]);
});

test('secure: a key outside the process has the time of the call, and no more', async () => {
  const silent: Signer = { sign: () => new Promise(() => {}) };
  const { sent, transport } = scene();
  const { certificate } = shop;
  const signature = { certificate, privateKey: silent };
  await expect(transport.send(message({ signature }, { deadlineMs: 10 }))).rejects.toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
  });
  expect(sent).toEqual([]);
});

test('secure: a document is fetched with what the transport presents', async () => {
  const { sent, transport } = scene('<definitions/>');
  await transport.fetchDocument('http://bank.test/?wsdl', {
    credentials: { signature: shop, basic: ACCOUNT },
  });
  expect(sent[0]?.headers.get('authorization')).toBe('Basic YWRhOnNlY3JldA==');
});
