import { createHash } from 'node:crypto';
import type { UsernameTokenProfile } from '@soapstone/credentials';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../testing/certificates.js';
import { printEnvelope } from '../testing/messages.js';
import { requestWith, serviceWith, textOf } from '../testing/service-scene.js';
import { NOW } from '../testing/signed-responses.js';
import type { UsernameTokenCheck } from './service-profile.js';

const ada: UsernameTokenProfile = { username: 'ada', password: 'Ada <1815> ü', type: 'digest' };
const passwords: UsernameTokenCheck = { password: (name) => (name === 'ada' ? ada.password : undefined) };
const hashes: UsernameTokenCheck = {
  check: async (name, password) => name === 'ada' && password === ada.password,
};
const send = (token: Partial<UsernameTokenProfile> = {}, now: number = NOW): Uint8Array =>
  requestWith({ usernameToken: { ...ada, ...token } }, { now }).envelope;

describe('UsernameToken: authentication', () => {
  test.each<[string, UsernameTokenCheck, Partial<UsernameTokenProfile>]>([
    ['a digest', passwords, {}],
    ['a password in clear, compared', { ...passwords, accept: ['text'] }, { type: 'text' }],
    ['a password in clear, for a hash', hashes, { type: 'text' }],
    ['a password in clear without nonce and time', hashes, { type: 'text', nonce: false, created: false }],
  ])('%s is accepted', async (_what, usernameToken, token) => {
    const { caller, envelope } = await serviceWith({ usernameToken }).open(send(token));
    expect(caller).toEqual({ username: 'ada' });
    expect(textOf(envelope)).not.toContain('Security');
  });

  test('the digest by the profile’s own rule is accepted from any implementation', async () => {
    // UsernameToken Profile 1.1 §3.1, computed here: Base64(SHA-1(nonce + created + password)).
    const nonce = Buffer.from('0123456789abcdef');
    const created = '2026-11-25T10:00:00.123456Z';
    const digest = createHash('sha1').update(nonce).update(created).update(ada.password).digest('base64');
    const block = printToken(
      `<w:Username>ada</w:Username><w:Password Type="${TYPE}Digest">${digest}</w:Password><w:Nonce>${nonce.toString('base64')}</w:Nonce><u:Created>${created}</u:Created>`,
    );
    const service = serviceWith({ usernameToken: passwords });
    expect(await service.outcomeOf(printEnvelope('<a/>', [block]))).toBe('accepted');
  });

  test.each<[string, UsernameTokenCheck, Partial<UsernameTokenProfile>]>([
    ['a wrong password', passwords, { password: 'guess' }],
    ['an unknown user', passwords, { username: 'eve' }],
    ['a wrong password in clear', hashes, { password: 'guess', type: 'text' }],
    ['an unknown user in clear', { ...passwords, accept: ['text'] }, { username: 'eve', type: 'text' }],
  ])('%s causes the same fault', async (_what, usernameToken, token) => {
    expect(await serviceWith({ usernameToken }).outcomeOf(send(token))).toBe(
      'FailedAuthentication: the user or the password of the UsernameToken is wrong',
    );
  });

  test('a kind that is not accepted is rejected', async () => {
    const service = serviceWith({ usernameToken: passwords });
    expect(await service.outcomeOf(send({ type: 'text' }))).toMatch(/^FailedAuthentication: .*type text/);
  });

  test('an error of the password lookup is thrown as it is, not as a fault', async () => {
    const usernameToken: UsernameTokenCheck = {
      password: () => Promise.reject(new Error('the database is down')),
    };
    await expect(serviceWith({ usernameToken }).open(send())).rejects.toThrow('the database is down');
  });
});

