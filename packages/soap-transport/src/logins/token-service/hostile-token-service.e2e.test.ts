import { inspect } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../../../ws-security/src/testing/certificates.js';
import {
  type AssertionContent,
  issueAssertion,
} from '../../../../ws-security/src/testing/issue-assertion.js';
import { createCleanup } from '../../testing/cleanup.js';
import { failureOf, printEnvelope } from '../../testing/messages.js';
import {
  openTokenScene,
  type TokenAnswer,
  tokenFault,
  tokenOf,
  tokenResponse,
} from '../../testing/token-scene.js';

const cleanup = createCleanup();
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

let issuer: Identity;
let signer: Identity;
let other: Identity;
beforeAll(async () => {
  const make = (name: string) => createIdentity(name);
  [issuer, signer, other] = await Promise.all([make('issuer'), make('signer'), make('other')]);
});

const issued = (content: AssertionContent = {}): string => issueAssertion(issuer, content);
const serve = () => openTokenScene(cleanup, () => tokenOf(issued()));

/** A signed assertion inside one that is not signed. */
function wrapped(): string {
  const signed = issued();
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
  const forged = signed.replace(signature, '').replace('CANARY subject', 'CANARY admin');
  return forged.replace('<s:Subject>', `${signature}<s:Advice>${signed}</s:Advice><s:Subject>`);
}

