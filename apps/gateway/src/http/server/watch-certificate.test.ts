import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchOwnCertificate } from './watch-certificate.js';

const DAY = 86_400_000;
const start = Date.parse('2026-11-25T10:00:00Z');
let directory: string;
let certFile: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'soapstone-own-'));
  certFile = join(directory, 'cert.pem');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function writeCertificate(days: number): Promise<void> {
  const { cert } = await generate([{ name: 'commonName', value: 'gateway' }], {
    keySize: 2048,
    notBeforeDate: new Date(start),
    notAfterDate: new Date(start + days * DAY),
  });
  await writeFile(certFile, cert);
}

test('the TLS certificate: its end is read, and 30, 7 and 1 days before it are said once each', async () => {
  await writeCertificate(60);
  let now = start;
  const lines: string[] = [];
  const log = { warn: (message: string) => void lines.push(message) };
  const tls = { kind: 'files', port: 1, certFile, keyFile: 'key.pem' } as const;
  const watch = watchOwnCertificate({ tls, dataDir: directory }, log, () => now);
  expect(watch.end()).toBeUndefined();
  for (const day of [0, 29, 30, 31, 52, 53, 54, 59, 59.5, 60, 61]) {
    now = start + day * DAY;
    await watch.look();
  }
  expect(watch.end()).toBe(start + 60 * DAY);
  expect(lines).toEqual([
    ...[30, 7, 1].map(
      (days) => `the TLS certificate of the gateway ends within ${days} days: replace TLS_CERT_FILE`,
    ),
    'the TLS certificate of the gateway has ended: replace TLS_CERT_FILE',
  ]);
  await writeCertificate(400);
  await watch.look();
  expect([watch.end(), lines.length]).toEqual([start + 400 * DAY, 4]);
  await writeFile(certFile, 'no certificate');
  await watch.look();
  expect([watch.end(), lines.length]).toEqual([undefined, 4]);
});

test('the TLS certificate: behind a proxy there is none', async () => {
  const tls = { kind: 'proxy', port: 1, hops: 1 } as const;
  const log = { warn: () => expect.fail() };
  const watch = watchOwnCertificate({ tls, dataDir: directory }, log, () => start);
  await watch.look();
  expect(watch.end()).toBeUndefined();
});
