import {
  addressingHeaders,
  assertCredentialProfile,
  type CredentialProfile,
  createMessageId,
  hideTexts,
  redactSecrets,
  secureEnvelope,
  securityHeaders,
} from '@soapstone/ws-security';
import { describe, expect, test } from 'vitest';
import { createFetchTransport } from './fetch/index.js';
import {
  createEgressGuard,
  createTransport,
  findCredentialProblems,
  OptionError,
  type TransportRequest,
} from './index.js';
import { soapRequest } from './testing/messages.js';

/** Values that a JavaScript caller can pass although the types forbid them. */
const asAny = <Value>(value: unknown): Value => value as Value;

const token = { username: 'maria', password: 'CANARY-secret', type: 'digest' };
const context = { soapVersion: '1.1', now: new Date(0), random: (count: number) => new Uint8Array(count) };

/** Profiles that would have been sent in an unintended way, with the member that is wrong. */
const misspelt: [profile: unknown, path: string, expected: RegExp][] = [
  [
    { usernameToken: { ...token, type: 'PasswordDigest' } },
    '/usernameToken/type',
    /"text" or "digest"; did you mean "digest"\?/,
  ],
  [
    { usernameToken: { ...token, type: 'PasswordText' } },
    '/usernameToken/type',
    /"text" or "digest"; did you mean "text"\?/,
  ],
  [{ usernameToken: { ...token, type: undefined } }, '/usernameToken/type', /not undefined/],
  [{ usernameToken: { ...token, passwordType: 'digest' } }, '/usernameToken/passwordType', /no such option/],
  [{ usernameToken: { ...token, hasNonce: true } }, '/usernameToken/hasNonce', /did you mean "nonce"\?/],
  [{ usernameToken: { ...token, nonce: 'yes' } }, '/usernameToken/nonce', /true or false, not a string/],
  [{ usernameToken: { ...token, password: 5 } }, '/usernameToken/password', /a string, not 5/],
  [{ usernametoken: token }, '/usernametoken', /did you mean "usernameToken"\?/],
  [{ userNameToken: token }, '/userNameToken', /did you mean "usernameToken"\?/],
  [{ timestamp: { ttl: 60 } }, '/timestamp/ttl', /did you mean "ttlSeconds"\?/],
  [{ timestamp: true }, '/timestamp', /an object, not a boolean/],
  [{ basic: { user: 'maria', password: 'x' } }, '/basic/user', /did you mean "username"\?/],
  [{ headers: { 'X-Key': 1 } }, '/headers/X-Key', /a string, not 1/],
  [{ headers: ['X-Key'] }, '/headers', /an object, not an array/],
  [{ clientCertificate: { cert: 'x', privateKey: 'x' } }, '/clientCertificate/cert', /"certificate"\?/],
  [JSON.parse('{"__proto__":{"basic":{}}}'), '/__proto__', /no such option/],
  [Object.create({ usernameToken: token }), '', /an object, not an instance of a class/],
  ['maria:secret', '', /an object, not a string/],
  [null, '', /an object, not null/],
  [[token], '', /an object, not an array/],
  [new Map([['usernameToken', token]]), '', /not an instance of a class/],
];

