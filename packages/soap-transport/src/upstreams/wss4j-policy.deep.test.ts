import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CredentialProfile, SessionProfile } from '@soapstone/credentials';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import { completeProfile } from '../../../ws-security/src/policy/complete-profile.js';
import type { CredentialTemplate, LegacyAlgorithm } from '../../../ws-security/src/policy/policy-demands.js';
import { readDemands } from '../../../ws-security/src/policy/read-demands.js';
import type { SecuredRequest } from '../../../ws-security/src/request/request-evidence.js';
import { secureRequest } from '../../../ws-security/src/request/secure-envelope.js';
import { openEnvelope } from '../../../ws-security/src/response/open-response.js';
import type { Identity } from '../../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../../ws-security/src/testing/installed.js';
import { type CertificateOffice, openCertificateOffice } from '../../../ws-security/src/testing/openssl.js';
import {
  hasWss4j,
  judgeByPolicy,
  type PolicyJob,
  runWss4jService,
  WSS4J_PACKAGES,
} from '../../../ws-security/src/testing/wss4j.js';
import type { TransportResponse } from '../exchange.js';
import { serveHttp } from '../testing/loopback-server.js';
import { printEnvelope, receivedBody, soapRequest, textOf } from '../testing/messages.js';
import { createTransport } from '../transport.js';

const BODY = '<b:Pay xmlns:b="urn:bank"><b:to>&lt;é😀</b:to></b:Pay>';

/** A WSDL whose binding refers to a policy document. */
const WSDL = `<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsp="http://www.w3.org/ns/ws-policy">
 <types><xs:schema targetNamespace="urn:t"><xs:element name="In" type="xs:int"/></xs:schema></types>
 <message name="In"><part name="body" element="t:In"/></message>
 <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:In"/></operation></portType>
 <binding name="B" type="t:P"><wsp:PolicyReference URI="policy.xml"/><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
 <service name="S"><port name="Port" binding="t:B"><soap:address location="https://h.example/"/></port></service>
</definitions>`;

const fileOf = (policy: string): string =>
  fileURLToPath(new URL(`../../../../conformance/policies/${policy}.xml`, import.meta.url));

interface PolicyCase {
  readonly policy: string;
  readonly allow: readonly LegacyAlgorithm[];
  readonly reading: PolicyJob['reading'];
  /** How a service of this policy answers: a job of `Wss4jService.java`. */
  readonly answer: string;
}

/** WSS4J 1.6 has no derived keys for GCM. */
const CASES: readonly PolicyCase[] = [
  {
    policy: 'cxf-symmetric',
    allow: ['sha1', 'cbc'],
    reading: 'standard',
    answer: 'shared hmac-sha1 aes-128-cbc',
  },
  {
    policy: 'cxf-symmetric-encrypt-first',
    allow: ['sha1', 'cbc'],
    reading: 'standard',
    answer: 'derived hmac-sha1 aes-128-cbc',
  },
  {
    policy: 'cxf-symmetric-encrypt-first',
    allow: ['cbc'],
    reading: 'wcf',
    answer: 'derived hmac-sha256 aes-128-cbc',
  },
  { policy: 'cxf-symmetric-gcm', allow: [], reading: 'wcf', answer: 'shared hmac-sha256 aes-256-gcm' },
  {
    policy: 'cxf-symmetric-gcm',
    allow: ['sha1'],
    reading: 'standard',
    answer: 'shared hmac-sha1 aes-256-gcm',
  },
  {
    policy: 'wcf-certificate-symmetric',
    allow: ['sha1', 'cbc'],
    reading: 'standard',
    answer: 'derived2005 hmac-sha1 aes-256-cbc',
  },
  {
    policy: 'wsit-username-symmetric',
    allow: ['sha1', 'cbc'],
    reading: 'standard',
    answer: 'shared hmac-sha1 aes-128-cbc',
  },
];

const installed = hasWss4j();

