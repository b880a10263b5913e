import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CredentialProfile } from '../security/credential-profile.js';
import { secureRequest } from '../security/request/secure-envelope.js';
import type { SecuredRequest } from '../security/request-evidence.js';
import { openEnvelope } from '../security/response/open-response.js';
import { securityHeaders } from '../security/security-headers.js';
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

  test('confirms the signature of a request; its confirmation of another request is refused', () => {
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
});
