import {
  constants,
  createCipheriv,
  createDecipheriv,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import {
  CONTENT_CIPHERS,
  type ContentCipher,
  KEY_TRANSPORTS,
  type KeyTransport,
} from '@soapstone/credentials';
import { DS, XENC, XENC11 } from '../namespaces.js';
import { attributeOf, childrenNamed, type XmlElement } from '../xml/element.js';
import { decryptOaep, encryptOaep, type OaepHashes } from './oaep.js';

interface ContentMethod {
  readonly uri: string;
  readonly keyBytes: 16 | 32;
  readonly authenticated: boolean;
}

/** The content ciphers with their URIs and key sizes. */
export const CONTENT_METHODS: Readonly<Record<ContentCipher, ContentMethod>> = {
  'aes-128-gcm': { uri: `${XENC11}aes128-gcm`, keyBytes: 16, authenticated: true },
  'aes-256-gcm': { uri: `${XENC11}aes256-gcm`, keyBytes: 32, authenticated: true },
  'aes-128-cbc': { uri: `${XENC}aes128-cbc`, keyBytes: 16, authenticated: false },
  'aes-256-cbc': { uri: `${XENC}aes256-cbc`, keyBytes: 32, authenticated: false },
};

const GCM = { iv: 12, tag: 16 };
const BLOCK = 16;

/** Encrypts content: the initialisation vector, the encrypted bytes, and for GCM the tag (XML Encryption 1.1 §5.2). */
export function encryptContent(cipher: ContentCipher, key: Uint8Array, content: string): Buffer {
  if (CONTENT_METHODS[cipher].authenticated) {
    const iv = randomBytes(GCM.iv);
    const gcm = createCipheriv(cipher, key, iv) as ReturnType<typeof createCipheriv> & {
      getAuthTag(): Buffer;
    };
    return Buffer.concat([iv, gcm.update(content, 'utf8'), gcm.final(), gcm.getAuthTag()]);
  }
  const iv = randomBytes(BLOCK);
  const cbc = createCipheriv(cipher, key, iv);
  return Buffer.concat([iv, cbc.update(content, 'utf8'), cbc.final()]);
}

/** Decrypts content. Throws for everything that is wrong with it. */
export function decryptContent(cipher: ContentCipher, key: Uint8Array, encrypted: Uint8Array): Buffer {
  const { keyBytes, authenticated } = CONTENT_METHODS[cipher];
  if (key.length !== keyBytes) throw new Error('a key of another size');
  if (authenticated) {
    if (encrypted.length < GCM.iv + GCM.tag) throw new Error('too short');
    const options = { authTagLength: GCM.tag };
    const name = cipher as 'aes-256-gcm';
    const gcm = createDecipheriv(name, key, encrypted.subarray(0, GCM.iv), options);
    gcm.setAuthTag(encrypted.subarray(-GCM.tag));
    return Buffer.concat([gcm.update(encrypted.subarray(GCM.iv, -GCM.tag)), gcm.final()]);
  }
  if (encrypted.length < 2 * BLOCK) throw new Error('too short');
  const cbc = createDecipheriv(cipher, key, encrypted.subarray(0, BLOCK)).setAutoPadding(false);
  const padded = Buffer.concat([cbc.update(encrypted.subarray(BLOCK)), cbc.final()]);
  // XML Encryption §5.2: only the last byte of the padding has a meaning.
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > BLOCK) throw new Error('wrong padding');
  return padded.subarray(0, padded.length - padding);
}

const OAEP: Readonly<Record<Exclude<KeyTransport, 'rsa-1_5'>, OaepHashes>> = {
  'rsa-oaep': { label: 'sha1', mask: 'sha1' },
  'rsa-oaep-sha256': { label: 'sha256', mask: 'sha1' },
  'rsa-oaep-mgf1-sha256': { label: 'sha256', mask: 'sha256' },
};

/** Encrypts a content key for the owner of an RSA key. */
export function wrapKey(transport: KeyTransport, key: KeyObject, secret: Uint8Array): Buffer {
  return transport === 'rsa-1_5'
    ? publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, secret)
    : encryptOaep(key, secret, OAEP[transport]);
}

/** Decrypts a content key. Throws for wrong padding, so `contentKeyOf` must hide it. */
export function unwrapKey(transport: KeyTransport, key: KeyObject, encrypted: Uint8Array): Buffer {
  return transport === 'rsa-1_5'
    ? privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, encrypted)
    : decryptOaep(key, encrypted, OAEP[transport]);
}

/**
 * The content key for a cipher. Never says whether there is one: a wrong one is replaced by random bytes of the right size, so that what
 * follows fails in the same way and after the same work (Bleichenbacher's attack).
 *
 * @param size the bytes that the content cipher needs
 */
export function contentKeyOf(secret: Uint8Array | undefined, size: number): Uint8Array {
  const random = randomBytes(size);
  return secret?.length === size ? secret : random;
}

/** The cipher of an `EncryptedData`. */
export function contentCipherOf(data: XmlElement): ContentCipher | undefined {
  const [method] = childrenNamed(data, XENC, 'EncryptionMethod');
  const uri = method && attributeOf(method, 'Algorithm');
  return CONTENT_CIPHERS.find((name) => CONTENT_METHODS[name].uri === uri);
}

const MGF1 = { sha1: `${XENC11}mgf1sha1`, sha256: `${XENC11}mgf1sha256` };
const DIGEST = { sha1: `${DS}sha1`, sha256: `${XENC}sha256` };

/** The key transport of an `EncryptedKey`. */
export function keyTransportOf(encryptedKey: XmlElement): KeyTransport | undefined {
  const [method] = childrenNamed(encryptedKey, XENC, 'EncryptionMethod');
  const uri = method && attributeOf(method, 'Algorithm');
  if (method === undefined || uri === undefined) return undefined;
  if (uri === `${XENC}rsa-1_5`) return 'rsa-1_5';
  if (uri !== `${XENC}rsa-oaep-mgf1p` && uri !== `${XENC11}rsa-oaep`) return undefined;
  const [digest] = childrenNamed(method, DS, 'DigestMethod');
  const [generator] = childrenNamed(method, XENC11, 'MGF');
  const label = (digest && attributeOf(digest, 'Algorithm')) ?? DIGEST.sha1;
  const mask = (uri === `${XENC11}rsa-oaep` && generator && attributeOf(generator, 'Algorithm')) || MGF1.sha1;
  return KEY_TRANSPORTS.find(
    (name) => name !== 'rsa-1_5' && DIGEST[OAEP[name].label] === label && MGF1[OAEP[name].mask] === mask,
  );
}

/** The `EncryptionMethod` of a key transport. Expects the prefix `ds` in scope. */
export function printKeyTransport(transport: KeyTransport): string {
  if (transport === 'rsa-1_5') return `<xenc:EncryptionMethod Algorithm="${XENC}rsa-1_5"/>`;
  const { label, mask } = OAEP[transport];
  const uri = mask === 'sha1' ? `${XENC}rsa-oaep-mgf1p` : `${XENC11}rsa-oaep`;
  const generator = mask === 'sha1' ? '' : `<xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${MGF1[mask]}"/>`;
  return `<xenc:EncryptionMethod Algorithm="${uri}"><ds:DigestMethod Algorithm="${DIGEST[label]}"/>${generator}</xenc:EncryptionMethod>`;
}
