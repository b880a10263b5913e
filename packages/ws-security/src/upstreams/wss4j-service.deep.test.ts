import { randomBytes } from 'node:crypto';
import type { CredentialProfile, SessionProfile } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../headers/security-headers.js';
import type { SecuredRequest } from '../request/request-evidence.js';
import { secureRequest } from '../request/secure-envelope.js';
import { openEnvelope } from '../response/open-response.js';
import type { Identity } from '../testing/certificates.js';
import { suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { hasWss4j, runWss4jService, WSS4J_PACKAGES } from '../testing/wss4j.js';

const BODY = '<b:Pay xmlns:b="urn:bank"><b:to>&lt;é😀</b:to></b:Pay>';

const installed = hasWss4j();

/** WSS4J reads what we send, and answers it. */
describe.skipIf(!installed)(suiteName('a service of Apache WSS4J', installed, WSS4J_PACKAGES), () => {
  let office: CertificateOffice;
  let service: Identity;
  let client: Identity;
  beforeAll(() => {
    office = openCertificateOffice();
    service = office.issue('/C=DE/O=Bank, Inc./CN=service');
    client = office.issue('/CN=client');
  }, 60_000);
  afterAll(() => office?.close());

  function secured(profile: CredentialProfile): SecuredRequest {
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    return secureRequest(
      Buffer.from(printEnvelope(BODY, securityHeaders(profile, context))),
      profile,
      context,
    );
  }

  const answersTo = (jobs: readonly { readonly command: string; readonly request: SecuredRequest }[]) =>
    runWss4jService(
      office.folder,
      { service, client },
      jobs.map(({ command, request }) => ({
        command: `answer ${command}`,
        envelope: Buffer.from(request.envelope).toString('utf8'),
      })),
    );

  function outcomeOf(
    response: string | Error | undefined,
    profile: CredentialProfile,
    request: SecuredRequest,
  ): string {
    if (typeof response !== 'string') return String(response);
    try {
      const { verify, decryption } = profile;
      const security = { verify, decryption, request: request.evidence };
      return Buffer.from(openEnvelope(Buffer.from(response), security, Date.now())).toString('utf8');
    } catch (error) {
      return String(error);
    }
  }

  test('confirms the signature of a request; its confirmation of another request is rejected', () => {
    const profile: CredentialProfile = {
      timestamp: {},
      signature: client,
      verify: { certificates: service.certificate, signatureConfirmation: true },
    };
    const requests = [secured(profile), secured(profile)] as const;
    const [first, second] = answersTo(requests.map((request) => ({ command: 'sign - -', request })));
    expect(outcomeOf(first, profile, requests[0])).toContain('<b:to>&lt;é😀</b:to>');
    expect(outcomeOf(second, profile, requests[1])).toContain('<b:to>&lt;é😀</b:to>');
    expect(outcomeOf(second, profile, requests[0])).toContain('a signature that its request does not have');
  }, 300_000);

  const KEYS = ['shared', 'derived', 'derived2005'] as const;
  const GCM = ['aes-128-gcm', 'aes-256-gcm'] as const;
  const CBC = ['aes-128-cbc', 'aes-256-cbc'] as const;
  /** WSS4J 1.6 has no derived keys for GCM. */
  const CIPHERS = { shared: [...GCM, ...CBC], derived: CBC, derived2005: CBC } as const;
  const variants = KEYS.flatMap((keys) =>
    (['hmac-sha256', 'hmac-sha1'] as const).flatMap((algorithm) =>
      CIPHERS[keys].flatMap((cipher) =>
        (['sign-then-encrypt', 'encrypt-then-sign'] as const).map((order) => ({
          keys,
          algorithm,
          cipher,
          order,
        })),
      ),
    ),
  );

  const sessionProfile = (
    { keys, algorithm, cipher, order }: (typeof variants)[number],
    more: Partial<SessionProfile> = {},
  ): CredentialProfile => ({
    timestamp: {},
    session: {
      certificate: service.certificate,
      algorithm,
      cipher,
      order,
      encryptedParts: order === 'sign-then-encrypt' ? ['body', 'signature'] : ['body'],
      ...(keys === 'shared' ? {} : { derivedKeys: keys === 'derived' ? '1.3' : '2005-02' }),
      ...(cipher.endsWith('cbc') ? { allowCbc: true } : {}),
      ...more,
    },
    verify: { signatureConfirmation: true, ...(algorithm === 'hmac-sha1' ? { allowSha1: true } : {}) },
  });

  test('reads requests with a session key, and its responses with that key are read: 32 variants', () => {
    const jobs = variants.map((variant) => {
      const profile = sessionProfile(variant);
      const { keys, algorithm, cipher } = variant;
      return { variant, profile, command: `${keys} ${algorithm} ${cipher}`, request: secured(profile) };
    });
    const answers = answersTo(jobs);
    const failed = jobs.flatMap(({ variant, profile, request }, at) => {
      const outcome = outcomeOf(answers[at], profile, request);
      return outcome.includes('<b:to>&lt;é😀</b:to>') ? [] : [`${JSON.stringify(variant)}: ${outcome}`];
    });
    expect(failed).toEqual([]);
    // Each request has its own key.
    const [, other] = jobs;
    expect(outcomeOf(answers[0], jobs[0]!.profile, other!.request)).toMatch(
      /another key|cannot be decrypted/,
    );
  }, 300_000);

  const ENDORSED = ['shared', 'derived', 'derived2005'] as const;

  function endorsed(keys: (typeof ENDORSED)[number], more: Partial<SessionProfile> = {}): CredentialProfile {
    const variant = {
      keys,
      algorithm: 'hmac-sha256',
      cipher: 'aes-256-cbc',
      order: 'sign-then-encrypt',
    } as const;
    const signature = { ...client, parts: ['signature', 'binary-security-token'] } as const;
    return { ...sessionProfile(variant, more), signature };
  }

  test('reads a signature that endorses the message signature, and confirms both', () => {
    const parts = [['body', 'signature'], ['body'], []] as const;
    const profiles = ENDORSED.flatMap((keys) =>
      parts.map((encryptedParts) => ({ keys, profile: endorsed(keys, { encryptedParts }) })),
    );
    const jobs = profiles.map(({ keys, profile }) => ({
      profile,
      command: `${keys} hmac-sha256 aes-256-cbc`,
      request: secured(profile),
    }));
    const answers = answersTo(jobs);
    expect(jobs.map(({ profile, request }, at) => outcomeOf(answers[at], profile, request))).toEqual(
      jobs.map(() => expect.stringContaining('<b:to>&lt;é😀</b:to>') as string),
    );
    expect(jobs.map(({ request }) => request.evidence.signatures.length)).toEqual(jobs.map(() => 2));
  }, 300_000);

  test('rejects an endorsing signature of another message, and one over an altered message signature', () => {
    const requests = [1, 2].map(() => secured(endorsed('shared', { encryptedParts: [] })));
    const [own, other] = requests.map(({ envelope }) => Buffer.from(envelope).toString('utf8'));
    const signatures = (text: string): readonly string[] =>
      text.match(/<ds:Signature .*?<\/ds:Signature>/g) ?? [];
    const signatureValue = (text: string): string => /<ds:SignatureValue>([^<]*)/.exec(text)?.[1] ?? '';
    const [message, endorsing] = signatures(own!);
    const swapped = own!.replace(endorsing!, signatures(other!)[1]!);
    // The code of the message signature is still right for what it signs; only what endorses it covers how it is written.
    const rewritten = own!.replace(message!, message!.replace(/(<ds:SignatureValue>)/, '$1\n'));
    expect(signatureValue(rewritten).trim()).toBe(signatureValue(own!));
    const answers = answersTo(
      [own!, swapped, rewritten].map((envelope) => ({
        command: 'shared hmac-sha256 aes-256-cbc',
        request: { ...requests[0]!, envelope: Buffer.from(envelope) },
      })),
    );
    expect(answers.map((answer) => answer instanceof Error)).toEqual([false, true, true]);
  }, 300_000);
});
