import type { CredentialProfile } from '@soapstone/credentials';
import { describe, expect, test } from 'vitest';
import { derChildren, readDer } from '../../../../ws-security/src/certificates/der.js';
import { redactSecrets } from '../../../../ws-security/src/redaction/redact-secrets.js';
import { findCredentialProblems } from '../../secured/credential-problems.js';
import { printNegTokenInit } from './spnego.js';

const ntlm = { username: 'ada', password: 'secret' };
const kerberos = { principal: 'ada@CORP.EXAMPLE', password: 'secret' };

describe('profiles of Windows authentication', () => {
  test.each<[string, CredentialProfile]>([
    ['ntlm', { ntlm: { ...ntlm, domain: 'CORP', workstation: 'GW' } }],
    ['kerberos with a password', { kerberos: { ...kerberos, servicePrincipal: 'HTTP/a.example@B.EXAMPLE' } }],
    ['kerberos with a keytab', { kerberos: { principal: 'svc/host@CORP.EXAMPLE', keytab: 'BQIAAAA=' } }],
  ])('accepts %s', (_name, profile) => {
    expect(findCredentialProblems(profile)).toEqual([]);
  });

  test.each<[string, CredentialProfile]>([
    ['/ntlm/password', { ntlm: { username: 'ada' } as never }],
    ['/ntlm/username', { ntlm: { ...ntlm, username: 'a\u0000' } }],
    ['/ntlm/domain', { ntlm: { ...ntlm, domain: 'D'.repeat(257) } }],
    ['/ntlm', { basic: ntlm, ntlm }],
    ['/kerberos', { kerberos, ntlm }],
    ['/headers/Authorization', { ntlm, headers: { Authorization: 'x' } }],
    ['/kerberos', { kerberos: { ...kerberos, keytab: 'BQIAAAA=' } }],
    ['/kerberos', { kerberos: { principal: 'ada@CORP.EXAMPLE' } }],
    ['/kerberos/principal', { kerberos: { ...kerberos, principal: 'ada' } }],
    ['/kerberos/principal', { kerberos: { ...kerberos, principal: 'a\\@b@C' } }],
    ['/kerberos/password', { kerberos: { ...kerberos, password: 'a\u0000b' } }],
    ['/kerberos/keytab', { kerberos: { principal: 'a@B', keytab: 'AAAA' } }],
    ['/kerberos/servicePrincipal', { kerberos: { ...kerberos, servicePrincipal: 'HTTP' } }],
  ])('rejects a problem at %s', (path, profile) => {
    expect(findCredentialProblems(profile).map((problem) => problem.path)).toEqual([path]);
  });

  test('their secrets are redacted', () => {
    expect(redactSecrets('a secret', { ntlm })).toBe('a [redacted]');
    expect(redactSecrets('a secret', { kerberos })).toBe('a [redacted]');
    expect(redactSecrets('BQIAAAA=', { kerberos: { principal: 'a@B', keytab: 'BQIAAAA=' } })).toBe(
      '[redacted]',
    );
  });
});

test.each([1, 100, 127, 128, 255, 256, 70_000])('SPNEGO wraps a token of %i bytes', (length) => {
  const token = Buffer.alloc(length, 7);
  const [, init] = derChildren(readDer(printNegTokenInit(token)));
  const [mechTypes, mechToken] = derChildren(derChildren(init!)[0]!);
  expect(Buffer.from(mechTypes!.content).toString('hex')).toBe('300b06092a864886f712010202');
  expect(token.equals(derChildren(mechToken!)[0]!.content)).toBe(true);
});
