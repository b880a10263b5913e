import { createHash, type KeyObject } from 'node:crypto';
import { DIGEST_URIS, hashOf, keyTypeOf, signatureUri, signOctets } from '../algorithms.js';
import type { Certificate } from '../certificates/certificate.js';
import type { CredentialProfile } from '../credential-profile.js';
import { DS, EXC_C14N, WSSE, WSU } from '../namespaces.js';
import type { RequestPart, SignatureProfile } from '../signature-profile.js';
import { canonicalize, EXCLUSIVE, INCLUSIVE } from '../xml/canonicalize.js';
import { attributeOf, childrenNamed, type XmlElement } from '../xml/element.js';
import { printKeyInfo } from './key-identifier.js';
import { certificateOf, readPrivateKey } from './keys.js';
import { attach, cannotSecure, findPart, identify, type OutgoingMessage } from './message-parts.js';

const INCLUSIVE_URI = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** Signs parts of a message and puts the `ds:Signature` at the end of its Security block. Throws `TransportError`. */
export function signMessage(
  message: OutgoingMessage,
  profile: CredentialProfile,
  signature: SignatureProfile,
): XmlElement {
  const {
    algorithm = 'rsa-sha256',
    canonicalization = 'exclusive',
    keyIdentifier = 'binary-security-token',
  } = signature;
  const { certificate, key } = readPair(signature);
  if (key.asymmetricKeyType !== keyTypeOf(algorithm)) {
    throw cannotSecure(`the private key of the credential profile cannot sign with ${algorithm}`);
  }
  const form = canonicalization === 'exclusive' ? EXCLUSIVE : INCLUSIVE;
  const formUri = canonicalization === 'exclusive' ? EXC_C14N : INCLUSIVE_URI;
  const hash = hashOf(algorithm);
  const targets = partsOf(profile, signature).flatMap((part) => findPart(message, part));
  // Every element has its identifier before the first digest, because one could stand in another.
  const ids = targets.map((target) => identify(target, message.random));
  const references = targets.map((target, index) => {
    const digest = createHash(hash).update(canonicalize(target, form)).digest('base64');
    return `<ds:Reference URI="#${ids[index]}"><ds:Transforms><ds:Transform Algorithm="${formUri}"/></ds:Transforms><ds:DigestMethod Algorithm="${DIGEST_URIS[hash]}"/><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`;
  });
  const [token] = childrenNamed(message.security, WSSE, 'BinarySecurityToken');
  const keyInfo = printKeyInfo(
    certificate,
    keyIdentifier,
    token && attributeOf(token, 'Id', WSU),
    message.random,
  );
  const info = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${formUri}"/><ds:SignatureMethod Algorithm="${signatureUri(algorithm)}"/>${references.join('')}</ds:SignedInfo>`;
  const element = attach(
    message.security,
    `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue></ds:SignatureValue>${keyInfo}</ds:Signature>`,
  );
  const [signed] = childrenNamed(element, DS, 'SignedInfo');
  const [value] = childrenNamed(element, DS, 'SignatureValue');
  if (signed === undefined || value === undefined) throw cannotSecure('its signature was not written');
  value.children = [signOctets(algorithm, key, canonicalize(signed, form)).toString('base64')];
  return element;
}

function partsOf(
  profile: CredentialProfile,
  { parts, signUsernameToken }: SignatureProfile,
): readonly RequestPart[] {
  const base: readonly RequestPart[] =
    parts ?? (profile.timestamp === undefined ? ['body'] : ['body', 'timestamp']);
  const withToken =
    signUsernameToken === true && profile.usernameToken !== undefined && !base.includes('username-token');
  return withToken ? [...base, 'username-token'] : base;
}

const pairs = new WeakMap<SignatureProfile, { readonly certificate: Certificate; readonly key: KeyObject }>();

function readPair(signature: SignatureProfile): {
  readonly certificate: Certificate;
  readonly key: KeyObject;
} {
  let pair = pairs.get(signature);
  if (pair === undefined) {
    pair = { certificate: certificateOf(signature.certificate, 'signature'), key: readPrivateKey(signature) };
    pairs.set(signature, pair);
  }
  return pair;
}
