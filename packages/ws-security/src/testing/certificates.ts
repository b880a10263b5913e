import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { expect } from 'vitest';

/** A certificate and its key, PEM. */
export interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

const year = 365 * 24 * 3600 * 1000;

const generateKeys = promisify(generateKeyPair);
type Keys = Awaited<ReturnType<typeof createKeys>>;

function createKeys() {
  return generateKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** The keys of the process, in the order in which a test file asks for them: each takes an eighth of a second. */
const pool: Promise<Keys>[] = [];
/** How many keys the current test file has. */
let taken = { file: '', count: 0 };

/** Returns keys that no other identity of the test file has; those of another file may. */
function nextKeys(): Promise<Keys> {
  const { testPath: file = '' } = expect.getState();
  if (taken.file !== file) taken = { file, count: 0 };
  const keys = pool[taken.count] ?? createKeys();
  pool[taken.count] = keys;
  taken.count += 1;
  return keys;
}

/** A certificate authority for tests, valid at every time that a test may ask for. */
export async function createAuthority(name: string): Promise<Identity> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyPair: await nextKeys(),
    algorithm: 'sha256',
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date('2100-01-01'),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { certificate: made.cert, privateKey: made.private };
}

/** Issues a certificate for a TLS server, a TLS client or a signer. `validFrom` shifts its year of validity. */
export async function createIdentity(
  name: string,
  options: {
    readonly authority?: Identity;
    readonly hosts?: readonly string[];
    readonly validFrom?: Date;
  } = {},
): Promise<Identity> {
  const {
    authority,
    hosts = ['localhost', '127.0.0.1'],
    validFrom = new Date(Date.now() - 60_000),
  } = options;
  const made = await generate([{ name: 'commonName', value: name }], {
    keyPair: await nextKeys(),
    algorithm: 'sha256',
    notBeforeDate: validFrom,
    notAfterDate: new Date(validFrom.getTime() + year),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) =>
          /^[\d.]+$/.test(host) ? { type: 7, ip: host } : { type: 2, value: host },
        ),
      },
    ],
    ...(authority === undefined ? {} : { ca: { key: authority.privateKey, cert: authority.certificate } }),
  });
  return { certificate: made.cert, privateKey: made.private };
}
