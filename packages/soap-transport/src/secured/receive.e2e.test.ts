import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import type { CredentialProfile } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import { createIdentity, type Identity } from '../../../ws-security/src/testing/certificates.js';
import { confirmingResponse, signedResponse } from '../../../ws-security/src/testing/signed-responses.js';
import { takeWholeBody } from '../http/byte-stream.js';
import { type LoopbackServer, serveHttp } from '../testing/loopback-server.js';
import { failureOf, printEnvelope, receivedBody, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';

let bank: Identity;
let server: LoopbackServer;
let transport: Transport;
let reply: { readonly status?: number; readonly type?: string; readonly body: string };

beforeAll(async () => {
  bank = await createIdentity('bank');
  server = await serveHttp((_request, response) => {
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'text/xml; charset=utf-8' });
    response.end(reply.body);
  });
  transport = createTransport({ egress: { allow: [server.host] } });
});
afterAll(async () => {
  await transport.close();
  await server.close();
});

const signed = (): string => signedResponse(bank, '<a>CANARY</a>', { timestamp: undefined });
const credentials = (): CredentialProfile => ({
  verify: { certificates: bank.certificate, parts: ['body'] },
});
const send = () => transport.send(soapRequest(`http://${server.host}/`, { credentials: credentials() }));

describe('send: a profile with verify', () => {
  test('returns what was verified as the body, in one chunk', async () => {
    reply = { body: signed() };
    const response = await send();
    expect(response).toMatchObject({ status: 200, multipart: false, contentType: 'text/xml; charset=utf-8' });
    expect(Buffer.from(takeWholeBody(response.body) ?? []).toString()).toMatch(
      /<a>CANARY<\/a><\/soapenv:Body><\/env:Envelope>$/,
    );
    expect(await response.attachments()).toEqual([]);
  });

  test.each<[string, () => typeof reply, string]>([
    ['an altered response', () => ({ body: signed().replace('<a>', '<a> ') }), 'RESPONSE_SIGNATURE_INVALID'],
    ['an unsigned one', () => ({ body: printEnvelope('<a>CANARY</a>') }), 'RESPONSE_NOT_SIGNED'],
    [
      'an unsigned fault',
      () => ({ status: 500, body: printEnvelope('<a>CANARY</a>') }),
      'RESPONSE_NOT_SIGNED',
    ],
    ['text', () => ({ status: 503, type: 'text/plain', body: 'CANARY' }), 'UPSTREAM_BAD_RESPONSE'],
    ['a document type', () => ({ body: `<!DOCTYPE CANARY>${printEnvelope('')}` }), 'UPSTREAM_BAD_RESPONSE'],
    [
      'attachments',
      () => ({
        type: 'multipart/related; boundary=b; type="text/xml"',
        body: `--b\r\nContent-Type: text/xml\r\n\r\n${signed()}\r\n--b\r\nContent-Id: <x>\r\n\r\nCANARY\r\n--b--`,
      }),
      'RESPONSE_SIGNATURE_INVALID',
    ],
    ['more bytes than can be verified', () => ({ body: 'CANARY'.repeat(800_000) }), 'UPSTREAM_BAD_RESPONSE'],
  ])('rejects %s, and its error holds nothing of it', async (_name, make, code) => {
    reply = make();
    const error = await failureOf(send);
    expect(error).toMatchObject({
      code,
      phase: 'read-response',
      sent: true,
      upstreamStatus: reply.status ?? 200,
    });
    expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
  });

  test('passes on an empty response, which has nothing to verify', async () => {
    reply = { status: 202, body: '' };
    const response = await send();
    expect([response.status, await textOf(response)]).toEqual([202, '']);
  });

  test('names a member that cannot be read', async () => {
    reply = { body: signed() };
    const unreadable: CredentialProfile = { verify: { certificates: 'CANARY' } };
    const error = await failureOf(() =>
      transport.send(soapRequest(`http://${server.host}/`, { credentials: unreadable })),
    );
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(error.message).toBe(
      'cannot use credential profile member "/verify/certificates": its PEM is not readable',
    );
  });
});

test('send: verify.signatureConfirmation accepts the response to its request only', async () => {
  const us = await createIdentity('us');
  let earlier = '';
  let answerWith = (value: string): string => value;
  const confirming = await serveHttp(async (request, response) => {
    const [, value = ''] = /<ds:SignatureValue>([^<]+)/.exec(String(await receivedBody(request))) ?? [];
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' });
    response.end(confirmingResponse(bank, [answerWith(value)], '<a/>', Date.now()));
    earlier = value;
  });
  const client = createTransport({ egress: { allow: [confirming.host] } });
  const profile: CredentialProfile = {
    signature: us,
    timestamp: {},
    verify: { certificates: bank.certificate, signatureConfirmation: true },
  };
  const call = () => {
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    const body = Buffer.from(
      printEnvelope('<ns1:Ping xmlns:ns1="urn:test"/>', securityHeaders(profile, context)),
    );
    return client.send(soapRequest(`http://${confirming.host}/`, { body, credentials: profile }));
  };
  try {
    expect(await textOf(await call())).toContain('<a></a>');
    answerWith = () => earlier;
    expect(await failureOf(call)).toMatchObject({ code: 'RESPONSE_SIGNATURE_INVALID' });
  } finally {
    await client.close();
    await confirming.close();
  }
});