describe('credential profile: rejects unknown members and values', () => {
  test.each(misspelt)('%j', async (profile, path, expected) => {
    const credentials = asAny<CredentialProfile>(profile);
    expect(findCredentialProblems(credentials)).toContainEqual({
      path,
      expected: expect.stringMatching(expected),
    });
    const problem = { code: 'INVALID_REQUEST', message: expect.stringMatching(expected) };
    const refusal = { ...problem, name: 'TransportError', sent: false };
    for (const use of [
      () => assertCredentialProfile(credentials),
      () => securityHeaders(credentials, asAny(context)),
      () => secureEnvelope(Buffer.from('<x/>'), credentials, asAny(context)),
      () => redactSecrets('text', credentials),
    ]) {
      expect(caught(use)).toMatchObject({ ...problem, name: 'SecurityError' });
      expect(String(caught(use))).not.toContain('CANARY');
    }
    const transport = createTransport();
    const request = soapRequest('http://127.0.0.1:1/', { credentials });
    await expect(transport.send(request)).rejects.toMatchObject(refusal);
    await expect(transport.fetchDocument('http://127.0.0.1:1/', { credentials })).rejects.toMatchObject(
      refusal,
    );
    await transport.close();
  });

  test('a closed transport sends nothing and says so', async () => {
    const transport = createTransport();
    await transport.close();
    const closed = { code: 'ABORTED', message: 'the transport is closed; create another one' };
    await expect(transport.send(soapRequest('http://127.0.0.1:1/'))).rejects.toMatchObject(closed);
    await expect(transport.fetchDocument('http://127.0.0.1:1/')).rejects.toMatchObject(closed);
  });

  test('names an unknown signature algorithm and reports the other members too', () => {
    const problems = findCredentialProblems(
      asAny({
        signature: { certificate: 'x', privateKey: 'x', algorithm: 'md5' },
        basic: { username: 'a:b', password: 'x' },
      }),
    );
    expect(problems.map(({ path }) => path)).toEqual(['/signature/algorithm', '/basic/username']);
    expect(problems[0]?.expected).toContain('"rsa-sha256" or "rsa-sha384"');
  });

  test('does not repeat a member name that may be a misplaced secret', () => {
    expect(JSON.stringify(findCredentialProblems(asAny({ 'CANARY secret': 1 })))).not.toContain('CANARY');
    expect(JSON.stringify(findCredentialProblems(asAny({ headers: { 'CANARY secret': 1 } })))).not.toContain(
      'CANARY',
    );
  });

  test('treats members that are undefined as absent', () => {
    expect(findCredentialProblems(asAny({ basic: undefined, usernameToken: undefined }))).toEqual([]);
  });
});

describe('createTransport: rejects unknown options and values', () => {
  test.each<[unknown, string, RegExp]>([
    [{ limits: { deadline: 5 } }, 'limits.deadline', /did you mean "deadlineMs"\?/],
    [{ limits: { deadlineMs: '5' } }, 'limits.deadlineMs', /a number from 1, not a string/],
    [{ limits: { inFlight: Number.POSITIVE_INFINITY } }, 'limits.inFlight', /not Infinity/],
    [{ limit: {} }, 'limit', /did you mean "limits"\?/],
    [{ egress: { allowed: [] } }, 'egress.allowed', /did you mean "allow"\?/],
    [{ egress: { allow: 'localhost' } }, 'egress.allow', /an array, not a string/],
    [{ egress: { deny: [null] } }, 'egress.deny.0', /a string, not null/],
    [{ now: 5 }, 'now', /a function, not 5/],
    ['x', '', /an object, not a string/],
    [null, '', /an object, not null/],
  ])('%j', (options, option, message) => {
    const error = caught(() => createTransport(asAny(options)));
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ code: 'INVALID_OPTION', option, message: expect.stringMatching(message) });
  });

  test('keeps the default of a limit that is undefined', () => {
    expect(() => createTransport(asAny({ limits: { deadlineMs: undefined } }))).not.toThrow();
  });

  test('the egress guard validates its policy in the same way', () => {
    expect(caught(() => createEgressGuard(asAny({ alow: [] })))).toMatchObject({ option: 'alow' });
    expect(caught(() => createEgressGuard(asAny(null)))).toBeInstanceOf(OptionError);
    const guard = createEgressGuard();
    expect(caught(() => guard.refuseTarget(asAny(undefined), 80))).toMatchObject({ option: 'hostname' });
    expect(caught(() => guard.refuseTarget('h', asAny('80')))).toMatchObject({ option: 'port' });
    expect(caught(() => guard.refuseAddress(asAny(5), 'h', 80))).toMatchObject({ option: 'address' });
  });
});

