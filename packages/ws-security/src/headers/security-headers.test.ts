import { createHash } from 'node:crypto';
import type { CredentialProfile } from '@soapstone/credentials';
import { beforeAll, describe, expect, test } from 'vitest';
import { assertCredentialProfile } from '../credentials/credential-profile.js';
import { createIdentity, type Identity } from '../testing/certificates.js';
import { failureOf } from '../testing/messages.js';
import { addressingHeaders } from './addressing-headers.js';
import type { HeaderContext } from './header-context.js';
import { securityHeaders } from './security-headers.js';

const context: HeaderContext = {
  soapVersion: '1.1',
  now: new Date('2026-11-20T10:00:00.999Z'),
  random: (count) => new Uint8Array(count).fill(0xab),
};
const id = 'ab'.repeat(16);

let identity: Identity;
beforeAll(async () => {
  identity = await createIdentity('signer');
});

const OPEN =
  '<wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"';
const UNDERSTOOD = ' xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" soapenv:mustUnderstand="1"';
const TOKEN_PROFILE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0';
const NONCE =
  '<wsse:Nonce EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary">q6urq6urq6urq6urq6urqw==</wsse:Nonce>';

describe('securityHeaders', () => {
  test.each<[string, CredentialProfile | undefined]>([
    ['no profile', undefined],
    ['a profile for HTTP only', { basic: { username: 'u', password: 'p' }, headers: { 'x-key': 'k' } }],
  ])('%s needs no block', (_name, profile) => {
    expect(securityHeaders(profile, context)).toEqual([]);
  });

  test('a text token with all members', () => {
    const profile: CredentialProfile = { usernameToken: { username: 'a&b', password: 'p<q', type: 'text' } };
    expect(securityHeaders(profile, context)).toEqual([
      `${OPEN}${UNDERSTOOD}><wsse:UsernameToken wsu:Id="UT-${id}"><wsse:Username>a&amp;b</wsse:Username><wsse:Password Type="${TOKEN_PROFILE}#PasswordText">p&lt;q</wsse:Password>${NONCE}<wsu:Created>2026-11-20T10:00:00Z</wsu:Created></wsse:UsernameToken></wsse:Security>`,
    ]);
  });

  test('a bare text token for an old server', () => {
    const profile: CredentialProfile = {
      mustUnderstand: false,
      usernameToken: { username: 'u', password: 'p', type: 'text', nonce: false, created: false },
    };
    expect(securityHeaders(profile, context)).toEqual([
      `${OPEN}><wsse:UsernameToken wsu:Id="UT-${id}"><wsse:Username>u</wsse:Username><wsse:Password Type="${TOKEN_PROFILE}#PasswordText">p</wsse:Password></wsse:UsernameToken></wsse:Security>`,
    ]);
  });

  test('a digest always has nonce and created, and matches the profile', () => {
    const profile: CredentialProfile = {
      usernameToken: { username: 'u', password: 'pässword', type: 'digest', nonce: false, created: false },
    };
    const digest = createHash('sha1')
      .update(Buffer.concat([Buffer.alloc(16, 0xab), Buffer.from('2026-11-20T10:00:00Zpässword', 'utf8')]))
      .digest('base64');
    const [block = ''] = securityHeaders(profile, context);
    expect(block).toContain(`#PasswordDigest">${digest}</wsse:Password>${NONCE}<wsu:Created>`);
    expect(block).not.toContain('pässword');
  });

  test('the digest of a known message', () => {
    // Nonce, Created, password and digest as other stacks publish them in their own tests.
    const profile: CredentialProfile = {
      usernameToken: { username: 'u', password: 'userpassword', type: 'digest' },
    };
    const [block = ''] = securityHeaders(profile, {
      soapVersion: '1.1',
      now: new Date('2010-09-16T07:50:45Z'),
      random: () => Buffer.from('LKqI6G/AikKCQrN0zqZFlg==', 'base64'),
    });
    expect(block).toContain('>tuOSpGlFlIXsozq4HFNeeGeFLEI=</wsse:Password>');
  });

  test('timestamp, certificate and token appear in this order, for a role of SOAP 1.2', () => {
    const profile: CredentialProfile = {
      actor: 'urn:"gate"',
      timestamp: { ttlSeconds: 90 },
      usernameToken: { username: 'u', password: 'p', type: 'digest' },
      signature: { certificate: identity.certificate, privateKey: identity.privateKey },
    };
    const [block = ''] = securityHeaders(profile, { ...context, soapVersion: '1.2' });
    expect(block).toContain(
      ' xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope" soapenv:mustUnderstand="1"',
    );
    expect(block).toContain(' soapenv:role="urn:&quot;gate&quot;"');
    expect(block).toContain(
      '<wsu:Created>2026-11-20T10:00:00Z</wsu:Created><wsu:Expires>2026-11-20T10:01:30Z</wsu:Expires>',
    );
    const order = ['<wsu:Timestamp ', '<wsse:BinarySecurityToken ', '<wsse:UsernameToken '].map((tag) =>
      block.indexOf(tag),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });
});

describe('addressingHeaders', () => {
  test('the Recommendation', () => {
    expect(addressingHeaders({ action: 'urn:a&b', to: 'http://x/y' }, context)).toEqual([
      '<wsa:Action xmlns:wsa="http://www.w3.org/2005/08/addressing">urn:a&amp;b</wsa:Action>',
      '<wsa:To xmlns:wsa="http://www.w3.org/2005/08/addressing">http://x/y</wsa:To>',
      '<wsa:MessageID xmlns:wsa="http://www.w3.org/2005/08/addressing">urn:uuid:abababab-abab-4bab-abab-abababababab</wsa:MessageID>',
      '<wsa:ReplyTo xmlns:wsa="http://www.w3.org/2005/08/addressing"><wsa:Address>http://www.w3.org/2005/08/addressing/anonymous</wsa:Address></wsa:ReplyTo>',
    ]);
  });

  test('WS-Addressing of 2004/08, with mustUnderstand', () => {
    const blocks = addressingHeaders(
      { action: 'a', to: 't', version: '2004/08', mustUnderstand: true, messageId: 'urn:m' },
      context,
    );
    expect(blocks[0]).toBe(
      `<wsa:Action xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing"${UNDERSTOOD}>a</wsa:Action>`,
    );
    expect(blocks[2]).toContain('>urn:m<');
    expect(blocks[3]).toContain('http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous');
  });

  test('every property, with mustUnderstand on chosen blocks', () => {
    const WSA = 'xmlns:wsa="http://www.w3.org/2005/08/addressing"';
    const blocks = addressingHeaders(
      {
        action: 'urn:a',
        to: 'urn:t',
        messageId: 'urn:m',
        from: 'urn:from',
        replyTo: 'urn:reply?a&b',
        faultTo: 'urn:fault',
        mustUnderstand: ['To', 'ReplyTo'],
      },
      context,
    );
    expect(blocks).toEqual([
      `<wsa:Action ${WSA}>urn:a</wsa:Action>`,
      `<wsa:To ${WSA}${UNDERSTOOD}>urn:t</wsa:To>`,
      `<wsa:MessageID ${WSA}>urn:m</wsa:MessageID>`,
      `<wsa:From ${WSA}><wsa:Address>urn:from</wsa:Address></wsa:From>`,
      `<wsa:ReplyTo ${WSA}${UNDERSTOOD}><wsa:Address>urn:reply?a&amp;b</wsa:Address></wsa:ReplyTo>`,
      `<wsa:FaultTo ${WSA}><wsa:Address>urn:fault</wsa:Address></wsa:FaultTo>`,
    ]);
    expect(() => addressingHeaders({ action: 'a', to: 't', from: '\u0000' }, context)).toThrow('XML text');
  });
});

describe('assertCredentialProfile', () => {
  test.each<[string, CredentialProfile]>([
    ['/basic/username', { basic: { username: 'a:b', password: 'CANARY' } }],
    ['/basic/password', { basic: { username: 'a', password: 'CANARY\n' } }],
    ['/headers', { headers: { 'x key': 'CANARY' } }],
    ['/headers/Content-Length', { headers: { 'Content-Length': 'CANARY' } }],
    ['/headers/HOST', { headers: { HOST: 'CANARY' } }],
    [
      '/headers/Authorization',
      { basic: { username: 'a', password: 'p' }, headers: { Authorization: 'CANARY' } },
    ],
    ['/headers/x-key', { headers: { 'x-key': 'CANARY\r\nx-evil: 1' } }],
    ['/headers/x-key', { headers: { 'x-key': 'CANARYé' } }],
    ['/usernameToken/password', { usernameToken: { username: 'u', password: 'CANARY\u0000', type: 'text' } }],
    ['/usernameToken/username', { usernameToken: { username: '\ud800', password: 'CANARY', type: 'text' } }],
    ['/timestamp/ttlSeconds', { timestamp: { ttlSeconds: 0 } }],
    ['/actor', { actor: 'CANARY\u0001' }],
  ])('rejects %s without revealing its value', async (member, profile) => {
    const error = await failureOf(async () => assertCredentialProfile(profile));
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.message).toContain(`cannot use credential profile member "${member}"`);
    expect(error.stack).not.toContain('CANARY');
  });
});
