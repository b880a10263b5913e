import { randomBytes } from 'node:crypto';
import type {
  ContentCipher,
  EncryptedPart,
  EncryptionProfile,
  KeyIdentifier,
  KeyTransport,
  SessionProfile,
} from '@soapstone/credentials';
import { escapeText } from '@soapstone/soap-model/xml';
import type { Certificate } from '../certificates/certificate.js';
import { CONTENT_METHODS, encryptContent, printKeyTransport, wrapKey } from '../encryption/ciphers.js';
import { createId } from '../headers/header-context.js';
import { DS, XENC } from '../namespaces.js';
import { canonicalize, INCLUSIVE } from '../xml/canonicalize.js';
import type { XmlElement } from '../xml/element.js';
import { readContent, replaceChild } from '../xml/read-xml.js';
import { printKeyInfo, printToken } from './key-identifier.js';
import { certificateOf } from './keys.js';
import { attach, cannotSecure, ENCRYPTED_HEADER, findPart, type OutgoingMessage } from './message-parts.js';

const certificates = new WeakMap<EncryptionProfile | SessionProfile, Certificate>();

/** Encrypts parts of a message with a new key, and puts the `xenc:EncryptedKey` into its Security block. Throws `SecurityError`. */
export function encryptMessage(message: OutgoingMessage, profile: EncryptionProfile): void {
  const {
    parts = ['body'],
    cipher = 'aes-256-gcm',
    keyTransport = 'rsa-oaep',
    keyIdentifier = 'issuer-serial',
  } = profile;
  const { security, signature } = message;
  const key = randomBytes(CONTENT_METHODS[cipher].keyBytes);
  const references = encryptParts(message, { parts, cipher, key });
  const first = security.children.length;
  attachKey(message, profile, { keyTransport, keyIdentifier, key, content: printReferences(references) });
  // A reader goes through the block in order, so a key comes before what it decrypts, and what was done last comes first.
  const added = security.children.splice(first);
  const at = security.children.findIndex((child) => child === signature || isDataOf(child, references));
  security.children.splice(at < 0 ? first : at, 0, ...added);
}

/** A certificate to encrypt a key for. `profile` is what the certificate belongs to, read once. */
interface NewKey {
  readonly keyTransport: KeyTransport;
  readonly keyIdentifier: KeyIdentifier;
  readonly key: Uint8Array;
  /** The list of what the key encrypts, or nothing. */
  readonly content: string;
}

/** The identifier and the encrypted value of an `xenc:EncryptedKey`. */
export interface AttachedKey {
  readonly id: string;
  readonly value: Buffer;
}

/**
 * Appends an `xenc:EncryptedKey` to the Security block, after the certificate if the key is named by one in the message. Throws
 * `SecurityError`.
 */
export function attachKey(
  { security, random }: OutgoingMessage,
  profile: EncryptionProfile | SessionProfile,
  { keyTransport, keyIdentifier, key, content }: NewKey,
): AttachedKey {
  let certificate = certificates.get(profile);
  if (certificate === undefined) {
    certificate = certificateOf(profile.certificate, 'encryption');
    certificates.set(profile, certificate);
  }
  const { publicKey } = certificate.x509;
  if (publicKey.asymmetricKeyType !== 'rsa')
    throw cannotSecure('the certificate to encrypt for has no RSA key');
  const token = keyIdentifier === 'binary-security-token' ? createId('X509', random) : undefined;
  if (token !== undefined) attach(security, printToken(certificate, token));
  const id = createId('EK', random);
  const value = wrapKey(keyTransport, publicKey, key);
  attach(
    security,
    `<xenc:EncryptedKey xmlns:xenc="${XENC}" xmlns:ds="${DS}" Id="${id}">${printKeyTransport(keyTransport)}${printKeyInfo(certificate, keyIdentifier, token, random)}<xenc:CipherData><xenc:CipherValue>${value.toString('base64')}</xenc:CipherValue></xenc:CipherData>${content}</xenc:EncryptedKey>`,
  );
  return { id, value };
}

/** The `xenc:ReferenceList` of encrypted parts. */
export function printReferences(ids: readonly string[]): string {
  const references = ids.map((id) => `<xenc:DataReference URI="#${id}"/>`).join('');
  return `<xenc:ReferenceList xmlns:xenc="${XENC}">${references}</xenc:ReferenceList>`;
}

/**
 * Encrypts parts of a message where they appear, and returns the identifiers of the `xenc:EncryptedData`. Throws `SecurityError`.
 *
 * @param content.keyInfo the `ds:KeyInfo` of each; default: none, because the key lists what it encrypts
 */
export function encryptParts(
  message: OutgoingMessage,
  {
    parts,
    cipher,
    key,
    keyInfo = '',
  }: {
    readonly parts: readonly EncryptedPart[];
    readonly cipher: ContentCipher;
    readonly key: Uint8Array;
    readonly keyInfo?: string;
  },
): readonly string[] {
  const targets = parts.flatMap((part) => findPart(message, part));
  return targets.map((target) => {
    const id = createId('ED', message.random);
    encryptTarget(message, target, { id, cipher: CONTENT_METHODS[cipher].uri, keyInfo }, (content) =>
      encryptContent(cipher, key, content).toString('base64'),
    );
    return id;
  });
}

function isDataOf(child: XmlElement | string, ids: readonly string[]): boolean {
  return (
    typeof child !== 'string' &&
    child.attributes.some(({ local, value }) => local === 'Id' && ids.includes(value))
  );
}

/** Replaces the content of the Body, or an element, by an `xenc:EncryptedData`. */
function encryptTarget(
  { body, security }: OutgoingMessage,
  target: XmlElement,
  data: { readonly id: string; readonly cipher: string; readonly keyInfo: string },
  encrypt: (content: string) => string,
): void {
  const print = (type: 'Content' | 'Element', content: string): string =>
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="${data.id}" Type="${XENC}${type}"><xenc:EncryptionMethod Algorithm="${data.cipher}"/>${data.keyInfo}<xenc:CipherData><xenc:CipherValue>${encrypt(content)}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`;
  if (target === body) {
    const content = body.children.map((child) =>
      typeof child === 'string' ? escapeText(child) : canonicalize(child, INCLUSIVE),
    );
    const nodes = readContent(print('Content', content.join('')), body);
    body.children = [];
    for (const node of nodes) if (typeof node !== 'string') node.parent = body;
    body.children.push(...nodes);
    return;
  }
  const { parent } = target;
  if (parent === undefined) throw cannotSecure('it has no such part');
  const encrypted = print('Element', canonicalize(target, INCLUSIVE));
  const { uri, local } = ENCRYPTED_HEADER;
  const text =
    parent === security ? encrypted : `<wsse11:${local} xmlns:wsse11="${uri}">${encrypted}</wsse11:${local}>`;
  replaceChild(parent, target, readContent(text, parent));
}
