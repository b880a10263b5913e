import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Identity } from './certificates.js';

/** Certificates of any shape, issued by the command `openssl`, whose code is independent of ours. */
export interface CertificateOffice {
  readonly folder: string;
  /**
   * Issues a certificate. `extensions` are lines of an OpenSSL configuration; `key` the arguments of `openssl genpkey`. Without
   * `issuer` it is self-signed.
   */
  issue(
    subject: string,
    options?: {
      readonly issuer?: Identity;
      readonly extensions?: readonly string[];
      readonly key?: readonly string[];
      readonly digest?: string;
      /** Days from now, both in the past or the future if need be. */
      readonly days?: readonly [number, number];
    },
  ): Identity;
  /** A revocation list in PEM. */
  revoke(issuer: Identity, revoked: readonly Identity[], days?: number): string;
  close(): void;
}

export const AUTHORITY: readonly string[] = [
  'basicConstraints=critical,CA:TRUE',
  'keyUsage=critical,keyCertSign,cRLSign',
  'subjectKeyIdentifier=hash',
];
export const SIGNER: readonly string[] = [
  'basicConstraints=CA:FALSE',
  'keyUsage=critical,digitalSignature,keyEncipherment',
  'subjectKeyIdentifier=hash',
];

/** The arguments of `openssl genpkey`. */
export const RSA: readonly string[] = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];
/** Made in a hundredth of the time. */
export const ELLIPTIC: readonly string[] = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Opens an office, whose keys are `usual` if an issue does not say otherwise. */
export function openCertificateOffice(usual: readonly string[] = RSA): CertificateOffice {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-office-'));
  const run = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', timeout: 60_000 });
  };
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return name;
  };
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  let serial = 1000;
  const configure = (): string =>
    file(
      'ca.cnf',
      [
        '[ca]',
        'default_ca=x',
        '[x]',
        'database=index.txt',
        'serial=serial',
        'crlnumber=crlnumber',
        'new_certs_dir=.',
        'policy=p',
        'unique_subject=no',
        'copy_extensions=none',
        '[p]',
        'countryName=optional',
        'organizationName=optional',
        'commonName=optional',
      ].join('\n'),
    );
  return {
    folder,
    issue(subject, { issuer, extensions = SIGNER, key = usual, digest = 'sha256', days = [-1, 365] } = {}) {
      run('genpkey', ...key, '-out', 'key.pem');
      run('req', '-new', '-key', 'key.pem', '-subj', subject, '-out', 'request.pem');
      const extensionFile = file('extensions.cnf', extensions.join('\n'));
      const signer =
        issuer === undefined
          ? { certificate: undefined, privateKey: 'key.pem' }
          : {
              certificate: file('issuer.pem', issuer.certificate),
              privateKey: file('issuer.key', issuer.privateKey),
            };
      file('index.txt', '');
      file('serial', `${(serial++).toString(16).padStart(4, '0')}\n`);
      const instant = (day: number): string =>
        new Date(Date.now() + day * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
      run(
        ...['ca', '-batch', '-notext', '-config', configure(), '-in', 'request.pem', '-out', 'made.pem'],
        ...['-keyfile', signer.privateKey, '-md', digest, '-extfile', extensionFile],
        ...['-startdate', instant(days[0]), '-enddate', instant(days[1])],
        ...(signer.certificate === undefined ? ['-selfsign'] : ['-cert', signer.certificate]),
      );
      return { certificate: read('made.pem'), privateKey: read('key.pem') };
    },
    revoke(issuer, revoked, days = 1) {
      file('index.txt', '');
      file('crlnumber', '01\n');
      const authority = [
        ...['-config', configure(), '-keyfile', file('issuer.key', issuer.privateKey)],
        ...['-cert', file('issuer.pem', issuer.certificate), '-md', 'sha256'],
      ];
      for (const { certificate } of revoked)
        run('ca', ...authority, '-revoke', file('revoked.pem', certificate));
      run('ca', ...authority, '-gencrl', '-crldays', String(days), '-out', 'list.pem');
      return read('list.pem');
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
