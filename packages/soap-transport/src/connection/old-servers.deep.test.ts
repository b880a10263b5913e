import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@soapstone/testing/free-port';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Compatibility } from '../old-servers.js';
import { ended } from '../testing/apache.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';

// The judges are OpenSSL's s_server in its old modes, a Java server without secure renegotiation, and Debian's Apache.

const DOCUMENT = '<a/>';
const folder = mkdtempSync(join(tmpdir(), 'soapstone-old-'));
const children: ChildProcess[] = [];
let transport: Transport;

function openssl(...options: string[]): void {
  execFileSync('openssl', options, { cwd: folder, stdio: 'pipe' });
}

/** Creates the files of a certificate: `name.pem` and `name.key`, signed by `root` with the digest. */
function issue(name: string, { bits = 2048, digest = 'sha256' } = {}): void {
  writeFileSync(
    join(folder, 'ext'),
    'subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:false\n',
  );
  openssl(
    'req',
    '-newkey',
    `rsa:${bits}`,
    '-nodes',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
    '-subj',
    '/CN=localhost',
  );
  openssl(
    ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'],
    ...['-extfile', 'ext', `-${digest}`, '-days', '30', '-out', `${name}.pem`],
  );
}

let authority = '';
beforeAll(async () => {
  const { readFileSync } = await import('node:fs');
  writeFileSync(join(folder, 'a.xml'), DOCUMENT);
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '30',
    '-subj',
    '/CN=root',
  );
  issue('good');
  issue('sha1', { digest: 'sha1' });
  issue('rsa1024', { bits: 1024 });
  issue('rsa512', { bits: 512 });
  openssl(
    'pkcs12',
    '-export',
    '-inkey',
    'good.key',
    '-in',
    'good.pem',
    '-passout',
    'pass:x',
    '-out',
    'good.p12',
  );
  authority = readFileSync(join(folder, 'root.pem'), 'utf8');
  transport = createTransport({
    egress: { allow: ['127.0.0.0/8', 'localhost'] },
    limits: { breakerFailures: 1_000 },
  });
}, 120_000);
afterAll(async () => {
  await transport?.close();
  for (const child of children) await ended(child);
  rmSync(folder, { recursive: true, force: true });
});

async function reachable(port: number): Promise<void> {
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve();
        });
        socket.on('error', reject);
      }),
    { timeout: 60_000, interval: 50 },
  );
}

/** Starts `openssl s_server`, which serves the files of the folder. */
async function startOpenssl(certificate: string, ...modes: string[]): Promise<string> {
  const port = await freePort();
  const own = ['-cert', `${certificate}.pem`, '-key', `${certificate}.key`, '-WWW', '-quiet'];
  const child = spawn('openssl', ['s_server', '-accept', `127.0.0.1:${port}`, ...own, ...modes], {
    cwd: folder,
    stdio: 'ignore',
  });
  children.push(child);
  await reachable(port);
  return `https://127.0.0.1:${port}/a.xml`;
}

async function fetched(url: string, compatibility?: Compatibility): Promise<string> {
  const { bytes } = await transport.fetchDocument(url, { credentials: { ca: authority }, compatibility });
  return new TextDecoder().decode(bytes);
}

const DEFAULT0 = ['-cipher', 'DEFAULT:@SECLEVEL=0'];

