import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import type { CredentialProfile, StsCredentials, StsProfile } from '@soapstone/credentials';
import { defined } from '@soapstone/options/defined';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import { completeProfile, readDemands } from '../../../ws-security/src/policy/index.js';
import type { Identity } from '../../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../../ws-security/src/testing/installed.js';
import { type CertificateOffice, openCertificateOffice } from '../../../ws-security/src/testing/openssl.js';
import {
  hasWss4j,
  javaProgram,
  runSamlJudge,
  WSS4J_PACKAGES,
  writeKeyStore,
} from '../../../ws-security/src/testing/wss4j.js';
import { createCleanup } from '../testing/cleanup.js';
import { serveHttp } from '../testing/loopback-server.js';
import { failureOf, printEnvelope, receivedBody, soapRequest } from '../testing/messages.js';
import { startBuilt, type UpstreamProcess } from '../testing/upstream-process.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

const cleanup = createCleanup();
const PASSWORD = 'correct horse';
const installed = hasWss4j();

/** The token statistics of a transport, and the messages that a service has received. */
describe.skipIf(!installed)(suiteName('a token service of WSS4J', installed, WSS4J_PACKAGES), () => {
  let office: CertificateOffice;
  let identities: { readonly issuer: Identity; readonly signer: Identity; readonly reader: Identity };
  let sts: UpstreamProcess;
  let service: string;
  let received: string[] = [];
  let logged = '';
  beforeAll(async () => {
    office = openCertificateOffice();
    identities = {
      issuer: office.issue('/CN=issuer'),
      signer: office.issue('/C=DE/O=Bank, Inc./CN=signer'),
      reader: office.issue('/CN=reader'),
    };
    const stores = (['issuer', 'signer'] as const).map((name) =>
      writeKeyStore(office.folder, name, identities[name]),
    );
    sts = await startBuilt(
      { program: 'java', remove: () => {} },
      [...javaProgram(office.folder, 'TokenService'), ...stores],
      true,
    );
    const server = await serveHttp(async (message, reply) => {
      received.push((await receivedBody(message)).toString('utf8'));
      reply.writeHead(200, { 'content-type': 'text/xml' }).end('<ok/>');
    });
    service = `http://${server.host}/service?x=1`;
    closers.push(() => server.close());
  }, 120_000);
  const closers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()));
    await sts?.close();
    office?.close();
  });
  afterEach(() => {
    received = [];
  });

  /** The lines that the token service has written since the last query. */
  async function newLines(): Promise<string[]> {
    const text = await (await fetch(`http://${sts.host}/log`)).text();
    const lines = text.slice(logged.length).split('\n').slice(0, -1);
    logged = text;
    return lines;
  }

  function transportWith(options: TransportOptions = {}): Transport {
    const made = createTransport({ egress: { allow: ['127.0.0.0/8'] }, ...options });
    cleanup(() => made.close());
    return made;
  }

  const usernameToken = { username: 'ada', password: PASSWORD, type: 'digest' } as const;
  const profileOf = (
    options: Partial<StsProfile>,
    more: Partial<CredentialProfile> = {},
    query = '',
  ): CredentialProfile => ({
    timestamp: {},
    sts: { endpoint: `http://${sts.host}/sts${query}`, credentials: { usernameToken }, ...options },
    ...more,
  });

  async function call(transport: Transport, credentials: CredentialProfile, account = 'a'): Promise<number> {
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    const body = Buffer.from(
      printEnvelope('<b:Pay xmlns:b="urn:bank"/>', securityHeaders(credentials, context)),
    );
    const response = await transport.send({ ...soapRequest(service), body, credentials, account });
    for await (const _ of response.body);
    return response.status;
  }
  const judge = () =>
    runSamlJudge(
      office.folder,
      identities,
      received.map((envelope) => ({ open: envelope })),
    );

  const authentications: readonly (readonly [string, () => StsCredentials])[] = [
    ['a UsernameToken with a digest', () => ({ usernameToken })],
    ['a UsernameToken with a text', () => ({ usernameToken: { ...usernameToken, type: 'text' } })],
    ['HTTP Basic', () => ({ basic: { username: 'ada', password: PASSWORD } })],
    ['an X.509 signature', () => ({ signature: identities.signer })],
  ];
  const versions = (['1.3', '1.4', '2005/02'] as const).flatMap((version) =>
    (['1.1', '1.2'] as const).flatMap((soapVersion) =>
      (['saml-1.1', 'saml-2.0'] as const).map((tokenType) => ({ version, soapVersion, tokenType })),
    ),
  );

  test.each(authentications)(
    'issues bearer assertions to %s, which WSS4J accepts',
    async (_name, credentials) => {
      const transport = transportWith();
      for (const options of versions) {
        expect(await call(transport, profileOf({ ...options, credentials: credentials() }))).toBe(200);
      }
      expect(judge()).toEqual(versions.map(() => 'read Assertion,Timestamp signed '));
      expect(await newLines()).toEqual(versions.map(() => 'Issue'));
    },
    120_000,
  );

  test.each(authentications)(
    'issues assertions for our key to %s, and WSS4J verifies the messages',
    async (_name, credentials) => {
      const transport = transportWith();
      for (const options of versions) {
        const profile = profileOf(
          { ...options, keyType: 'public-key', credentials: credentials() },
          { signature: { ...identities.signer, parts: ['body', 'timestamp', 'saml-assertion'] } },
        );
        expect(await call(transport, profile)).toBe(200);
      }
      expect(judge()).toEqual(
        versions.map(() => 'read Assertion,Signature,Timestamp signed Assertion,Body,Timestamp'),
      );
      expect(await newLines()).toEqual(versions.map(() => 'Issue'));
    },
    120_000,
  );

  test.each(['sign', 'encrypt'] as const)(
    'verifies and decrypts responses of a token service that it must %s, and the assertion stays whole',
    async (protect) => {
      const credentials = {
        usernameToken,
        verify: { certificates: identities.issuer.certificate },
        decryption: { privateKey: identities.signer.privateKey },
      };
      for (const tokenType of ['saml-1.1', 'saml-2.0'] as const) {
        const profile = profileOf({ tokenType, credentials }, {}, `?protect=${protect}`);
        expect(await call(transportWith(), profile)).toBe(200);
      }
      expect(judge()).toEqual(received.map(() => 'read Assertion,Timestamp signed '));
      const unsigned = await failureOf(() => call(transportWith(), profileOf({ credentials })));
      expect(unsigned).toMatchObject({ code: 'RESPONSE_NOT_SIGNED', phase: 'prepare', sent: false });
      await newLines();
    },
    120_000,
  );

  test('200 concurrent calls make one token request', async () => {
    const transport = transportWith({ limits: { inFlightPerOrigin: 256, inFlightPerAccount: 256 } });
    const profile = profileOf({});
    await Promise.all(Array.from({ length: 200 }, () => call(transport, profile)));
    expect(await newLines()).toEqual(['Issue']);
    const sent = received.map((text) => /Assertion[^>]* ID="([^"]*)"/.exec(text)?.[1]);
    expect([sent.length, new Set(sent).size]).toEqual([200, 1]);
  }, 120_000);

  test('an assertion is replaced shortly before it expires, or renewed', async () => {
    for (const renew of [false, true]) {
      let clock = 0;
      const transport = transportWith({ now: () => performance.now() + clock });
      const profile = profileOf({ renew }, {}, '?seconds=600');
      await call(transport, profile);
      clock = 530_000;
      await call(transport, profile);
      expect(await newLines()).toEqual(['Issue']);
      clock = 545_000;
      await call(transport, profile);
      expect(await newLines()).toEqual([renew ? 'Renew' : 'Issue']);
    }
    expect(judge()).toEqual(received.map(() => 'read Assertion,Timestamp signed '));
  }, 120_000);

  test('an assertion that cannot be renewed is replaced', async () => {
    let clock = 0;
    const transport = transportWith({ now: () => performance.now() + clock });
    const profile = profileOf({ renew: true, cancel: true });
    await call(transport, profile);
    // Another node has cancelled it.
    const id = /Assertion[^>]* ID="([^"]*)"/.exec(received[0] ?? '')?.[1] ?? '';
    const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
    const cancelled = await fetch(`http://${sts.host}/sts`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}` },
      body: printEnvelope(
        `<t:RequestSecurityToken xmlns:t="${trust}"><t:RequestType>${trust}/Cancel</t:RequestType><t:CancelTarget>${id}</t:CancelTarget></t:RequestSecurityToken>`,
        ['<h/>'],
      ),
    });
    expect(cancelled.status).toBe(200);
    clock = 3_600_000;
    await call(transport, profile);
    expect((await newLines()).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'Issue',
      'Cancel',
      'refused UnableToRenew',
      'Issue',
    ]);
    await transport.close();
    expect(await newLines()).toEqual(['Cancel']);
  }, 120_000);

  test('a policy with an IssuedToken produces a profile that WSS4J accepts', async () => {
    const none = { signed: [], encrypted: [], required: [] };
    const token = { name: 'IssuedToken', inclusion: 'always-to-recipient', options: [] } as const;
    for (const endorsing of [false, true]) {
      const supporting = { signed: true, endorsing, encrypted: false, token, signedParts: [] };
      const binding = { kind: 'transport', tokens: [], options: ['IncludeTimestamp'] } as const;
      const alternative = {
        binding,
        supportingTokens: [supporting],
        request: none,
        response: none,
        others: [],
      };
      const { sts: own } = profileOf({ tokenType: 'saml-1.1' });
      const credentials = completeProfile(readDemands({ alternatives: [alternative] }), {
        ...defined({ sts: own }),
        ...(endorsing ? { signature: identities.signer } : {}),
      });
      expect(await call(transportWith(), credentials)).toBe(200);
    }
    expect(judge()).toEqual([
      'read Assertion,Timestamp signed ',
      'read Assertion,Signature,Timestamp signed Timestamp',
    ]);
    await newLines();
  }, 120_000);

  test('a rejection says what to do, and reveals no secret', async () => {
    const transport = transportWith();
    const wrong = { username: 'ada', password: 'CANARY', type: 'digest' } as const;
    const denied = await failureOf(() =>
      call(transport, profileOf({ credentials: { usernameToken: wrong } })),
    );
    expect(denied).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
      sent: false,
      message:
        'cannot get a token from the token service of "sts": it does not accept "credentials" (FailedAuthentication)',
    });
    // The signer is not the subject of the token.
    const stranger = profileOf(
      { keyType: 'public-key', credentials: { signature: identities.signer } },
      { signature: identities.reader },
    );
    const unproved = await failureOf(() => call(transport, stranger));
    expect(unproved.message).toMatch(/does not accept the signature of the request \(FailedCheck\)$/);
    expect(inspect([denied, unproved], { depth: 9 })).not.toMatch(/CANARY|correct horse/);
    expect(received).toEqual([]);
    await newLines();
  }, 120_000);
});
