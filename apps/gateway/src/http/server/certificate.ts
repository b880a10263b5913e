import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Config } from '../../config/config.js';
import { makeFolder, replaceFile } from '../../config/data-dir/durable-file.js';
import { withFileLock } from '../../config/data-dir/file-lock.js';
import { StartError } from '../../config/start-error.js';

/** A certificate chain and its private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY = 86_400_000;

/** The path of the self-signed certificate in the data directory; clients can trust this file. */
export function certificateFiles(dataDir: string): { certFile: string; keyFile: string } {
  return { certFile: join(dataDir, 'tls', 'cert.pem'), keyFile: join(dataDir, 'tls', 'key.pem') };
}

/** Returns the self-signed certificate of `config`, with its file if the gateway serves only this machine; undefined if there is none. */
export function selfSignedCertificate({
  tls,
  host,
  dataDir,
}: Pick<Config, 'tls' | 'host' | 'dataDir'>): { readonly file?: string } | undefined {
  if (tls.kind !== 'selfSigned') return undefined;
  const isLocal = host === 'localhost' || host === '::1' || /^127\./.test(host);
  return isLocal ? { file: certificateFiles(dataDir).certFile } : {};
}

/** Reads the self-signed certificate of `config` as PEM, whenever it is asked for; undefined if there is none. */
export function selfSignedReader({
  tls,
  dataDir,
}: Pick<Config, 'tls' | 'dataDir'>): (() => Promise<string>) | undefined {
  return tls.kind === 'selfSigned' ? () => readFile(certificateFiles(dataDir).certFile, 'utf8') : undefined;
}

/** The host names of the self-signed certificate. */
export function certificateHosts(config: Pick<Config, 'baseUrl' | 'host'>): string[] {
  const { hostname } = new URL(config.baseUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const listening = isIP(config.host) === 0 ? config.host : '127.0.0.1';
  return [...new Set(['localhost', '127.0.0.1', '::1', listening, bare])];
}

/** Returns the current certificate of `config`. Throws if its files cannot be read or do not match. */
export async function currentCertificate(
  config: Pick<Config, 'tls' | 'dataDir' | 'baseUrl' | 'host'>,
  now: number,
): Promise<Certificate | undefined> {
  const { tls, dataDir } = config;
  if (tls.kind === 'proxy') return undefined;
  if (tls.kind === 'selfSigned') return ensureSelfSigned(dataDir, certificateHosts(config), now);
  const { cert, key } = await loadCertificate(tls.certFile, tls.keyFile);
  const certificate = parsePem(tls.certFile, 'certificate', () => new X509Certificate(cert));
  const privateKey = parsePem(tls.keyFile, 'private key', () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartError(
      `${tls.keyFile} is not the key of the certificate in ${tls.certFile}: set TLS_CERT_FILE and TLS_KEY_FILE to a pair`,
    );
  }
  return { cert, key };
}

function parsePem<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new StartError(
      `${file} holds no ${what} in PEM that can be used (${(error as Error).message})`,
      error,
    );
  }
}

/** Loads the certificate from the configured files. Throws with the name of the unreadable file. */
async function loadCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
  return { cert, key };
}

/**
 * Returns the self-signed certificate in `dataDir`. It is created at the first start, and again if it does not name every host of `hosts`
 * or expires within 30 days. Only the owner can read the key. `now` is in milliseconds since the Unix epoch.
 */
export async function ensureSelfSigned(
  dataDir: string,
  hosts: readonly string[],
  now: number,
): Promise<Certificate> {
  const { certFile, keyFile } = certificateFiles(dataDir);
  const present = await loadCertificate(certFile, keyFile).catch(() => undefined);
  if (present !== undefined && isUsable(present, hosts, now)) return present;
  await makeFolder(join(dataDir, 'tls'));
  return withFileLock(join(dataDir, 'tls', 'lock'), async () => {
    // Another process with the same data directory may have been faster; then its pair is used.
    const others = await loadCertificate(certFile, keyFile).catch(() => undefined);
    if (others !== undefined && isUsable(others, hosts, now)) return others;
    const pair = await makeSelfSigned(hosts, now);
    await replaceFile(keyFile, pair.key, 0o600);
    await replaceFile(certFile, pair.cert, 0o644);
    return pair;
  });
}

async function makeSelfSigned(hosts: readonly string[], now: number): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: hosts[0] ?? 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY),
    // Apple's systems refuse certificates for more than 825 days, from the first to the last second.
    notAfterDate: new Date(now + 823 * DAY),
    extensions: [
      // The certificate can be passed to `curl --cacert` but cannot sign other certificates.
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/**
 * Whether the certificate is valid for a while and for every host, and matches its key: a process may have been killed between writing the
 * two files.
 */
function isUsable({ cert, key }: Certificate, hosts: readonly string[], now: number): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const named = hosts.every((host) =>
      isIP(host) ? certificate.checkIP(host) !== undefined : certificate.checkHost(host) !== undefined,
    );
    const current = Date.parse(certificate.validTo) - now > 30 * DAY;
    return named && current && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
