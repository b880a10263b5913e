import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CredentialProfile } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HeaderContext } from '../../../ws-security/src/headers/header-context.js';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import { secureEnvelope } from '../../../ws-security/src/request/secure-envelope.js';
import {
  createAuthority,
  createIdentity,
  type Identity,
} from '../../../ws-security/src/testing/certificates.js';
import { isInstalled, suiteName } from '../../../ws-security/src/testing/installed.js';
import { printEnvelope, soapRequest, textOf } from '../testing/messages.js';
import {
  type BuiltUpstream,
  buildSecuredGsoap,
  startBuilt,
  type UpstreamProcess,
} from '../testing/upstream-process.js';
import { createTransport, type Transport } from '../transport.js';

const BODY =
  '<ns1:Open xmlns:ns1="urn:soapstone:vault"><ns1:item>crown &amp; jewels, größer</ns1:item></ns1:Open>';
const installed = isInstalled('soapcpp2', ['-V']) && isInstalled('gcc');

const context = (soapVersion: '1.1' | '1.2' = '1.1', now = new Date()): HeaderContext => ({
  soapVersion,
  now,
  random: (count) => crypto.getRandomValues(new Uint8Array(count)),
});

describe.skipIf(!installed)(suiteName("gSOAP's WS-Security", installed, 'gsoap libgsoap-dev gcc'), () => {
  let folder: string;
  let built: BuiltUpstream;
  let signer: Identity;
  let stranger: Identity;
  let checksPassword: UpstreamProcess;
  let checksSignature: UpstreamProcess;
  let transport: Transport;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapstone-authority-'));
    const authority = await createAuthority('authority');
    signer = await createIdentity('signer', { authority });
    stranger = await createIdentity('signer', { authority: await createAuthority('authority') });
    writeFileSync(join(folder, 'authority.pem'), authority.certificate);
    built = buildSecuredGsoap();
    checksPassword = await startBuilt(built, ['password', 'correct horse & <battery>'], true);
    checksSignature = await startBuilt(built, ['authority', join(folder, 'authority.pem')], true);
    transport = createTransport({ egress: { allow: [checksPassword.host, checksSignature.host] } });
  }, 180_000);

  afterAll(async () => {
    await transport?.close();
    await checksPassword?.close();
    await checksSignature?.close();
    built?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Variation {
    readonly version?: '1.1' | '1.2';
    /** When the message was made. */
    readonly now?: Date;
    /** Changes the finished message on its way. */
    readonly change?: (text: string) => string;
  }

  /** Whether the server lets the message in. */
  async function isAccepted(
    server: UpstreamProcess,
    profile: CredentialProfile,
    variation: Variation = {},
  ): Promise<boolean> {
    const { version = '1.1', now, change } = variation;
    const envelope = printEnvelope(BODY, securityHeaders(profile, context(version, now)), version);
    const sent = Buffer.from(secureEnvelope(Buffer.from(envelope), profile, context())).toString('utf8');
    const arrived = change === undefined ? sent : change(sent);
    if (change !== undefined) expect(arrived).not.toBe(sent);
    const response = await transport.send(
      soapRequest(`http://${server.host}/`, {
        body: Buffer.from(arrived),
        soapVersion: version,
        ...(version === '1.2' ? { contentType: 'application/soap+xml; charset=utf-8' } : {}),
      }),
    );
    const text = await textOf(response);
    const opened = text.includes('crown &amp; jewels');
    expect(opened ? 200 : 500).toBe(response.status < 400 ? 200 : 500);
    return opened;
  }

  describe('a UsernameToken', () => {
    const profile = (more: object = {}): CredentialProfile => ({
      timestamp: { ttlSeconds: 60 },
      usernameToken: { username: 'ada', password: 'correct horse & <battery>', type: 'digest', ...more },
    });

    test.each([
      ['text', '1.1'],
      ['digest', '1.1'],
      ['text', '1.2'],
      ['digest', '1.2'],
    ] as const)('as %s in SOAP %s is accepted', async (type, version) => {
      expect(await isAccepted(checksPassword, profile({ type }), { version })).toBe(true);
    });

    test.each<[string, CredentialProfile, Variation]>([
      ['none', { timestamp: {} }, {}],
      ['of another user', profile({ username: 'eve' }), {}],
      ['with another password', profile({ password: 'guess' }), {}],
      ['with another password as text', profile({ type: 'text', password: 'guess' }), {}],
      ['with a changed digest', profile(), { change: (text) => text.replace(/(#PasswordDigest">)./, '$1_') }],
      [
        'with a changed nonce',
        profile(),
        {
          change: (text) =>
            text.replace(/(#Base64Binary">)(.)/, (_all, tag, c) => `${tag}${c === 'A' ? 'B' : 'A'}`),
        },
      ],
      ['in an expired message', profile(), { now: new Date(Date.now() - 3_600_000) }],
    ])('%s is rejected', async (_name, token, variation) => {
      expect(await isAccepted(checksPassword, token, variation)).toBe(false);
    });

    test('sent a second time is rejected', async () => {
      const replayed = new Date();
      let first = '';
      const remember = (text: string): string => {
        first ||= `${text} `;
        return first;
      };
      expect(await isAccepted(checksPassword, profile(), { now: replayed, change: remember })).toBe(true);
      expect(await isAccepted(checksPassword, profile(), { now: replayed, change: remember })).toBe(false);
    });
  });

  describe('a signature', () => {
    const profile = (by: Identity = signer, more: object = {}): CredentialProfile => ({
      timestamp: { ttlSeconds: 60 },
      signature: { certificate: by.certificate, privateKey: by.privateKey, ...more },
    });

    // SOAP 1.1 only: for 1.2 this server looks the Body up in the namespace of 1.1 and says that it is not signed.
    test.each(['rsa-sha256', 'rsa-sha512'] as const)('with %s is accepted', async (algorithm) => {
      expect(await isAccepted(checksSignature, profile(signer, { algorithm }))).toBe(true);
    });

    const swap = (tag: string) => (text: string) =>
      text.replace(
        new RegExp(`(<${tag}>.)(.)`),
        (_all, before: string, c: string) => `${before}${c === 'A' ? 'B' : 'A'}`,
      );
    test.each<[string, () => CredentialProfile, Variation]>([
      ['none', () => ({ timestamp: {} }), {}],
      ['by a stranger with the same name', () => profile(stranger), {}],
      [
        'with the certificate of another',
        () => profile({ certificate: signer.certificate, privateKey: stranger.privateKey }),
        {},
      ],
      ['over another body', profile, { change: (text) => text.replace('größer', 'kleiner') }],
      [
        'over a body with an addition',
        profile,
        { change: (text) => text.replace('</ns1:Open>', '<x/></ns1:Open>') },
      ],
      [
        'over another expiry',
        profile,
        {
          change: (text) =>
            text.replace(/(<wsu:Expires>20)(\d\d)/, (_all, a: string, y: string) => `${a}${Number(y) + 1}`),
        },
      ],
      ['with another digest', profile, { change: swap('ds:DigestValue') }],
      ['with another value', profile, { change: swap('ds:SignatureValue') }],
      ['of a body that was moved aside', profile, { change: wrap }],
      ['in an expired message', profile, { now: new Date(Date.now() - 3_600_000) }],
    ])('%s is rejected', async (_name, made, variation) => {
      expect(await isAccepted(checksSignature, made(), variation)).toBe(false);
    });
  });
});

/** Signature wrapping: the signed Body becomes a header block, another one takes its place. */
function wrap(text: string): string {
  const [body = ''] = /<soapenv:Body .*<\/soapenv:Body>/s.exec(text) ?? [];
  const moved = text
    .replace(body, '')
    .replace('</soapenv:Header>', `<aside>${body}</aside></soapenv:Header>`);
  return moved.replace('</soapenv:Envelope>', `<soapenv:Body>${BODY}</soapenv:Body></soapenv:Envelope>`);
}
