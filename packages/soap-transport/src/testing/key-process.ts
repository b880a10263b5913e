import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decrypter, Signer } from '@soapstone/credentials';

/** A key that another process has, as a PKCS#11 module or a KMS would. */
export interface KeyProcess extends Signer, Decrypter {
  /** The requested operation: `sign rsa-sha256`. */
  readonly asked: readonly string[];
  close(): void;
}

/** The program of the process. Its table of algorithms is written from RFC 9231 and XML Encryption 1.1, not taken from the sources. */
const PROGRAM = `
const { constants, createPrivateKey, privateDecrypt, sign } = require('node:crypto');
const key = createPrivateKey(require('node:fs').readFileSync(process.argv[1]));
const work = {
  sign(algorithm, data) {
    const hash = 'sha' + algorithm.match(/sha(\\d+)$/)[1];
    if (algorithm.startsWith('ecdsa-')) return sign(hash, data, { key, dsaEncoding: process.argv[2] });
    if (!algorithm.startsWith('rsa-pss-')) return sign(hash, data, key);
    const saltLength = { sha256: 32, sha384: 48, sha512: 64 }[hash];
    return sign(hash, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
  },
  decrypt(algorithm, data) {
    const oaepHash = { 'rsa-oaep': 'sha1', 'rsa-oaep-mgf1-sha256': 'sha256' }[algorithm];
    if (oaepHash === undefined) throw new Error('CANARY no such padding');
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, data);
  },
};
process.on('message', ({ id, what, algorithm, data }) => {
  try {
    process.send({ id, value: work[what](algorithm, Buffer.from(data, 'base64')).toString('base64') });
  } catch (error) {
    process.send({ id, error: error.message });
  }
});
process.on('disconnect', () => process.exit(0));
`;

interface Reply {
  readonly id: number;
  readonly value?: string;
  readonly error?: string;
}

/**
 * Starts a process with a private key.
 *
 * @param encoding the form of ECDSA signatures: that of XML Signature and PKCS#11, or ASN.1, as KMSs return them
 */
export function startKeyProcess(
  privateKey: string,
  encoding: 'ieee-p1363' | 'der' = 'ieee-p1363',
): KeyProcess {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-key-'));
  writeFileSync(join(folder, 'key.pem'), privateKey);
  const child = spawn(process.execPath, ['-e', PROGRAM, join(folder, 'key.pem'), encoding], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  const asked: string[] = [];
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply));
  const ask = (what: 'sign' | 'decrypt', algorithm: string, data: Uint8Array): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const id = asked.push(`${what} ${algorithm}`);
      waiting.set(id, ({ value, error }) => {
        if (value === undefined) reject(new Error(error));
        else resolve(new Uint8Array(Buffer.from(value, 'base64')));
      });
      child.send({ id, what, algorithm, data: Buffer.from(data).toString('base64') });
    });
  return {
    asked,
    sign: (algorithm, data) => ask('sign', algorithm, data),
    decrypt: (algorithm, data) => ask('decrypt', algorithm, data),
    close() {
      child.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
