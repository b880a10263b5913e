import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base64, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { inMemory } from '../testing/set-ups.js';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('hostile uploads', { timeout: 300_000 }, () => {
  const scene = setManagementScene(inMemory, { processes: true });
  let owner: OwnerClient;
  let canary: ReturnType<typeof createServer>;
  let hits = 0;
  let forbidden = '';
  beforeAll(async () => {
    owner = await createOwner(scene.under);
    canary = createServer((_request, response) => {
      hits += 1;
      response.end('<definitions/>');
    });
    // An address of this machine that the configuration of the gateway does not allow.
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.2', resolve));
    forbidden = `http://127.0.0.2:${(canary.address() as AddressInfo).port}/x.xsd`;
  });
  afterAll(() => canary?.close());

  const upload = (body: object, as = owner) => as.send('POST', '/api/manage/services', body);
  const archive = (files: Record<string, Uint8Array>): string =>
    Buffer.from(zipSync(files, { level: 9 })).toString('base64');
  const including = (location: string): string =>
    scene.wsdl.replace(/schemaLocation="[^"]*"/g, `schemaLocation="${location}"`);

  test.each<[string, () => object]>([
    ['no zip', () => ({ archive: base64('PK no zip at all') })],
    ['an empty zip', () => ({ archive: archive({}) })],
    ['a bomb', () => ({ archive: archive({ 'a.wsdl': new Uint8Array(60 * 1024 * 1024) }) })],
    [
      'many files',
      () => ({
        archive: archive(
          Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${index}.xsd`, text('<x/>')])),
        ),
      }),
    ],
    [
      'names with parent directories',
      () => ({
        archive: archive({ '../../../tmp/evil.wsdl': text(scene.wsdl) }),
        main: '../../../etc/passwd',
      }),
    ],
    ['a missing main file', () => ({ files: scene.files(), main: '__proto__' })],
    ['deep XML', () => ({ files: [{ path: 'a.wsdl', content: base64('<a>'.repeat(500_000)) }] })],
    [
      'a wide WSDL',
      () => ({
        files: [
          {
            path: 'a.wsdl',
            content: base64(
              `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">${'<types/>'.repeat(600_000)}</definitions>`,
            ),
          },
        ],
      }),
    ],
    [
      'entities',
      () => ({
        files: [
          {
            path: 'a.wsdl',
            content: base64(
              '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><a>&b;&c;</a>',
            ),
          },
        ],
      }),
    ],
    [
      'bytes that are not text',
      () => ({
        files: [{ path: 'a.wsdl', content: Buffer.from([0xff, 0xfe, 0, 0xd8, 0, 0]).toString('base64') }],
      }),
    ],
    ['a loopback address', () => ({ url: forbidden })],
    ['a loopback address written as a number', () => ({ url: forbidden.replace('127.0.0.2', '2130706434') })],
    ['the address of cloud metadata', () => ({ url: 'http://169.254.169.254/latest/meta-data/' })],
    ['a file', () => ({ url: 'file:///etc/passwd' })],
    ['no address', () => ({ url: 'http://[::1' })],
  ])('%s: rejected quickly', async (_name, body) => {
    const answer = await upload(body());
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([
      400,
      expect.stringContaining('"VALIDATION_ERROR"'),
    ]);
    expect(answer.text).not.toContain('root:');
    expect((await owner.send('GET', '/api/manage/account')).status).toBe(200);
  });

  test.each(['http', 'file', 'cloud', 'climbing'])(
    'schemas from elsewhere (%s) are not read',
    async (kind) => {
      const location = {
        http: forbidden,
        file: 'file:///etc/passwd',
        cloud: 'http://169.254.169.254/x',
        climbing: '../../../etc/passwd',
      }[kind];
      const answer = await upload(
        { files: [{ path: 'a.wsdl', content: base64(including(location!)) }] },
        await createOwner(scene.under),
      );
      expect(answer.text).not.toContain('SERVICE_LIMIT');
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain('root:');
      expect(hits).toBe(0);
    },
  );

  test('names in every script are kept unchanged', async () => {
    const name = 'مرحبا 世界 👩‍👩‍👧 \u202e';
    const [wsdl, xsd] = scene.files();
    const answer = await upload(
      {
        name,
        files: [
          { ...wsdl, path: 'описание/世界.wsdl' },
          { ...xsd, path: 'описание/user-directory.xsd' },
        ],
      },
      await createOwner(scene.under),
    );
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
    expect(answer.json<{ name: string }>().name).toBe(name);
  });
});
