import { describe, expect, test } from 'vitest';
import { buildProfile, draftFor, EMPTY_DRAFT, type ProfileDraft } from './profile.js';
import { EMPTY_STS } from './sts-draft.js';

const file = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name);
const draft = (over: Partial<ProfileDraft>): ProfileDraft => ({ ...EMPTY_DRAFT, ...over });

describe('a credential profile', () => {
  test('contains the kinds that are switched on, and no other filled-in fields', async () => {
    const filled = draft({
      basic: { username: 'ada', password: 's3cret' },
      headers: [
        { name: ' X-Api-Key ', value: 'k' },
        { name: '', value: '' },
      ],
    });
    expect(await buildProfile(filled, ['headers'])).toEqual({ profile: { headers: { 'X-Api-Key': 'k' } } });
    expect(await buildProfile(filled, ['basic', 'headers', 'timestamp'])).toEqual({
      profile: {
        basic: { username: 'ada', password: 's3cret' },
        headers: { 'X-Api-Key': 'k' },
        timestamp: {},
      },
    });
  });

  test('contains what a security policy decides about the kinds that are switched on', async () => {
    const template = {
      signature: { parts: ['body'], algorithm: 'rsa-sha256' },
      encryption: { cipher: 'aes-256-gcm' },
      verify: { parts: ['body'] },
      usernameToken: { type: 'text' },
    };
    const ours = { certificate: file('me.pem', 'CERT'), privateKey: file('me.key', 'KEY'), passphrase: '' };
    const filled = {
      ...draftFor(template),
      signature: ours,
      encryption: { certificate: file('bank.pem', 'BANK') },
    };
    expect(filled.usernameToken['type']).toBe('text');
    const kinds = ['signature', 'encryption', 'decryption', 'verify'] as const;
    expect(await buildProfile(filled, kinds, template)).toEqual({
      profile: {
        signature: { certificate: 'CERT', privateKey: 'KEY', parts: ['body'], algorithm: 'rsa-sha256' },
        encryption: { certificate: 'BANK', cipher: 'aes-256-gcm' },
        decryption: { privateKey: 'KEY' },
        verify: { certificates: 'BANK', authorities: 'BANK', parts: ['body'] },
      },
    });
  });

  test('contains a session key, with which responses are signed unless a policy says otherwise', async () => {
    const filled = draft({ session: { certificate: file('bank.pem', 'BANK') } });
    expect(await buildProfile(filled, ['session'])).toEqual({
      profile: { session: { certificate: 'BANK', encryptedParts: ['body'] }, verify: {} },
    });
    const certificates = { file: file('other.pem', 'OTHER') };
    expect(await buildProfile({ ...filled, verify: certificates }, ['verify', 'session'])).toEqual({
      profile: {
        session: { certificate: 'BANK', encryptedParts: ['body'] },
        verify: { certificates: 'OTHER', authorities: 'OTHER' },
      },
    });
    const template = { session: { derivedKeys: '1.3', encryptedParts: [] }, verify: { parts: ['body'] } };
    expect(await buildProfile(filled, ['session', 'verify'], template)).toEqual({
      profile: {
        session: { certificate: 'BANK', derivedKeys: '1.3', encryptedParts: [] },
        verify: { parts: ['body'] },
      },
    });
    const unsigned = { session: { encryptedParts: [] } };
    expect(await buildProfile(filled, ['session'], unsigned)).toEqual({
      profile: { session: { certificate: 'BANK', encryptedParts: [] } },
    });
  });

  test('contains a Windows account, with a domain or a keytab if there is one', async () => {
    const ntlm = { username: 'ada', password: 'secret', domain: '' };
    const kerberos = { principal: 'ada@CORP', password: '', keytab: file('ada.keytab', 'keys') };
    expect(await buildProfile(draft({ ntlm }), ['ntlm'])).toEqual({
      profile: { ntlm: { username: 'ada', password: 'secret' } },
    });
    expect(await buildProfile(draft({ ntlm: { ...ntlm, domain: 'CORP' } }), ['ntlm'])).toEqual({
      profile: { ntlm: { ...ntlm, domain: 'CORP' } },
    });
    expect(await buildProfile(draft({ kerberos }), ['kerberos'])).toEqual({
      profile: { kerberos: { principal: 'ada@CORP', keytab: btoa('keys') } },
    });
    const withoutKeytab = draft({ kerberos: { ...kerberos, keytab: null } });
    expect(await buildProfile(withoutKeytab, ['kerberos'])).toMatchObject({ problem: { kind: 'kerberos' } });
  });

  test('contains the text of an assertion', async () => {
    const filled = draft({ saml: { assertion: file('assertion.xml', '<Assertion/>') } });
    expect(await buildProfile(filled, ['saml'])).toEqual({
      profile: { saml: { assertion: '<Assertion/>' } },
    });
    expect(await buildProfile(EMPTY_DRAFT, ['saml'])).toMatchObject({ problem: { kind: 'saml' } });
  });

  test('contains a token service, with what a security policy says about it', async () => {
    const template = { sts: { endpoint: 'https://sts.test/', tokenType: 'saml-1.1', claims: ['urn:name'] } };
    const start = draftFor(template);
    const filled = { ...start, sts: { ...start.sts, username: 'ada', password: 's3cret' } };
    expect(await buildProfile(filled, ['sts'], template)).toEqual({
      profile: {
        sts: {
          endpoint: 'https://sts.test/',
          version: '1.3',
          tokenType: 'saml-1.1',
          keyType: 'bearer',
          claims: ['urn:name'],
          credentials: { usernameToken: { username: 'ada', password: 's3cret', type: 'text' } },
        },
      },
    });
    const problemWith = async (part: Partial<ProfileDraft['sts']>): Promise<unknown> =>
      buildProfile({ ...filled, sts: { ...filled.sts, ...part } }, ['sts']);
    for (const part of [
      { endpoint: '' },
      { password: '' },
      { signIn: 'key' },
      { signIn: 'signature' },
    ] as const) {
      expect(await problemWith(part)).toMatchObject({ problem: { kind: 'sts' } });
    }
    expect(await problemWith({ signIn: 'key', keyType: 'public-key' })).toHaveProperty('profile.sts.keyType');
  });

  test('reads PEM files as text and PKCS#12 files as base64', async () => {
    const pem = {
      certificate: file('me.pem', 'CERT'),
      privateKey: file('me.key', 'KEY'),
      passphrase: 'x',
    };
    expect(
      await buildProfile(draft({ clientCertificate: pem, signature: pem }), [
        'clientCertificate',
        'signature',
      ]),
    ).toEqual({
      profile: {
        clientCertificate: { certificate: 'CERT', privateKey: 'KEY', passphrase: 'x' },
        signature: { certificate: 'CERT', privateKey: 'KEY', passphrase: 'x' },
      },
    });
    const pfx = {
      certificate: file('me.P12', new Uint8Array([0, 255, 128])),
      privateKey: null,
      passphrase: '',
    };
    const kinds = ['clientCertificate', 'signature', 'decryption'] as const;
    const parts = { clientCertificate: pfx, signature: { ...pfx, passphrase: 'x' } };
    expect(await buildProfile(draft(parts), kinds)).toEqual({
      profile: {
        clientCertificate: { pfx: 'AP+A' },
        signature: { pfx: 'AP+A', passphrase: 'x' },
        // Without a key of its own, decryption uses that of the signature.
        decryption: { pfx: 'AP+A', passphrase: 'x' },
      },
    });
    const own = { privateKey: file('other.pfx', new Uint8Array([7])), passphrase: 'y' };
    expect(await buildProfile(draft({ ...parts, decryption: own }), ['decryption'])).toEqual({
      profile: { decryption: { pfx: 'Bw==', passphrase: 'y' } },
    });
    const signIn = {
      ...EMPTY_STS,
      endpoint: 'https://sts.example',
      signIn: 'signature',
      signature: pfx,
    } as const;
    expect(await buildProfile(draft({ sts: signIn }), ['sts'])).toMatchObject({
      profile: { sts: { credentials: { signature: { pfx: 'AP+A' } } } },
    });
  });

  test.each([
    ['basic', draft({ basic: { username: 'ada', password: '' } })],
    ['usernameToken', EMPTY_DRAFT],
    ['headers', EMPTY_DRAFT],
    ['headers', draft({ headers: [{ name: 'bad name', value: 'x' }] })],
    ['headers', draft({ headers: [{ name: 'X', value: '' }] })],
    ['clientCertificate', EMPTY_DRAFT],
    [
      'clientCertificate',
      draft({ clientCertificate: { certificate: file('a.pem', 'A'), privateKey: null, passphrase: '' } }),
    ],
    ['ca', EMPTY_DRAFT],
    ['session', EMPTY_DRAFT],
    ['signature', EMPTY_DRAFT],
  ] as const)('says what is missing for %s', async (kind, incomplete) => {
    expect(await buildProfile(incomplete, [kind])).toEqual({
      problem: { kind, message: expect.stringMatching(/^(Enter|Choose|Each) /) },
    });
  });
});