describe('a hostile token service', () => {
  const holderOfKey = { sts: { keyType: 'public-key' }, signature: () => signer } as const;
  test.each<[string, () => TokenAnswer, RegExp, typeof holderOfKey?]>([
    ['no XML', () => ({ body: 'CANARY' }), /not SOAP: it is not well-formed XML$/],
    ['no SOAP', () => ({ body: '<CANARY/>' }), /its response is not SOAP$/],
    [
      'a document type declaration',
      () => ({ body: `<!DOCTYPE x [<!ENTITY a "CANARY">]>${tokenResponse('').body}` }),
      /document type declaration$/,
    ],
    ['a million nested elements', () => ({ body: '<a>'.repeat(100_000) }), /nested more than 200 deep$/],
    [
      'no response',
      () => ({ body: printEnvelope('<CANARY/>', [], '1.2') }),
      /no response to Issue: check "endpoint" and "version"/,
    ],
    ['no token', () => tokenResponse(''), /its response has no token$/],
    ['an empty token', () => tokenOf(''), /its response has no token$/],
    ['two tokens', () => tokenOf(issued() + issued({ id: '_b' })), /more than one token$/],
    ['another element as the token', () => tokenOf('<CANARY/>'), /not an Assertion of SAML 1\.1 or 2\.0$/],
    [
      'a token of another version',
      () => tokenOf(issued({ version: '1.1' })),
      /SAML 1\.1 assertion: set "tokenType" to "saml-1\.1"/,
    ],
    [
      'a token for the holder of a key',
      () => tokenOf(issued({ method: 'holder-of-key' })),
      /set "keyType" to "public-key"$/,
    ],
    [
      'a bearer token for a key',
      () => tokenOf(issued()),
      /for a bearer, not for the holder of the key of "signature"$/,
      holderOfKey,
    ],
    [
      'a token for another key',
      () => tokenOf(issued({ method: 'holder-of-key', holder: other })),
      /a key other than that of "signature"$/,
      holderOfKey,
    ],
    [
      'an expired token',
      () => tokenOf(issued({ until: -61 })),
      /has already expired, at .*: compare the clocks/,
    ],
    [
      'a token with an expired lifetime',
      () =>
        tokenOf(
          issued(),
          `<t:Lifetime><u:Expires xmlns:u="${WSU}">2026-01-01T00:00:00Z</u:Expires></t:Lifetime>`,
        ),
      /has already expired, at 2026-01-01T00:00:00\.000Z/,
    ],
    [
      'a token of the future',
      () => tokenOf(issued({ from: 120 })),
      /is valid from .* on: compare the clocks/,
    ],
    [
      'a lifetime that is not a time',
      () => tokenOf(issued(), `<t:Lifetime><u:Expires xmlns:u="${WSU}">CANARY</u:Expires></t:Lifetime>`),
      /a time that is not an xs:dateTime$/,
    ],
    [
      'an altered token',
      () => tokenOf(issued().replace('CANARY subject', 'CANARY admin')),
      /the assertion was altered$/,
    ],
    [
      'a token without a signature',
      () => tokenOf(issued().replace(/<ds:Signature .*<\/ds:Signature>/s, '')),
      /is missing, or there are several$/,
    ],
    ['a signed token inside one that is not', () => tokenOf(wrapped()), /identifier twice$/],
    [
      'a signature for another token',
      () => tokenOf(wrapped().replace('ID="_a1"', 'ID="_evil"')),
      /covers something other than the assertion$/,
    ],
    [
      'a token signed by a key other than the one it names',
      () => tokenOf(issued().replace(/(<ds:SignatureValue>)..../, '$1AAAA')),
      /does not match its certificate$/,
    ],
    [
      'a transform that leaves out parts',
      () =>
        tokenOf(
          issued().replace(
            /<ds:Transform Algorithm="[^"]*enveloped-signature">/,
            '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116">',
          ),
        ),
      /transforms or a digest that are not supported$/,
    ],
    [
      'a fault',
      () => tokenFault('FailedAuthentication'),
      /does not accept "credentials" \(FailedAuthentication\)$/,
    ],
    [
      'a fault with an unknown code',
      () => tokenFault('CANARY'),
      /answers with a SOAP fault: its log says why$/,
    ],
    ['HTTP 401', () => ({ status: 401, body: 'CANARY' }), /HTTP status 401: check "credentials"/],
    ['HTTP 404', () => ({ status: 404, body: 'CANARY' }), /HTTP status 404 without a SOAP fault$/],
    [
      'a redirect',
      () => ({ status: 302, body: '', headers: { location: 'http://10.0.0.1/CANARY' } }),
      /a redirect \(302\)/,
    ],
  ])(
    '%s causes a typed error without secrets, and no message is sent',
    async (_name, given, why, options) => {
      const scene = await serve();
      scene.answer = given;
      const used =
        options === holderOfKey ? { sts: holderOfKey.sts, signature: holderOfKey.signature() } : {};
      const error = await failureOf(() => scene.call(scene.transportWith(), used));
      expect(error).toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE', phase: 'prepare', sent: false });
      expect(error.message).toMatch(/^cannot get a token from the token service of "sts": /);
      expect(error.message).toMatch(why);
      expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
      expect(scene.messages).toEqual([]);
    },
  );

  test('an endless response is rejected at half a megabyte', async () => {
    const scene = await serve();
    scene.answer = () => tokenOf(issued(), `<!--${'x'.repeat(600_000)}-->`);
    const error = await failureOf(() => scene.call(scene.transportWith()));
    expect(error).toMatchObject({ code: 'UPSTREAM_TOO_LARGE', phase: 'prepare', sent: false });
  });

  test('a silent one does not outlast the call, and an aborted call does not wait for it', async () => {
    const scene = await serve();
    scene.answer = () => undefined;
    expect(await failureOf(() => scene.call(scene.transportWith(), { deadlineMs: 100 }))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      message: 'the token service did not answer within the deadline of the call',
    });
    expect(scene.messages).toEqual([]);
  });

  test('the egress policy applies to it', async () => {
    const scene = await serve();
    const elsewhere = { sts: { endpoint: 'https://10.0.0.1/sts' } };
    expect(await failureOf(() => scene.call(scene.transportWith(), elsewhere))).toMatchObject({
      code: 'UPSTREAM_ADDRESS_REFUSED',
      sent: false,
    });
  });
});
