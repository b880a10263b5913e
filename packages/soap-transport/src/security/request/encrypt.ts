import { randomBytes } from 'node:crypto';
import { escapeText } from '@soapstone/soap-model/xml';
import type { Certificate } from '../certificates/certificate.js';
import { CONTENT_METHODS, encryptContent, printKeyTransport, wrapKey } from '../encryption/ciphers.js';
import type { EncryptionProfile } from '../encryption-profile.js';
import { createId } from '../header-context.js';
import { DS, XENC } from '../namespaces.js';
import { canonicalize, INCLUSIVE } from '../xml/canonicalize.js';
import type { XmlElement } from '../xml/element.js';
import { readContent, replaceChild } from '../xml/read-xml.js';
import { printKeyInfo, printToken } from './key-identifier.js';
import { certificateOf } from './keys.js';
import { attach, cannotSecure, ENCRYPTED_HEADER, findPart, type OutgoingMessage } from './message-parts.js';

const certificates = new WeakMap<EncryptionProfile, Certificate>();

/**
 * Encrypts parts of a message with a new key, and puts the `xenc:EncryptedKey` into its Security block. Throws `TransportError`.
 *
 * @param signature the signature, if it was made before
 */
export function encryptMessage(
  message: OutgoingMessage,
  profile: EncryptionProfile,
  signature: XmlElement | undefined,
): void {
  const {
    parts = ['body'],
    cipher = 'aes-256-gcm',
    keyTransport = 'rsa-oaep',
    keyIdentifier = 'issuer-serial',
  } = profile;
  let certificate = certificates.get(profile);
  if (certificate === undefined) {
    certificate = certificateOf(profile.certificate, 'encryption');
    certificates.set(profile, certificate);
  }
  const { security, random } = message;
  const { publicKey } = certificate.x509;
  if (publicKey.asymmetricKeyType !== 'rsa')
    throw cannotSecure('the certificate to encrypt for has no RSA key');
  const key = randomBytes(CONTENT_METHODS[cipher].keyBytes);
  const targets = parts.flatMap((part) => {
    if (part !== 'signature') return findPart(message, part);
    if (signature === undefined) throw cannotSecure('it has no signature to encrypt');
    return [signature];
  });
  const ids = targets.map((target) => {
    const id = createId('ED', random);
    encryptTarget(message, target, { id, cipher: CONTENT_METHODS[cipher].uri }, (content) =>
      encryptContent(cipher, key, content).toString('base64'),
    );
    return id;
  });
  const token = keyIdentifier === 'binary-security-token' ? createId('X509', random) : undefined;
  const first = security.children.length;
  if (token !== undefined) attach(security, printToken(certificate, token));
  const references = ids.map((id) => `<xenc:DataReference URI="#${id}"/>`).join('');
  attach(
    security,
    `<xenc:EncryptedKey xmlns:xenc="${XENC}" xmlns:ds="${DS}" Id="${createId('EK', random)}">${printKeyTransport(keyTransport)}${printKeyInfo(certificate, keyIdentifier, token, random)}<xenc:CipherData><xenc:CipherValue>${wrapKey(keyTransport, publicKey, key).toString('base64')}</xenc:CipherValue></xenc:CipherData><xenc:ReferenceList>${references}</xenc:ReferenceList></xenc:EncryptedKey>`,
  );
  // A reader goes through the block in order: the key stands before what it decrypts, and what was done last is undone first.
  const added = security.children.splice(first);
  const at = security.children.findIndex((child) => child === signature || isDataOf(child, ids));
  security.children.splice(at < 0 ? first : at, 0, ...added);
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
  data: { readonly id: string; readonly cipher: string },
  encrypt: (content: string) => string,
): void {
  const print = (type: 'Content' | 'Element', content: string): string =>
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="${data.id}" Type="${XENC}${type}"><xenc:EncryptionMethod Algorithm="${data.cipher}"/><xenc:CipherData><xenc:CipherValue>${encrypt(content)}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`;
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
