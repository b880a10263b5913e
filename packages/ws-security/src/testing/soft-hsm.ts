import { execFile, execFileSync } from 'node:child_process';
import { createHash, createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Decrypter, KeyTransport, SignatureAlgorithm, Signer } from '@soapstone/credentials';
import { isInstalled } from './installed.js';

const MODULE = '/usr/lib/softhsm/libsofthsm2.so';
const PIN = '1234';

/** The Debian packages of the token and of a program that uses it. */
export const SOFT_HSM_PACKAGES = 'softhsm2 opensc';

export const hasSoftHsm = (): boolean =>
  existsSync(MODULE) && isInstalled('softhsm2-util') && existsSync('/usr/bin/pkcs11-tool');

/** A PKCS#11 token of SoftHSM, used through OpenSC's `pkcs11-tool`. */
export interface SoftHsm {
  /** Moves a private key into the token. */
  hold(privateKey: string): Signer & Decrypter;
  close(): void;
}

/** The PKCS#11 mechanisms that include the hashing. In SoftHSM, ECDSA takes a digest. */
const SIGN: Partial<Record<SignatureAlgorithm, readonly string[]>> = {
  'rsa-sha256': ['SHA256-RSA-PKCS'],
  'rsa-sha384': ['SHA384-RSA-PKCS'],
  'rsa-sha512': ['SHA512-RSA-PKCS'],
  'rsa-pss-sha256': ['SHA256-RSA-PKCS-PSS'],
  'rsa-pss-sha384': ['SHA384-RSA-PKCS-PSS'],
  'rsa-pss-sha512': ['SHA512-RSA-PKCS-PSS'],
};
const DECRYPT: Partial<Record<KeyTransport, readonly string[]>> = {
  'rsa-oaep': ['RSA-PKCS-OAEP', '--hash-algorithm', 'SHA-1', '--mgf', 'MGF1-SHA1'],
  'rsa-1_5': ['RSA-PKCS'],
};

export function openSoftHsm(): SoftHsm {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-hsm-'));
  mkdirSync(join(folder, 'tokens'));
  writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${join(folder, 'tokens')}\n`);
  const options = { env: { ...process.env, SOFTHSM2_CONF: join(folder, 'softhsm2.conf') } };
  const util = (...args: readonly string[]): void => {
    execFileSync('softhsm2-util', args, { ...options, stdio: 'pipe' });
  };
  util('--init-token', '--free', '--label', 'test', '--pin', PIN, '--so-pin', PIN);
  let keys = 0;
  let files = 0;
  // One process at a time: SoftHSM, which reads a token from its folder, sometimes misses it while another process has it open.
  let last: Promise<unknown> = Promise.resolve();
  const use = async (
    id: string,
    what: 'sign' | 'decrypt',
    mechanism: readonly string[] | undefined,
    data: Uint8Array,
  ): Promise<Uint8Array> => {
    if (mechanism === undefined) throw new Error('no such mechanism');
    const input = join(folder, `in-${++files}`);
    const output = join(folder, `out-${files}`);
    writeFileSync(input, data);
    const login = ['--module', MODULE, '--token-label', 'test', '--login', '--pin', PIN, '--id', id];
    const work = [`--${what}`, '-i', input, '-o', output, '-m', ...mechanism];
    const run = last.then(() => promisify(execFile)('pkcs11-tool', [...login, ...work], options));
    last = run.catch(() => {});
    await run;
    return new Uint8Array(readFileSync(output));
  };
  return {
    hold(privateKey) {
      const id = `${++keys}`.padStart(2, '0');
      const file = join(folder, 'key.p8');
      writeFileSync(file, createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem' }));
      util('--import', file, '--token', 'test', '--label', `key ${id}`, '--id', id, '--pin', PIN);
      rmSync(file);
      return {
        sign(algorithm, data) {
          if (!algorithm.startsWith('ecdsa-')) return use(id, 'sign', SIGN[algorithm], data);
          const digest = createHash(algorithm.slice('ecdsa-'.length)).update(data).digest();
          return use(id, 'sign', ['ECDSA'], digest);
        },
        decrypt: (algorithm, data) => use(id, 'decrypt', DECRYPT[algorithm], data),
      };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