describe('openssl s_server', () => {
  interface Case {
    readonly name: string;
    readonly modes: readonly string[];
    readonly certificate?: string;
    /** The profiles that let it pass, and those that do not. */
    readonly good: readonly Compatibility[];
    readonly bad: readonly Compatibility[];
    /** The remedy that the error of a plain call names. */
    readonly hint: string;
  }
  const cases: readonly Case[] = [
    {
      name: 'TLS 1.0 alone',
      modes: ['-tls1', ...DEFAULT0],
      good: [{ minimumTls: '1.0' }],
      bad: [{ minimumTls: '1.1' }, { legacyRenegotiation: true, weakCiphers: ['SHA-1'] }],
      hint: 'compatibility.minimumTls',
    },
    {
      name: 'TLS 1.1 alone',
      modes: ['-tls1_1', ...DEFAULT0],
      good: [{ minimumTls: '1.0' }, { minimumTls: '1.1' }],
      bad: [{ weakCiphers: ['SHA-1'] }],
      hint: 'compatibility.minimumTls',
    },
    {
      name: 'a certificate that is signed with SHA-1',
      modes: ['-tls1_2', ...DEFAULT0],
      certificate: 'sha1',
      good: [{ weakCiphers: ['SHA-1'] }],
      bad: [{ weakCiphers: ['DH-1024', 'RSA-1024'] }, { legacyRenegotiation: true }],
      hint: 'compatibility.weakCiphers" allows it with ["SHA-1"]',
    },
  ];

  test.each(cases)('$name', async ({ modes, certificate = 'good', good, bad, hint }) => {
    const url = await startOpenssl(certificate, ...modes);
    const error = await failureOf(() => fetched(url));
    expect(error).toMatchObject({ code: 'UPSTREAM_TLS', sent: false });
    expect(error.message).toContain(hint);
    for (const profile of bad)
      expect(await failureOf(() => fetched(url, profile)), JSON.stringify(profile)).toMatchObject({
        code: 'UPSTREAM_TLS',
      });
    for (const profile of good) expect(await fetched(url, profile), JSON.stringify(profile)).toBe(DOCUMENT);
    // A profile leaves nothing behind for a plain call.
    await failureOf(() => fetched(url));
  });

  test.each<[string, readonly string[]]>([
    ['RSA key exchange', ['-tls1_2', '-cipher', 'AES128-SHA']],
    ['ciphers with CBC', ['-tls1_2', '-cipher', 'ECDHE-RSA-AES128-SHA']],
  ])('%s needs no switch', async (_name, modes) => {
    expect(await fetched(await startOpenssl('good', ...modes))).toBe(DOCUMENT);
  });

  test('an RSA key of 1,024 bits passes with RSA-1024, and one of 512 bits never', async () => {
    expect(
      await fetched(await startOpenssl('rsa1024', '-tls1_2', ...DEFAULT0), { weakCiphers: ['RSA-1024'] }),
    ).toBe(DOCUMENT);
    const url = await startOpenssl('rsa512', '-tls1', ...DEFAULT0);
    const all: Compatibility = {
      minimumTls: '1.0',
      legacyRenegotiation: true,
      weakCiphers: ['DH-1024', 'RSA-1024', 'SHA-1'],
    };
    const error = await failureOf(() => fetched(url, all));
    expect(error.message).toContain('an RSA key of fewer than 1,024 bits');
    expect(error.message).not.toContain('option');
  });

  test('certificates are verified with every profile', async () => {
    const url = await startOpenssl('good', '-tls1', ...DEFAULT0);
    const error = await failureOf(() =>
      transport.fetchDocument(url, { compatibility: { minimumTls: '1.0' } }),
    );
    expect(error).toMatchObject({ code: 'UPSTREAM_TLS', remedy: 'trust-issuer' });
  });
});

