import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Identity, type Refusal, setCredentialsScene } from '../testing/credentials-scene.js';
import { createEndlessKey } from '../testing/endless-key.js';
import { setUps } from '../testing/set-ups.js';

/** A PKCS#12 file in Base64, with the password `s3cret`. */
function bundleOf({ certificate, privateKey }: Identity): string {
  return execFileSync('openssl', ['pkcs12', '-export', '-passout', 'pass:s3cret'], {
    input: `${privateKey}\n${certificate}`,
  }).toString('base64');
}

const MINUTES_OF_WORK = 2 ** 31 - 1;

describe.each(await setUps())('credentials on $name', (setUp) => {
  const scene = setCredentialsScene(setUp);
  const { management, put, shown } = scene;

  test.each<[string, () => object, string[]]>([
    [
      'a signature with a broken certificate and a broken key',
      () => ({ signature: { certificate: 'CANARY', privateKey: 'CANARY' } }),
      ['/signature/certificate', '/signature/privateKey'],
    ],
    [
      'a signature with the key of another certificate',
      () => ({ signature: { ...scene.one, privateKey: scene.other.privateKey } }),
      ['/signature/privateKey'],
    ],
    [
      'a signature with a key that is not RSA',
      () => ({
        signature: {
          ...scene.one,
          privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        },
      }),
      ['/signature/privateKey', '/signature/privateKey'],
    ],
    [
      'a client certificate with the key of another',
      () => ({ clientCertificate: { ...scene.one, privateKey: scene.other.privateKey } }),
      ['/clientCertificate/privateKey'],
    ],
    [
      'an invalid PKCS#12 file',
      () => ({ clientCertificate: { pfx: Buffer.from('CANARY').toString('base64'), passphrase: 'CANARY' } }),
      ['/clientCertificate/pfx'],
    ],
    [
      'PKCS#12 for a signature, with a wrong password',
      () => ({ signature: { pfx: bundleOf(scene.one), passphrase: 'CANARY' } }),
      ['/signature/passphrase'],
    ],
    [
      'PKCS#12 for a signature, with a key of another algorithm',
      () => ({ signature: { pfx: bundleOf(scene.one), passphrase: 's3cret', algorithm: 'ecdsa-sha256' } }),
      ['/signature/privateKey'],
    ],
    [
      'an invalid SAML assertion',
      () => ({ saml: { assertion: '<!DOCTYPE x><CANARY/>' } }),
      ['/saml/assertion'],
    ],
    ['invalid certificate authorities', () => ({ ca: 'CANARY' }), ['/ca']],
    ['a header that controls framing', () => ({ headers: { Host: 'CANARY' } }), ['/headers/Host']],
    [
      'a user name with a colon',
      () => ({ basic: { username: 'CANARY:', password: 'x' } }),
      ['/basic/username'],
    ],
    [
      'a token that XML cannot hold',
      () => ({ usernameToken: { username: 'u', password: 'CANARY\u0001', type: 'text' } }),
      ['/usernameToken/password'],
    ],
    [
      'everything at once',
      () => ({ ca: 'CANARY', actor: 'CANARY\u0001', signature: { ...scene.one, certificate: 'CANARY' } }),
      ['/actor', '/ca', '/signature/certificate'],
    ],
  ])(
    '%s: rejected with its location and without its value, and nothing is stored',
    async (_name, profile, paths) => {
      const answer = await put(profile());
      expect(answer.status).toBe(400);
      const { error } = answer.json<Refusal>();
      expect(error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'SCHEMA_VIOLATION' });
      expect(error.details.map(({ path }) => path)).toEqual(paths);
      expect(answer.text).not.toContain('CANARY');
      expect(await shown()).toEqual([]);
    },
  );

  test('a key that would need minutes of work is rejected, and other requests are answered', async () => {
    const refusing = put({
      signature: { ...scene.one, privateKey: createEndlessKey(MINUTES_OF_WORK), passphrase: 'CANARY' },
    });
    let asked = 0;
    let refused = false;
    void refusing.then(() => {
      refused = true;
    });
    while (!refused) {
      expect((await scene.owner.send('GET', '/api/manage/account')).status).toBe(200);
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const answer = await refusing;
    expect(asked).toBeGreaterThan(0);
    expect(answer.status).toBe(400);
    expect(answer.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/signature/privateKey']);
    expect(await shown()).toEqual([]);
  });

  test('a valid profile is accepted, and signs each message once', async () => {
    expect((await put({ signature: scene.one, timestamp: {} })).status).toBe(200);
    const { key } = await management.liveKey(scene.owner);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    const tested = await scene.owner.send(
      'POST',
      `/api/manage/services/${scene.service.serviceId}/connection-test`,
      {},
    );
    expect(tested.json<{ reached: boolean }>().reached).toBe(true);
    expect(management.upstream.bodies).toHaveLength(2);
    for (const body of management.upstream.bodies) {
      expect(body.match(/<ds:SignatureValue>/g)).toHaveLength(1);
    }
  });

  test('a PKCS#12 file signs like its contents in PEM, and its certificate is shown', async () => {
    const bundle = { pfx: bundleOf(scene.one), passphrase: 's3cret' };
    expect((await put({ signature: bundle, decryption: bundle, timestamp: {} })).status).toBe(200);
    const { key } = await management.liveKey(scene.owner);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    const [, der] =
      /<wsse:BinarySecurityToken[^>]*>([^<]*)</.exec(management.upstream.bodies.at(-1) ?? '') ?? [];
    expect(Buffer.from(der ?? '', 'base64')).toEqual(new X509Certificate(scene.one.certificate).raw);
    const page = await scene.owner.send('GET', `/api/manage/services/${scene.service.serviceId}`);
    expect(page.text).toContain('"kind":"signature"');
    expect(page.text).toContain('CN=signer');
    expect(page.text).not.toContain('s3cret');
  });

  test('keys from a password sign and encrypt, and the password is neither sent nor shown', async () => {
    const passwordKey = { username: 'ada', password: 'CANARY password', encryptedParts: ['body'] };
    const stored = await put({ passwordKey, timestamp: {} });
    expect(stored.status).toBe(200);
    expect(await shown()).toEqual(['passwordKey', 'timestamp']);
    const { key } = await management.liveKey(scene.owner);
    expect((await management.call(scene.owner, scene.service, key)).status).toBe(200);
    const body = management.upstream.bodies.at(-1) ?? '';
    expect(body.match(/<wsse11:Salt>/g)).toHaveLength(2);
    expect(body).toMatch(/xmldsig-more#hmac-sha256.*<xenc:EncryptedData /s);
    expect(`${stored.text}${body}`).not.toContain('CANARY');
  });
});
