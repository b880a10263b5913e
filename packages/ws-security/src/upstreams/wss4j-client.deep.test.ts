import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRequestOpener, type ServiceSecurity } from '../service/index.js';
import type { Identity } from '../testing/certificates.js';
import { suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { hasWss4j, runWss4j, WSS4J_PACKAGES } from '../testing/wss4j.js';

const BODY = '<b:Pay xmlns:b="urn:bank"><b:to>&lt;é&#xD;😀</b:to></b:Pay>';
const REPLY = printEnvelope('<b:Paid xmlns:b="urn:bank"><b:amount>é 10</b:amount></b:Paid>');
const IDENTIFIERS = [
  'binary-security-token',
  'issuer-serial',
  'subject-key-identifier',
  'thumbprint-sha1',
] as const;
const MODES = ['sign', 'sign-then-encrypt', 'encrypt-then-sign'] as const;
const CIPHERS = ['aes-128-gcm', 'aes-256-gcm'] as const;
const installed = hasWss4j();

/** WSS4J writes requests, we open and answer them, WSS4J reads the answers. */
describe.skipIf(!installed)(suiteName('a client of Apache WSS4J', installed, WSS4J_PACKAGES), () => {
  let office: CertificateOffice;
  let client: Identity;
  let service: Identity;
  beforeAll(() => {
    office = openCertificateOffice();
    client = office.issue('/C=DE/O=Shop, Inc./CN=client');
    service = office.issue('/CN=service');
  }, 60_000);
  afterAll(() => office?.close());

  const write = (commands: readonly string[]): (string | Error)[] =>
    runWss4j(
      office.folder,
      { signer: client, reader: service },
      commands.map((command) => ({ command: `make ${command}`, envelope: printEnvelope(BODY) })),
    );
  const read = (envelopes: readonly string[]): (string | Error)[] =>
    runWss4j(
      office.folder,
      { signer: service, reader: client },
      envelopes.map((envelope) => ({ command: 'open', envelope })),
    );
  const readable = (request: string | Error | undefined): Buffer => {
    if (typeof request !== 'string') throw request ?? new Error('no request');
    return Buffer.from(request);
  };

  test('its requests are opened, and it reads the responses: 24 variants', async () => {
    const variants = MODES.flatMap((mode) =>
      IDENTIFIERS.flatMap((keyIdentifier) => CIPHERS.map((cipher) => ({ mode, keyIdentifier, cipher }))),
    );
    const requests = write(
      variants.map(({ mode, keyIdentifier, cipher }) => `${mode} ${keyIdentifier} sha256 ${cipher}`),
    );
    const responses: string[] = [];
    for (const [at, { mode, keyIdentifier, cipher }] of variants.entries()) {
      const encrypts = mode !== 'sign';
      const open = createRequestOpener({
        verify: { certificates: client.certificate },
        ...(encrypts && { decryption: { privateKey: service.privateKey }, encryptedParts: ['body'] }),
        respond: {
          timestamp: {},
          signature: { ...service, keyIdentifier },
          signatureConfirmation: true,
          ...(encrypts && { encryption: { cipher, keyIdentifier } }),
        },
      });
      const { envelope, caller, secureResponse } = await open(readable(requests[at]));
      expect(Buffer.from(envelope).toString('utf8')).toContain('<b:to>&lt;é&#xD;😀</b:to>');
      expect(caller.certificate?.subject).toBe('CN=client,O=Shop\\, Inc.,C=DE');
      responses.push(Buffer.from(await secureResponse(Buffer.from(REPLY))).toString('utf8'));
    }
    expect(responses.filter((response) => response.includes('SignatureConfirmation'))).toHaveLength(24);
    const failed = read(responses).flatMap((outcome, at) =>
      typeof outcome === 'string' && outcome.includes('é 10</b:amount>')
        ? []
        : [`${JSON.stringify(variants[at])}: ${outcome}`],
    );
    expect(failed).toEqual([]);
    // An altered response is rejected by it.
    expect(read([responses[0]!.replace('é 10', 'é 11')])[0]).toBeInstanceOf(Error);
  }, 300_000);

  test('its UsernameTokens are checked, alone and with a signature', async () => {
    const modes = ['digest', 'text', 'digest-then-sign', 'digest-then-sign-then-encrypt'];
    const requests = write(modes.map((mode) => `${mode} binary-security-token sha256 aes-256-gcm`));
    const beside: ServiceSecurity = {
      verify: { certificates: client.certificate },
      decryption: { privateKey: service.privateKey },
    };
    for (const [at, mode] of modes.entries()) {
      const security = (password: string): ServiceSecurity => ({
        ...(mode.includes('sign') && beside),
        usernameToken: { password: () => password, accept: ['digest', 'text'], allowUnsigned: true },
      });
      const { caller } = await createRequestOpener(security('secret'))(readable(requests[at]));
      expect(caller.username, mode).toBe('ada');
      await expect(
        createRequestOpener(security('guess'))(readable(requests[at])),
        mode,
      ).rejects.toMatchObject({
        code: 'FailedAuthentication',
      });
    }
  }, 300_000);
});