describe.skipIf(!existsSync('/usr/bin/java'))('a server of Java', () => {
  /** Starts it with properties of Java, and with cipher suites. Returns what sends a message to it. */
  async function startJava(properties: readonly string[], ...suites: readonly string[]) {
    const source = fileURLToPath(new URL('../upstreams/OldServer.java', import.meta.url));
    // Java itself refuses old ciphers and keys.
    writeFileSync(join(folder, 'java.security'), 'jdk.tls.disabledAlgorithms=\njdk.tls.legacyAlgorithms=\n');
    const options = ['-Djava.security.properties=java.security', ...properties.map((each) => `-D${each}`)];
    const child = spawn('java', [...options, source, 'good.p12', 'x', ...suites], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    const lines = createInterface(child.stdout);
    const port = await new Promise<string>((resolve) => lines.once('line', resolve));
    return async (compatibility?: Compatibility): Promise<string> => {
      const credentials = { ca: authority };
      const request = soapRequest(`https://127.0.0.1:${port}/`, { credentials, compatibility });
      return await textOf(await transport.send(request));
    };
  }

  test('without secure renegotiation is refused with the name of the switch, and called with it', async () => {
    const send = await startJava(['jdk.tls.server.disableExtensions=renegotiation_info']);
    const error = await failureOf(() => send());
    expect(error).toMatchObject({ code: 'UPSTREAM_TLS', remedy: 'legacy-renegotiation' });
    expect(error.message).toContain(
      '(option "compatibility.legacyRenegotiation" allows it with true, at the risk',
    );
    await failureOf(() => send({ minimumTls: '1.0', weakCiphers: ['SHA-1'] }));
    expect(await send({ legacyRenegotiation: true })).toBe(DOCUMENT);
    await failureOf(() => send());
  }, 120_000);

  test('with a Diffie-Hellman group of 1,024 bits is called with DH-1024, and with one of 768 bits never', async () => {
    const suite = 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA';
    const good = await startJava(['jdk.tls.ephemeralDHKeySize=1024'], suite);
    expect(await good({ weakCiphers: ['DH-1024'] })).toBe(DOCUMENT);
    const bad = await startJava(['jdk.tls.ephemeralDHKeySize=legacy'], suite);
    for (const profile of [{ weakCiphers: ['DH-1024', 'SHA-1'] }, { minimumTls: '1.0' }] as const) {
      const refused = await failureOf(() => bad(profile));
      expect(refused.message).toContain('a Diffie-Hellman key that is too short; OpenSSL accepts none below');
    }
  }, 120_000);

  test('with 3DES alone cannot be called: the OpenSSL of Node does not have it', async () => {
    const send = await startJava([], 'SSL_RSA_WITH_3DES_EDE_CBC_SHA');
    const all: Compatibility = {
      minimumTls: '1.0',
      legacyRenegotiation: true,
      weakCiphers: ['DH-1024', 'RSA-1024', 'SHA-1'],
    };
    for (const profile of [undefined, all]) {
      const error = await failureOf(() => send(profile));
      expect(error.message).toContain('no common cipher');
      expect(error.message).not.toContain('compatibility');
    }
  }, 120_000);
});

describe.skipIf(!existsSync('/usr/lib/apache2/modules/mod_ssl.so'))("Debian's Apache", () => {
  test('of TLS 1.0 alone is called with POST, also in HTTP/1.0 and on a connection per request', async () => {
    const port = await freePort();
    const modules = ['mpm_worker', 'authz_core', 'alias', 'mime', 'ssl'];
    const config = [
      'ServerRoot /usr/lib/apache2',
      ...modules.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
      `PidFile ${folder}/pid\nDefaultRuntimeDir ${folder}\nMutex file:${folder} default\nErrorLog ${folder}/error.log`,
      `LogFormat "%{SSL_PROTOCOL}x %H %k" short\nCustomLog ${folder}/access.log short`,
      `ServerName localhost\nListen 127.0.0.1:${port}`,
      ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
      `DocumentRoot ${folder}\nTypesConfig /dev/null\nAddType text/xml .xml\nAliasMatch ^/.* ${folder}/a.xml`,
      'SSLEngine on\nSSLProtocol TLSv1\nSSLCipherSuite DEFAULT:@SECLEVEL=0',
      `SSLCertificateFile ${folder}/good.pem\nSSLCertificateKeyFile ${folder}/good.key`,
    ];
    writeFileSync(join(folder, 'apache.conf'), config.join('\n'));
    execFileSync('chmod', ['-R', 'a+rwX', folder]);
    children.push(
      spawn('/usr/sbin/apache2', ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')], {
        stdio: 'ignore',
      }),
    );
    await reachable(port);
    const url = `https://127.0.0.1:${port}/service`;
    const send = async (compatibility?: Compatibility): Promise<string> =>
      await textOf(await transport.send(soapRequest(url, { credentials: { ca: authority }, compatibility })));
    expect((await failureOf(() => send())).remedy).toBe('minimum-tls');
    const old: Compatibility = { minimumTls: '1.0' };
    for (let count = 0; count < 3; count += 1) expect(await send(old)).toBe(DOCUMENT);
    for (let count = 0; count < 2; count += 1)
      expect(await send({ ...old, connection: 'close' })).toBe(DOCUMENT);
    for (let count = 0; count < 2; count += 1) expect(await send({ ...old, http: '1.0' })).toBe(DOCUMENT);
    const log = execFileSync('cat', [join(folder, 'access.log')], { encoding: 'utf8' })
      .trim()
      .split('\n');
    // The version of TLS, that of HTTP, and the number of the request on its connection.
    const kept = ['TLSv1 HTTP/1.1 0', 'TLSv1 HTTP/1.1 1', 'TLSv1 HTTP/1.1 2'];
    expect(log).toEqual([
      ...kept,
      ...Array(2).fill('TLSv1 HTTP/1.1 0'),
      ...Array(2).fill('TLSv1 HTTP/1.0 0'),
    ]);
  }, 120_000);
});
