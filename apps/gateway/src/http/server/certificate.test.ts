import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config/read-config.js';
import { certificateFiles, certificateHosts, ensureSelfSigned } from './certificate.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const now = Date.now();
const hosts = ['localhost', '127.0.0.1', '::1', 'soap.example.com'];

test('the first start creates a certificate for every host, and only the owner can read its key', async () => {
  const { cert, key } = await ensureSelfSigned(dataDir, hosts, now);
  const { certFile, keyFile } = certificateFiles(dataDir);
  expect(await readFile(certFile, 'utf8')).toBe(cert);
  expect(await readFile(keyFile, 'utf8')).toBe(key);
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const certificate = new X509Certificate(cert);
  expect(certificate.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:soap.example.com',
  );
  expect(certificate.ca).toBe(false);
  // The limits that Apple's systems accept.
  expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBeLessThan(825 * 86_400_000);
});

test('the second start keeps the certificate', async () => {
  const first = await ensureSelfSigned(dataDir, hosts, now);
  expect(await ensureSelfSigned(dataDir, hosts, now)).toEqual(first);
});

test.each([
  ['a host that is not in the certificate', [...hosts, 'other.example.com'], now],
  ['an expiry date that is near', hosts, now + 800 * 86_400_000],
])('%s causes a new certificate', async (_, wanted, at) => {
  const first = await ensureSelfSigned(dataDir, hosts, now);
  const second = await ensureSelfSigned(dataDir, wanted, at);
  expect(second.cert).not.toBe(first.cert);
  expect(await ensureSelfSigned(dataDir, wanted, at)).toEqual(second);
});

test('the certificate names every host under which the gateway can be reached', () => {
  expect(certificateHosts(readConfig({ BASE_URL: 'https://soap.example.com' }))).toEqual([
    'localhost',
    '127.0.0.1',
    '::1',
    'soap.example.com',
  ]);
});

test('processes that start at once end up with one matching pair', async () => {
  const pairs = await Promise.all([1, 2, 3, 4].map(() => ensureSelfSigned(dataDir, hosts, now)));
  for (const pair of pairs) expect(pair).toEqual(pairs[0]);
  expect(await ensureSelfSigned(dataDir, hosts, now)).toEqual(pairs[0]);
});

test('a certificate that does not match its key is not used', async () => {
  const first = await ensureSelfSigned(dataDir, hosts, now);
  const elsewhere = await mkdtemp(join(tmpdir(), 'soapstone-'));
  const { key } = await ensureSelfSigned(elsewhere, hosts, now);
  await writeFile(certificateFiles(dataDir).keyFile, key);
  expect((await ensureSelfSigned(dataDir, hosts, now)).cert).not.toBe(first.cert);
  await rm(elsewhere, { recursive: true });
});
