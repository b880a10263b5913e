import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { startUnderTest } from '../../testing/gateway-under-test.js';
import { type Certificate, ensureSelfSigned } from './certificate.js';

test('new connections get a renewed certificate, and never an invalid one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-renewal-'));
  const [first, second] = await Promise.all(
    ['a', 'b'].map((name) => ensureSelfSigned(join(directory, name), ['localhost'], Date.now())),
  );
  const [certFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const install = async ({ cert, key }: Certificate) => {
    await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
  };
  await install(first!);
  const under = await startUnderTest({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const { port } = under.gateway.config.tls;
      const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        resolve(socket.getPeerX509Certificate()?.toString() ?? '');
        socket.destroy();
      });
    });
  const same = (one: string, other: string) =>
    one.replaceAll('\r', '').trim() === other.replaceAll('\r', '').trim();
  try {
    expect(same(await shown(), first!.cert)).toBe(true);
    await install(second!);
    expect(same(await shown(), first!.cert)).toBe(true);
    await under.gateway.reloadCertificate();
    expect(same(await shown(), second!.cert)).toBe(true);

    for (const broken of [
      { cert: first!.cert, key: second!.key },
      { cert: 'nonsense', key: 'nonsense' },
    ]) {
      await install(broken);
      await under.gateway.reloadCertificate();
      expect(same(await shown(), second!.cert)).toBe(true);
    }
    await rm(certFile);
    await under.gateway.reloadCertificate();
    expect(same(await shown(), second!.cert)).toBe(true);
    const complaints = under.logLines.filter((line) => line.includes('the current one stays'));
    expect(complaints).toHaveLength(3);
    for (const { key } of [first!, second!])
      expect(under.logLines.join('')).not.toContain(key.slice(40, 100));
  } finally {
    await under.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
