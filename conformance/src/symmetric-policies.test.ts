import { completeProfile } from '@soapstone/ws-security';
import { describe, expect, test } from 'vitest';
import { demandsOf, problemOf } from './material/policy-documents.js';

describe('policies with a symmetric binding', () => {
  test('one of WCF: derived keys of 2005/02, an encrypted and endorsed signature', async () => {
    const name = 'wcf-certificate-symmetric';
    const strict = await demandsOf(name);
    expect(JSON.stringify(strict.template)).not.toMatch(/(rsa|hmac)-sha1|cbc|Cbc|Sha1|1_5/);
    const { template, state, wants, needs } = await demandsOf(name, { allow: ['sha1', 'cbc'] });
    expect(state).toBe('supported');
    expect(template).toEqual({
      timestamp: {},
      session: {
        keyIdentifier: 'thumbprint-sha1',
        keyTransport: 'rsa-oaep',
        derivedKeys: '2005-02',
        algorithm: 'hmac-sha1',
        signedParts: ['body', 'timestamp'],
        encryptedParts: ['body', 'signature'],
        cipher: 'aes-256-cbc',
        allowCbc: true,
      },
      signature: { parts: ['signature'], algorithm: 'rsa-sha1', keyIdentifier: 'binary-security-token' },
      verify: { parts: ['body', 'timestamp'], allowSha1: true, signatureConfirmation: true },
    });
    expect(wants).toEqual([
      'Timestamp',
      'Basic256',
      'signed Body, Timestamp',
      'encrypted Body, signature',
      'keys derived from the session key',
      'reading of encrypted responses',
      'verification of the signed Body, Timestamp of responses',
      'signature over the message signature',
    ]);
    expect(needs.map(({ text }) => text)).toEqual([
      'the certificate of the service, to encrypt a session key for each request',
      'your private key and its certificate, to sign requests',
    ]);
  });

  test('two equal tokens, encrypted before signing', async () => {
    const { template, notes } = await demandsOf('cxf-symmetric-encrypt-first', { allow: ['cbc'] });
    expect(template.session).toEqual({
      keyIdentifier: 'issuer-serial',
      keyTransport: 'rsa-oaep',
      derivedKeys: '1.3',
      algorithm: 'hmac-sha256',
      signedParts: ['body', 'timestamp'],
      encryptedParts: ['body', 'username-token'],
      cipher: 'aes-128-cbc',
      allowCbc: true,
      order: 'encrypt-then-sign',
    });
    expect(notes).toEqual([expect.stringContaining('wants HMAC-SHA1: allow "sha1" for it')]);
    const standard = await demandsOf('cxf-symmetric-encrypt-first', { allow: ['cbc', 'sha1'] });
    expect(standard.template.session).toMatchObject({ algorithm: 'hmac-sha1', digest: 'sha256' });
    expect(standard.template.verify).toEqual({ parts: ['body', 'timestamp'], allowSha1: true });
  });

  test('ProtectTokens signs the session key and the certificates in the message', async () => {
    const { template } = await demandsOf('cxf-symmetric-gcm');
    expect(template.session?.signedParts).toEqual([
      'body',
      'timestamp',
      'encrypted-key',
      'binary-security-token',
    ]);
    expect(template.signature?.parts).toEqual(['signature', 'binary-security-token']);
  });

  test('supporting tokens are signed and encrypted with the session key', async () => {
    const saml = await demandsOf('cxf-symmetric-saml2');
    expect(saml.template.session).toMatchObject({
      signedParts: ['body', 'timestamp', 'saml-assertion'],
      encryptedParts: ['body', 'saml-assertion'],
    });
    const username = await demandsOf('wsit-username-symmetric');
    expect(username.template.session?.signedParts?.at(-1)).toBe('username-token');
    expect(username.template.session?.encryptedParts).toEqual(['body', 'username-token']);
    const endorsing = await demandsOf('wsit-sts-issued-token');
    expect(endorsing.template).toMatchObject({
      session: { signedParts: ['timestamp'], encryptedParts: [], cipher: 'aes-128-gcm' },
      sts: { keyType: 'public-key' },
      signature: { parts: ['signature'] },
    });
  });

  test('the certificate of the service is all that is needed', async () => {
    const demands = await demandsOf('cxf-symmetric', { allow: ['sha1', 'cbc'] });
    const profile = completeProfile(demands, { session: { certificate: 'THEIRS' } });
    expect(profile.session).toMatchObject({ certificate: 'THEIRS', cipher: 'aes-128-cbc' });
    expect(profile.verify).toEqual({ parts: ['body', 'timestamp'], allowSha1: true });
    expect(problemOf(demands, {})).toBe(
      'cannot satisfy the security policy: it needs the certificate of the service, to encrypt a session key for each request (credential profile member "/session")',
    );
  });
});
