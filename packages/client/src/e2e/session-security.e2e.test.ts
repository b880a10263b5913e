import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  createClient,
  type Security,
  samlAssertion,
  sessionKey,
  verifyResponses,
  x509Signature,
} from '../index.js';
import { envelope, startHttpServer, textWsdl } from '../testing/echo-server.js';

const folder = mkdtempSync(join(tmpdir(), 'soapstone-session-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { certificate, privateKey } = createIdentity();

function createIdentity(): { readonly certificate: string; readonly privateKey: string } {
  const [key, pem] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=service', '-addext', 'keyUsage=digitalSignature,keyEncipherment'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', pem, ...subject],
    { stdio: 'pipe' },
  );
  return { certificate: readFileSync(pem, 'utf8'), privateKey: readFileSync(key, 'utf8') };
}

async function sent(security: Security | readonly Security[]): Promise<{ body: string; error: unknown }> {
  const server = await startHttpServer(() => ({ body: envelope('<t:AResponse xmlns:t="urn:t"/>') }));
  await using client = await createClient(textWsdl(['A'], server.address), { security });
  const error: unknown = await client
    .$operation('A')()
    .catch((reason: unknown) => reason);
  await server.stop();
  return { body: server.received[0]?.body.toString() ?? '', error };
}

test('sessionKey signs and encrypts with a key for the service, and rejects an unsigned response', async () => {
  const { body, error } = await sent(sessionKey({ certificate, derivedKeys: '1.3' }));
  expect(body).toMatch(/<\/wsu:Timestamp><xenc:EncryptedKey .*<wsc:DerivedKeyToken .*<ds:Signature /);
  expect(body).toContain('SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"');
  expect(body).toMatch(/<soapenv:Body[^>]*><xenc:EncryptedData /);
  expect(body).not.toContain('urn:t');
  expect(error).toMatchObject({ code: 'RESPONSE_NOT_SIGNED' });
});

test('sessionKey encrypts the configured parts', async () => {
  const { body } = await sent(sessionKey({ certificate, encryptedParts: [] }));
  expect(body).toContain('urn:t');
});

test('a value of one function overrides the default of another', async () => {
  const { body } = await sent([
    sessionKey({ certificate }),
    x509Signature({ certificate, privateKey, parts: ['signature'], timestamp: 60 }),
    verifyResponses({ certificates: certificate }),
  ]);
  expect(body.match(/<ds:Signature /g)).toHaveLength(2);
  const [created, expires] = ['Created', 'Expires'].map((name) =>
    Date.parse(new RegExp(`<wsu:${name}>([^<]*)`).exec(body)?.[1] ?? ''),
  );
  expect(expires! - created!).toBe(60_000);
  const assertion =
    '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><Issuer>i</Issuer></Assertion>';
  const saml = await sent([samlAssertion(assertion), x509Signature({ certificate, privateKey })]);
  expect(saml.body).toMatch(/ID="_1".*<ds:Signature /);
  await expect(
    sent([x509Signature({ certificate, privateKey }), x509Signature({ certificate, privateKey })]),
  ).rejects.toThrow(/"signature" is set twice/);
});
