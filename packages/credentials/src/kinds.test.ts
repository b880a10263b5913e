import { describe, expect, test } from 'vitest';
import { DOORS, optionsAt } from './doors.js';
import type { KindName } from './profile.js';
import { KIND_NAMES, KINDS, SETTINGS } from './profile.js';
import { findProfileProblems } from './rules.js';
import { objectSchema, schemaOf } from './schema.js';
import { secretTexts } from './secrets.js';

describe('the table of credential kinds', () => {
  test('the name in each definition is its member of the profile', () => {
    for (const [name, kind] of Object.entries(KINDS)) expect(kind.name).toBe(name);
    expect(Object.keys(DOORS).toSorted()).toEqual(KIND_NAMES.toSorted());
  });

  test('every kind has an option of the command line or says why not, and a form with members that it has', () => {
    for (const name of KIND_NAMES) {
      const { cli, form, title, description } = DOORS[name];
      expect([title, description].every((text) => text.length > 0)).toBe(true);
      if ('why' in cli) expect(cli.why).toMatch(/^[A-Z].{20,}\.$/);
      else expect(cli.length).toBeGreaterThan(0);
      if ('own' in form) continue;
      const { members, value, required, either } = KINDS[name];
      const asked = form.fields.map(({ member }) => member);
      const known = value === undefined ? Object.keys(members) : [''];
      expect(known).toEqual(expect.arrayContaining(asked));
      expect(asked).toEqual(expect.arrayContaining([...required]));
      if (either.length > 0) expect(form.either?.members.toSorted()).toEqual(either.toSorted());
      // A redacted value is not shown while it is typed, or is a file.
      for (const { member, input } of form.fields) {
        if (members[member]?.secret === true) expect(input).not.toBe('text');
      }
    }
  });

  test('the option that a problem comes from is found by its pointer, the most specific first', () => {
    const flagsAt = (pointer: string) => optionsAt(pointer).map(({ flag }) => flag);
    expect(flagsAt('/session/certificate')).toEqual(['--session-cert']);
    expect(flagsAt('/clientCertificate/privateKey')).toEqual(['--key', '--cert']);
    expect(flagsAt('/clientCertificate/certificate')).toEqual(['--cert']);
    expect(flagsAt('/verify/authorities')).toEqual(['--verify-ca', '--verify-cert']);
    expect(flagsAt('/ca')).toEqual(['--ca']);
    expect(flagsAt('/cabbage')).toEqual([]);
    expect(optionsAt('/signature/privateKey').map(({ name }) => name)).toEqual(['signKey', 'signCert']);
  });

  test('problems have a pointer and no value', () => {
    expect(findProfileProblems({ basic: { username: 'a:b', password: 'geheim\n' } })).toEqual([
      { path: '/basic/username', expected: 'expected no colon and no control character' },
      { path: '/basic/password', expected: 'expected no control character' },
    ]);
    expect(findProfileProblems({ oauth: { tokenEndpoint: 'https://a.test/', clientId: 'x' } })).toEqual([
      { path: '/oauth', expected: 'expected either clientSecret or privateKey' },
    ]);
    const ntlm = { username: 'u', password: 'geheim' };
    expect(findProfileProblems({ basic: ntlm, ntlm })).toEqual([
      { path: '/ntlm', expected: 'basic already sets the authorization header' },
    ]);
    const own = JSON.parse('{"ntlm":{"username":"u","password":"p","__proto__":1}}');
    expect(findProfileProblems(own)).toMatchObject([{ path: '/ntlm/__proto__' }]);
    expect(findProfileProblems(JSON.parse('{"constructor":{}}'))).toMatchObject([{ path: '/constructor' }]);
    expect(findProfileProblems({ passwordKey: { ...ntlm, iterations: 100_001 } })).toEqual([
      { path: '/passwordKey/iterations', expected: 'expected an integer from 1000 to 100000' },
    ]);
    const parts = ['signature'] as const;
    expect(findProfileProblems({ passwordKey: { ...ntlm, signedParts: parts } })).toMatchObject([
      { path: '/passwordKey/signedParts/0' },
    ]);
  });

  test('the schema of a kind with a key takes a PKCS#12 file in its place', () => {
    expect(schemaOf(KINDS.ntlm)).toEqual({
      type: 'object',
      properties: Object.fromEntries(
        ['username', 'password', 'domain', 'workstation'].map((name) => [
          name,
          { type: 'string', minLength: 1, maxLength: 256 },
        ]),
      ),
      required: ['username', 'password'],
      additionalProperties: false,
    });
    const alternatives = (name: KindName) => schemaOf(KINDS[name])['anyOf'];
    expect(alternatives('signature')).toEqual([
      { required: ['certificate', 'privateKey'] },
      { required: ['pfx'] },
    ]);
    expect(alternatives('oauth')).toEqual([
      { required: ['clientSecret'] },
      { required: ['privateKey'] },
      { required: ['pfx'] },
    ]);
    expect(alternatives('kerberos')).toEqual([{ required: ['password'] }, { required: ['keytab'] }]);
    const { properties } = objectSchema(KINDS, SETTINGS) as { properties: Record<string, unknown> };
    expect(Object.keys(properties)).toEqual([...KIND_NAMES, 'mustUnderstand', 'actor']);
  });

  test('every secret of a profile is found, also at a token service and in a header', () => {
    const account = { username: 'name', password: 's1' };
    const texts = secretTexts({
      ntlm: account,
      passwordKey: { ...account, password: 's2' },
      headers: { authorization: 'Bearer s3' },
      decryption: { privateKey: 's4', passphrase: 's5' },
      sts: { endpoint: 'https://a.test/', credentials: { basic: { ...account, password: 's6' } } },
    });
    expect(texts.toSorted()).toEqual(['Bearer s3', 's1', 's2', 's3', 's4', 's5', 's6']);
  });
});
