import { randomBytes } from 'node:crypto';
import { createFetchTransport } from '@soapstone/soap-transport/fetch';
import { type CredentialProfile, securityHeaders } from '@soapstone/ws-security';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../ws-security/src/testing/installed.js';
import { printEnvelope } from '../../ws-security/src/testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../../ws-security/src/testing/openssl.js';
import { hasWss4j, runWss4jService, WSS4J_PACKAGES } from '../../ws-security/src/testing/wss4j.js';
import { withMessageSecurity } from './secure.js';

const installed = hasWss4j();

describe.skipIf(!installed)(suiteName('Apache WSS4J behind fetch', installed, WSS4J_PACKAGES), () => {
  let office: CertificateOffice;
  let service: Identity;
  let client: Identity;
  beforeAll(() => {
    office = openCertificateOffice();
    service = office.issue('/CN=service');
    client = office.issue('/CN=client');
  });
  afterAll(() => office?.close());

  test('accepts the signature of a request and confirms it in a signed response, which is verified', async () => {
    const way = createFetchTransport({
      fetch: (_url, init) => {
        const envelope = Buffer.from(init?.body as Uint8Array).toString('utf8');
        const jobs = [{ command: 'answer sign - -', envelope }];
        const [answer] = runWss4jService(office.folder, { service, client }, jobs);
        if (typeof answer !== 'string') return Promise.reject(answer);
        return Promise.resolve(new Response(answer, { headers: { 'content-type': 'text/xml' } }));
      },
    });
    const credentials: CredentialProfile = {
      timestamp: {},
      signature: client,
      verify: { certificates: service.certificate, signatureConfirmation: true },
    };
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    const envelope = printEnvelope(
      '<b:Pay xmlns:b="urn:bank">1</b:Pay>',
      securityHeaders(credentials, context),
    );
    const response = await withMessageSecurity(way).send({
      url: 'http://bank.test/',
      body: Buffer.from(envelope),
      contentType: 'text/xml; charset=utf-8',
      soapVersion: '1.1',
      account: 'a',
      credentials,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString('utf8')).toMatch(/<b:Pay[^>]*>1<\/b:Pay>/);
  }, 300_000);
});