/** The judge reads the policy by itself, and WSS4J the request, with the algorithm suite of the policy. */
describe.skipIf(!installed)(suiteName('policies of Apache WSS4J', installed, WSS4J_PACKAGES), () => {
  let office: CertificateOffice;
  let service: Identity;
  let client: Identity;
  beforeAll(() => {
    office = openCertificateOffice();
    service = office.issue('/C=DE/O=Bank, Inc./CN=service');
    client = office.issue('/CN=client');
  }, 60_000);
  afterAll(() => office?.close());

  async function profileFor({
    policy,
    allow,
  }: Pick<PolicyCase, 'policy' | 'allow'>): Promise<CredentialProfile> {
    const files = { 'a.wsdl': WSDL, 'policy.xml': readFileSync(fileOf(policy), 'utf8') };
    const { model } = await parseWsdl('a.wsdl', { resolve: bundleResolver(files) });
    const security = model.services[0]?.ports[0]?.security;
    if (security === undefined) throw new Error(`${policy} has no security policy`);
    const demands = readDemands(security, { allow });
    const own: CredentialTemplate = {
      session: { certificate: service.certificate },
      signature: client,
      usernameToken: { username: 'ada', password: 'secret' },
    };
    const wanted = demands.needs.map(({ member }) => member as string);
    return completeProfile(
      demands,
      Object.fromEntries(Object.entries(own).filter(([member]) => wanted.includes(member))),
    );
  }

  function secured(profile: CredentialProfile): SecuredRequest {
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    const envelope = printEnvelope(BODY, securityHeaders(profile, context));
    return secureRequest(Buffer.from(envelope), profile, context);
  }

  const envelopeOf = ({ envelope }: SecuredRequest): string => Buffer.from(envelope).toString('utf8');

  const judge = (jobs: readonly (Pick<PolicyCase, 'policy' | 'reading'> & { request: SecuredRequest })[]) =>
    judgeByPolicy(
      office.folder,
      { service, client },
      jobs.map(({ policy, reading, request }) => ({
        policy: fileOf(policy),
        reading,
        envelope: envelopeOf(request),
      })),
    ).map(String);

  test('accepts the requests of their profiles, and its responses are read with them', async () => {
    const jobs = await Promise.all(
      CASES.map(async (each) => {
        const profile = await profileFor(each);
        return { ...each, profile, request: secured(profile) };
      }),
    );
    expect(judge(jobs)).toEqual(jobs.map(() => 'accepted'));
    const answers = runWss4jService(
      office.folder,
      { service, client },
      jobs.map(({ answer, request }) => ({ command: `answer ${answer}`, envelope: envelopeOf(request) })),
    );
    const opened = jobs.map(({ profile, request }, at) => {
      const answer = answers[at];
      if (typeof answer !== 'string') return String(answer);
      const security = { verify: profile.verify, decryption: profile.decryption, request: request.evidence };
      try {
        return Buffer.from(openEnvelope(Buffer.from(answer), security, Date.now())).toString('utf8');
      } catch (error) {
        return String(error);
      }
    });
    expect(opened).toEqual(jobs.map(() => expect.stringContaining('<b:to>&lt;é😀</b:to>')));
  }, 300_000);

  test('answers calls of a transport over HTTP, each with its own session key', async () => {
    const requests: string[] = [];
    let answer: string | undefined;
    const server = await serveHttp(async (message, reply) => {
      requests.push((await receivedBody(message)).toString('utf8'));
      // The second call gets the answer to the first one: signed, recent, and not its own.
      answer ??= runWss4jService(office.folder, { service, client }, [
        { command: 'answer derived2005 hmac-sha1 aes-256-cbc', envelope: requests[0]! },
      ]).map(String)[0];
      reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(answer);
    });
    const transport = createTransport({
      egress: { allow: ['127.0.0.0/8'] },
      limits: { firstByteMs: 120_000 },
    });
    try {
      const credentials = await profileFor({ policy: 'wcf-certificate-symmetric', allow: ['sha1', 'cbc'] });
      const call = (): Promise<TransportResponse> => {
        const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
        const body = Buffer.from(printEnvelope(BODY, securityHeaders(credentials, context)));
        return transport.send({
          ...soapRequest(`http://${server.host}/`, { body, credentials }),
          deadlineMs: 120_000,
        });
      };
      expect(await textOf(await call())).toContain('<b:to>&lt;é😀</b:to>');
      await expect(call().then(textOf)).rejects.toMatchObject({
        code: expect.stringMatching(/^RESPONSE_(SIGNATURE_INVALID|DECRYPTION_FAILED)$/) as string,
      });
      expect(new Set(requests.map((text) => /<xenc:CipherValue>([^<]*)/.exec(text)?.[1])).size).toBe(2);
    } finally {
      await transport.close();
      await server.close();
    }
  }, 300_000);

  /** How WSS4J rejects an algorithm that its suite does not have. */
  const NOT_OF_SUITE = /An error was discovered processing the <wsse:Security> header/;
  /** The omissions or changes of a profile, and the assertion that each breaks. */
  const BROKEN: readonly (readonly [string, (profile: CredentialProfile) => CredentialProfile, RegExp])[] = [
    ['cxf-symmetric', session({ signedParts: ['timestamp'] }), /SignedParts: Body/],
    ['cxf-symmetric', session({ signedParts: ['body'] }), /no signed Timestamp/],
    ['cxf-symmetric', session({ encryptedParts: [] }), /EncryptedParts: Body/],
    ['cxf-symmetric', session({ keyIdentifier: 'issuer-serial' }), /RequireThumbprintReference/],
    ['cxf-symmetric', session({ derivedKeys: '1.3' }), /RequireDerivedKeys: 2 keys/],
    ['cxf-symmetric', session({ cipher: 'aes-128-gcm' }), NOT_OF_SUITE],
    ['cxf-symmetric', session({ algorithm: 'hmac-sha256' }), NOT_OF_SUITE],
    ['cxf-symmetric', session({ keyTransport: 'rsa-1_5' }), NOT_OF_SUITE],
    ['cxf-symmetric', session({ encryptedParts: ['body', 'signature'] }), /EncryptSignature/],
    ['cxf-symmetric', session({ order: 'encrypt-then-sign' }), /EncryptBeforeSigning/],
    ['cxf-symmetric-encrypt-first', session({ order: 'sign-then-encrypt' }), /EncryptBeforeSigning/],
    ['cxf-symmetric-encrypt-first', session({ derivedKeys: '2005-02' }), /RequireDerivedKeys: .*2005/],
    ['cxf-symmetric-gcm', session({ signedParts: ['body', 'timestamp'] }), /ProtectTokens: EncryptedKey/],
    [
      'wcf-certificate-symmetric',
      ({ signature: _, ...profile }) => profile,
      /the message signature is not signed/,
    ],
    ['wcf-certificate-symmetric', session({ encryptedParts: ['body'] }), /EncryptSignature/],
    ['wsit-username-symmetric', session({ encryptedParts: ['body'] }), /UsernameToken is not encrypted/],
    [
      'wsit-username-symmetric',
      ({ usernameToken: _, session: known, ...profile }) => ({
        ...profile,
        session: { ...known!, signedParts: ['body', 'timestamp'], encryptedParts: ['body'] },
      }),
      /no UsernameToken/,
    ],
  ];

  test('rejects a request that breaks one assertion of its policy: 17 ways', async () => {
    const jobs = await Promise.all(
      BROKEN.map(async ([policy, change]) => {
        const profile = change(await profileFor({ policy, allow: ['sha1', 'cbc'] }));
        return { policy, reading: 'standard' as const, request: secured(profile) };
      }),
    );
    expect(judge(jobs)).toEqual(BROKEN.map(([, , why]) => expect.stringMatching(why)));
  }, 300_000);
});

function session(change: Partial<SessionProfile>): (profile: CredentialProfile) => CredentialProfile {
  return (profile) => ({ ...profile, session: { ...profile.session!, ...change } });
}