describe('send and fetchDocument: reject invalid requests', () => {
  const valid = soapRequest('http://127.0.0.1:1/');
  test.each<[unknown, RegExp]>([
    [{ ...valid, soapVersion: '1.3' }, /"soapVersion".*"1.1" or "1.2"/],
    [{ ...valid, soapVersion: undefined }, /"soapVersion".*not undefined/],
    [{ ...valid, timeout: 5 }, /"timeout".*no such option/],
    [{ ...valid, deadline: 5 }, /"deadline".*did you mean "deadlineMs"\?/],
    [{ ...valid, deadlineMs: Number.NaN }, /"deadlineMs".*not NaN/],
    [{ ...valid, body: '<x/>' }, /"body".*a Uint8Array, not a string/],
    [{ ...valid, packaging: 'MTOM' }, /"packaging".*did you mean "mtom"\?/],
    [
      { ...valid, attachments: [{ contentId: 'a', contentType: 'text/plain', content: 'x' }] },
      /attachments\.0/,
    ],
    [{ ...valid, traceContext: null }, /"traceContext".*an object, not null/],
    [undefined, /an object, not undefined/],
    ['http://127.0.0.1:1/', /an object, not a string/],
    [[valid], /an object, not an array/],
  ])('send(%j)', async (request, message) => {
    const refusal = {
      name: 'TransportError',
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(message),
    };
    await expect(createTransport().send(asAny<TransportRequest>(request))).rejects.toMatchObject(refusal);
  });

  test.each<[unknown, unknown, RegExp]>([
    [undefined, undefined, /a string, not undefined/],
    ['http://127.0.0.1:1/', { deadline: 5 }, /did you mean "deadlineMs"\?/],
    ['http://127.0.0.1:1/', { signal: 5 }, /an AbortSignal, not 5/],
    ['http://127.0.0.1:1/', null, /an object, not null/],
    ['http://127.0.0.1:1/', 'x', /an object, not a string/],
  ])('fetchDocument(%j, %j)', async (uri, options, message) => {
    for (const transport of [createTransport(), createFetchTransport()]) {
      await expect(transport.fetchDocument(asAny(uri), asAny(options))).rejects.toMatchObject({
        name: 'TransportError',
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(message),
      });
    }
  });

  test('checkAddress rejects an account that is not a string', async () => {
    await expect(createTransport().checkAddress('http://127.0.0.1:1/', asAny(5))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  test('send rejects an invalid signal', async () => {
    await expect(createTransport().send(valid, asAny('stop'))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('functions for headers and parts: reject unknown members and wrong objects', () => {
  const addressing = { action: 'urn:a', to: 'http://h/' };
  test.each<[() => unknown, RegExp]>([
    [
      () => addressingHeaders(asAny({ ...addressing, version: '2005/08' }), asAny(context)),
      /"1.0" or "2004\/08"/,
    ],
    [() => addressingHeaders(asAny({ ...addressing, messageID: 'x' }), asAny(context)), /mean "messageId"/],
    [
      () => addressingHeaders(asAny({ ...addressing, mustUnderstand: ['to'] }), asAny(context)),
      /mustUnderstand/,
    ],
    [() => addressingHeaders(asAny({ action: 'urn:a' }), asAny(context)), /"to".*required/],
    [() => addressingHeaders(asAny(undefined), asAny(context)), /an object, not undefined/],
    [() => createMessageId(asAny(undefined)), /"random".*required/],
    [() => addressingHeaders(addressing, asAny(undefined)), /an object, not undefined/],
    [() => addressingHeaders(addressing, asAny({ ...context, soapVersion: '1.3' })), /"1.1" or "1.2"/],
    [() => securityHeaders({ timestamp: {} }, asAny({ ...context, now: 0 })), /a Date, not 0/],
    [() => securityHeaders({ timestamp: {} }, asAny({ soapVersion: '1.1', now: new Date(0) })), /"random"/],
    [() => hideTexts(asAny(null), []), /a string, not null/],
    [() => hideTexts('x', asAny(undefined)), /a list of strings, not undefined/],
    [() => hideTexts('x', asAny('secret')), /a list of strings, not a string/],
    [() => hideTexts('x', asAny([5])), /a string, not 5/],
    [() => redactSecrets(asAny(5), undefined), /a string, not 5/],
    [() => secureEnvelope(asAny('<x/>'), undefined, asAny(context)), /a Uint8Array, not a string/],
    [() => createMessageId(asAny(() => 1)), /"random".*a Uint8Array of 16 bytes/],
    [
      () => securityHeaders({ timestamp: {} }, asAny({ ...context, random: () => new Uint8Array(3) })),
      /"random".*a Uint8Array of 16 bytes/,
    ],
    [
      () => securityHeaders({ timestamp: {} }, asAny({ ...context, now: new Date(Number.NaN) })),
      /a valid Date/,
    ],
  ])('%s', (use, message) => {
    expect(caught(use)).toMatchObject({
      name: 'SecurityError',
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(message),
    });
  });
});

function caught(use: () => unknown): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return undefined;
}
