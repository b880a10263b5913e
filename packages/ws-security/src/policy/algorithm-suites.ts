import type { ContentCipher, KeyTransport, SignatureAlgorithm } from '@soapstone/credentials';

/** The algorithms of an algorithm suite for messages between two key pairs. */
export interface AlgorithmSuite {
  /** The signature algorithm that goes with the digest of the suite. */
  readonly signature: SignatureAlgorithm;
  /** `undefined` for a cipher that is not supported: AES-192 and Triple DES. */
  readonly cipher: ContentCipher | undefined;
  readonly keyTransport: KeyTransport;
}

const CXF = '{http://cxf.apache.org/custom/security-policy}';

const suite = (
  cipher: ContentCipher | undefined,
  sha256: boolean,
  keyTransport: KeyTransport,
): AlgorithmSuite => ({
  signature: sha256 ? 'rsa-sha256' : 'rsa-sha1',
  cipher,
  keyTransport,
});

const CIPHERS: readonly (readonly [string, ContentCipher | undefined])[] = [
  ['Basic256', 'aes-256-cbc'],
  ['Basic192', undefined],
  ['Basic128', 'aes-128-cbc'],
  ['TripleDes', undefined],
];

/**
 * The suites of WS-SecurityPolicy §6.1 and those of Apache CXF for GCM, by the names that a model has. The standard names RSA-SHA1 for
 * every suite. Those whose digest is SHA-256 are read as RSA-SHA256, as WCF, Metro and newer versions of CXF do.
 */
const SUITES: ReadonlyMap<string, AlgorithmSuite> = new Map([
  ...CIPHERS.flatMap(([name, cipher]): readonly (readonly [string, AlgorithmSuite])[] => [
    [name, suite(cipher, false, 'rsa-oaep')],
    [`${name}Rsa15`, suite(cipher, false, 'rsa-1_5')],
    [`${name}Sha256`, suite(cipher, true, 'rsa-oaep')],
    [`${name}Sha256Rsa15`, suite(cipher, true, 'rsa-1_5')],
  ]),
  [`${CXF}Basic128GCM`, suite('aes-128-gcm', true, 'rsa-oaep')],
  [`${CXF}Basic192GCM`, suite(undefined, true, 'rsa-oaep')],
  [`${CXF}Basic256GCM`, suite('aes-256-gcm', true, 'rsa-oaep')],
  [`${CXF}Basic128GCMSha256`, suite('aes-128-gcm', true, 'rsa-oaep')],
  [`${CXF}Basic256GCMSha256`, suite('aes-256-gcm', true, 'rsa-oaep')],
  [`${CXF}Basic128GCMSha256MgfSha256`, suite('aes-128-gcm', true, 'rsa-oaep-mgf1-sha256')],
  [`${CXF}Basic256GCMSha256MgfSha256`, suite('aes-256-gcm', true, 'rsa-oaep-mgf1-sha256')],
]);

/** The algorithms of a suite; `undefined` for one that is not known. */
export function suiteNamed(name: string): AlgorithmSuite | undefined {
  return SUITES.get(name);
}
