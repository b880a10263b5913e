import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../../ws-security/src/headers/security-headers.js';
import { redactSecrets } from '../../../../ws-security/src/redaction/redact-secrets.js';
import { createIdentity, type Identity } from '../../../../ws-security/src/testing/certificates.js';
import { issueAssertion } from '../../../../ws-security/src/testing/issue-assertion.js';
import { createCleanup } from '../../testing/cleanup.js';
import { failureOf, printEnvelope, soapRequest } from '../../testing/messages.js';
import { openTokenScene, tokenFault, tokenOf } from '../../testing/token-scene.js';

const cleanup = createCleanup();

let issuer: Identity;
beforeAll(async () => {
  issuer = await createIdentity('issuer');
});

/** A token service that numbers its assertions. */
const serve = () =>
  openTokenScene(cleanup, (requests) => tokenOf(issueAssertion(issuer, { id: `_t${requests.length}` })));

const idsOf = (texts: readonly string[]): (string | undefined)[] =>
  texts.map((text) => /Assertion [^>]*ID="([^"]*)"/.exec(text)?.[1]);

describe('the assertions of a token service', () => {
  test('accounts, profiles and services that differ never share one', async () => {
    const scene = await serve();
    const { url, messages, requests, transportWith } = scene;
    const transport = transportWith();
    await scene.call(transport, { account: 'a' });
    await scene.call(transport, { account: 'a' });
    await scene.call(transport, { account: 'b' });
    await scene.call(transport, { account: 'b', sts: { lifetimeSeconds: 120 } });
    await scene.call(transport, { account: 'b', sts: { appliesTo: 'urn:other' } });
    expect(idsOf(messages)).toEqual(['_t1', '_t1', '_t2', '_t3', '_t4']);
    const applied = requests.map(
      (text) => /<wsa:Address>([^<]*)<\/wsa:Address><\/wsa:EndpointReference>/.exec(text)?.[1],
    );
    expect(applied).toEqual([`${url}/service`, `${url}/service`, `${url}/service`, 'urn:other']);
  });

  test('one that may be used only once is requested for each call', async () => {
    const scene = await serve();
    const give = scene.answer;
    scene.answer = () => {
      const { body = '' } = give() ?? {};
      const id = `_t${scene.requests.length}`;
      return {
        body: body.replace(/<s:Assertion.*<\/s:Assertion>/s, issueAssertion(issuer, { id, once: true })),
      };
    };
    const transport = scene.transportWith();
    await Promise.all(Array.from({ length: 5 }, () => scene.call(transport)));
    await scene.call(transport);
    expect(idsOf(scene.messages).sort()).toEqual(['_t1', '_t2', '_t3', '_t4', '_t5', '_t6']);
  });

  test('one that is encrypted for the service is sent unchanged, until the expiry that the response states', async () => {
    const scene = await serve();
    const end = new Date(Date.now() + 600_000).toISOString();
    const lifetime = `<t:Lifetime><u:Expires xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">${end}</u:Expires></t:Lifetime>`;
    const cipher = '<x:CipherData><x:CipherValue>CANARY+encrypted==</x:CipherValue></x:CipherData>';
    const data = `<x:EncryptedData xmlns:x="http://www.w3.org/2001/04/xmlenc#">${cipher}</x:EncryptedData>`;
    for (const token of [
      data,
      `<s:EncryptedAssertion xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion">${data}</s:EncryptedAssertion>`,
    ]) {
      scene.answer = () => tokenOf(token, lifetime);
      scene.requests.length = 0;
      let clock = 0;
      const transport = scene.transportWith({ now: () => performance.now() + clock });
      await scene.call(transport);
      clock = 500_000;
      await scene.call(transport);
      clock = 545_000;
      await scene.call(transport);
      expect(scene.requests).toHaveLength(2);
      const [name] = /^<[^ ]*/.exec(token) ?? [];
      for (const message of scene.messages.splice(0)) {
        expect(message).toMatch(
          new RegExp(`${name} .*<x:CipherValue>CANARY.encrypted==<.*</${name?.slice(1)}></wsse:Security>`),
        );
      }
      const credentials = scene.profileOf({ signature: issuer, sts: { keyType: 'public-key' } });
      const keyed = await failureOf(() =>
        scene.call(transport, { signature: issuer, ...(credentials.sts && { sts: credentials.sts }) }),
      );
      expect(keyed.message).toMatch(/its token is encrypted.*set "keyType" to "bearer"$/);
    }
  });

  test('one that expired within the clock skew is sent', async () => {
    const scene = await serve();
    scene.answer = () => tokenOf(issueAssertion(issuer, { until: -1_000 }));
    expect(await scene.call(scene.transportWith(), { sts: { clockSkewSeconds: 2_000 } })).toBe(200);
  });

  test('a failure is not cached: the next call asks again', async () => {
    const scene = await serve();
    const { transportWith } = scene;
    const give = scene.answer;
    const transport = transportWith();
    scene.answer = () => tokenFault('RequestFailed');
    await failureOf(() => scene.call(transport));
    scene.answer = give;
    expect(await scene.call(transport)).toBe(200);
  });

  test('one that a service rejects is replaced: immediately after 401, after a fault once it is five minutes old', async () => {
    const scene = await serve();
    const { messages, transportWith } = scene;
    let clock = 0;
    const transport = transportWith({ now: () => performance.now() + clock });
    scene.serviceStatus = 500;
    await scene.call(transport);
    await scene.call(transport);
    clock = 301_000;
    await scene.call(transport);
    scene.serviceStatus = 401;
    await scene.call(transport);
    await scene.call(transport);
    expect(idsOf(messages)).toEqual(['_t1', '_t1', '_t1', '_t2', '_t3']);
  });

  test('are hidden if a service echoes them', async () => {
    const scene = await serve();
    const { url, messages, transportWith } = scene;
    const credentials = scene.profileOf({});
    const body = Buffer.from(
      printEnvelope(
        '<b/>',
        securityHeaders(credentials, { soapVersion: '1.1', now: new Date(), random: randomBytes }),
      ),
    );
    await transportWith().send({ ...soapRequest(`${url}/service`), body, credentials });
    expect(messages[0]).toContain('CANARY subject');
    const shown = redactSecrets(messages[0] as string, credentials);
    expect(shown).not.toContain('CANARY');
    expect(shown).toContain('<ds:SignatureValue>[redacted]</ds:SignatureValue>');
    expect(redactSecrets('CANARY password', credentials)).toBe('[redacted]');
  });
});