describe('UsernameToken: time and replay', () => {
  test('a token is accepted once', async () => {
    const service = serviceWith({ usernameToken: passwords });
    const request = send();
    expect(await service.outcomeOf(request)).toBe('accepted');
    expect(await service.outcomeOf(request)).toMatch(
      /^FailedAuthentication: the UsernameToken was used before/,
    );
    expect(await service.outcomeOf(send())).toBe('accepted');
  });

  test('a guessed password does not use up the nonce of the user', async () => {
    const service = serviceWith({ usernameToken: passwords });
    const request = textOf(send());
    const guess = request.replace(/(?<=PasswordDigest">)./, (first) => (first === 'A' ? 'B' : 'A'));
    expect(await service.outcomeOf(guess)).toMatch(/^FailedAuthentication/);
    expect(await service.outcomeOf(request)).toBe('accepted');
  });

  test.each([
    ['young enough', 299_000 + 60_000, 'accepted'],
    ['too old', 301_000 + 60_000, 'MessageExpired'],
    ['from the future, within the skew', -59_000, 'accepted'],
    ['from the future', -61_000, 'MessageExpired'],
  ])('one that is %s', async (_what, later, outcome) => {
    const service = serviceWith({ usernameToken: passwords }, NOW + later);
    expect(await service.outcomeOf(send())).toMatch(new RegExp(`^${outcome}`));
  });

  test('a token that was forgotten is too old', async () => {
    // At every time after the first use it is either remembered or expired.
    const service = serviceWith({ usernameToken: passwords }, NOW - 59_000);
    const request = send();
    expect(await service.outcomeOf(request)).toBe('accepted');
    for (let later = 0; later < 900_000; later += 7_000) {
      service.now = NOW + later;
      expect(await service.outcomeOf(request)).toMatch(/^(?:FailedAuthentication|MessageExpired)/);
    }
  });

  test('a store of the service decides', async () => {
    const keys: [string, number][] = [];
    const service = serviceWith({
      usernameToken: passwords,
      replays: { add: async (key, expiresAt) => keys.push([key, expiresAt]) === 1 },
    });
    expect(await service.outcomeOf(send())).toBe('accepted');
    expect(await service.outcomeOf(send())).toMatch(/^FailedAuthentication/);
    expect(keys).toEqual(Array(2).fill([expect.stringMatching(/^[\w+/]{43}=$/), NOW + 420_000]));
  });
});

const TYPE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#Password';
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity';
const printToken = (content: string): string =>
  `<w:Security xmlns:w="${WSS}-secext-1.0.xsd" xmlns:u="${WSS}-utility-1.0.xsd"><w:UsernameToken>${content}</w:UsernameToken></w:Security>`;

describe('UsernameToken: shapes', () => {
  const clear = `<w:Username>ada</w:Username><w:Password>${ada.password.replace('<', '&lt;')}</w:Password>`;
  test('a password without a type is one in clear', async () => {
    const service = serviceWith({ usernameToken: hashes });
    expect(await service.outcomeOf(printEnvelope('<a/>', [printToken(clear)]))).toBe('accepted');
  });

  test.each<[string, string]>([
    ['no Security block', ''],
    ['two tokens', printToken(clear).replace(/<w:UsernameToken>.*<\/w:UsernameToken>/, '$&$&')],
    ['two Security blocks', printToken(clear).repeat(2)],
    ['a token outside the Security block', `<x>${printToken(clear)}</x>`],
    [
      'a block for someone else',
      printToken(clear).replace('<w:Security', '<w:Security soapenv:actor="urn:x"'),
    ],
    ['two user names', printToken(`<w:Username>eve</w:Username>${clear}`)],
    ['two passwords', printToken(`${clear}<w:Password>x</w:Password>`)],
    ['no password', printToken('<w:Username>ada</w:Username>')],
    ['an element in the user name', printToken(clear.replace('>ada<', '>ada<x/><'))],
    ['an oversized user name', printToken(clear.replace('>ada<', `>${'a'.repeat(257)}<`))],
    ['an oversized password', printToken(clear.replace('>Ada', `>${'a'.repeat(1_025)}`))],
    ['a nonce that is not base64', printToken(`${clear}<w:Nonce>?</w:Nonce>`)],
    ['an oversized nonce', printToken(`${clear}<w:Nonce>${'A'.repeat(257)}</w:Nonce>`)],
    ['an invalid time', printToken(`${clear}<u:Created>yesterday</u:Created>`)],
    ['two times', printToken(`${clear}${'<u:Created>2026-11-25T10:00:00Z</u:Created>'.repeat(2)}`)],
    ['an unknown type', printToken(clear.replace('<w:Password>', '<w:Password Type="urn:x">'))],
    [
      'a digest without nonce',
      printToken(clear.replace('<w:Password>', `<w:Password Type="${TYPE}Digest">`)),
    ],
  ])('%s is rejected', async (_what, block) => {
    const service = serviceWith({ usernameToken: { ...hashes, ...passwords } });
    expect(await service.outcomeOf(printEnvelope('<a/>', [block]))).toMatch(
      /^(?:InvalidSecurity|FailedCheck)/,
    );
  });
});

describe('UsernameToken with a signature', () => {
  let bank: Identity;
  beforeAll(async () => {
    bank = await createIdentity('bank', { validFrom: new Date(NOW - 86_400_000) });
  });
  const request = (signUsernameToken: boolean): Uint8Array =>
    requestWith({ timestamp: {}, usernameToken: ada, signature: { ...bank, signUsernameToken } }).envelope;

  test('must be signed, unless the service says otherwise', async () => {
    const verify = { certificates: bank.certificate };
    const strict = serviceWith({ verify, usernameToken: passwords });
    expect(await strict.outcomeOf(request(false))).toMatch(
      /^InvalidSecurity: .*UsernameToken.*allowUnsigned/,
    );
    const { caller } = await strict.open(request(true));
    expect(caller).toMatchObject({ username: 'ada', certificate: { subject: 'CN=bank' } });
    const lenient = serviceWith({ verify, usernameToken: { ...passwords, allowUnsigned: true } });
    expect(await lenient.outcomeOf(request(false))).toBe('accepted');
  });

  test('must be encrypted if the service says so', async () => {
    const security = {
      usernameToken: passwords,
      decryption: { privateKey: bank.privateKey },
      encryptedParts: ['username-token'] as const,
    };
    const encryption = { certificate: bank.certificate, parts: ['username-token'] as const };
    expect(await serviceWith(security).outcomeOf(send())).toBe(
      'InvalidSecurity: the UsernameToken of the request is not encrypted',
    );
    const { envelope } = requestWith({ usernameToken: ada, encryption });
    expect(textOf(envelope)).not.toContain('Username>');
    expect(await serviceWith(security).outcomeOf(envelope)).toBe('accepted');
  });
});
