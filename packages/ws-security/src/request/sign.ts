import { createHash, type KeyObject } from 'node:crypto';
import {
  type CredentialProfile,
  type DigestAlgorithm,
  isSigner,
  type KeyIdentifier,
  type RequestPart,
  type SignatureProfile,
  type Signer,
} from '@soapstone/credentials';
import { DIGEST_URIS, hashOf, keyTypeOf, signatureUri, signOctets } from '../algorithms/algorithms.js';
import type { Certificate } from '../certificates/certificate.js';
import { createId } from '../headers/header-context.js';
import { signWithExternalKey } from '../keys/external-key.js';
import { DS, EXC_C14N, STR_TRANSFORM, WSSE, WSU } from '../namespaces.js';
import { printAssertionReference } from '../saml/attach-assertion.js';
import { canonicalize, canonicalizeToken, EXCLUSIVE, INCLUSIVE, INCLUSIVE_URI } from '../xml/canonicalize.js';
import { attributeOf, childrenNamed, textOnly, type XmlElement } from '../xml/element.js';
import { printKeyInfo } from './key-identifier.js';
import { certificateOf, readPrivateKey } from './keys.js';
import { attach, cannotSecure, findPart, identify, type OutgoingMessage } from './message-parts.js';

/** A `ds:Signature`, and the promise of its value if the key is external. */
export interface MessageSignature {
  readonly element: XmlElement;
  readonly signing: Promise<void> | undefined;
}

/** Signs parts of a message and puts the `ds:Signature` at the end of its Security block. Throws `SecurityError`. */
export function signMessage(
  message: OutgoingMessage,
  profile: CredentialProfile,
  signature: SignatureProfile,
): MessageSignature {
  const {
    algorithm = 'rsa-sha256',
    canonicalization = 'exclusive',
    keyIdentifier = 'binary-security-token',
  } = signature;
  const { certificate, key } = readPair(signature);
  const { publicKey } = certificate.x509;
  const { asymmetricKeyType } = isSigner(key) ? publicKey : key;
  if (asymmetricKeyType !== keyTypeOf(algorithm)) {
    throw cannotSecure(`the private key of the credential profile cannot sign with ${algorithm}`);
  }
  const { element, octets, complete } = writeSignature(message, {
    parts: partsOf(profile, signature, message),
    methodUri: signatureUri(algorithm),
    digest: hashOf(algorithm),
    canonicalization,
    keyInfo: printSigner(message, certificate, keyIdentifier),
  });
  if (isSigner(key)) {
    return { element, signing: signWithExternalKey(key, algorithm, octets, publicKey).then(complete) };
  }
  complete(signOctets(algorithm, key, octets));
  return { element, signing: undefined };
}

/** A signature to write. */
export interface NewSignature {
  readonly parts: readonly RequestPart[];
  readonly methodUri: string;
  readonly digest: DigestAlgorithm;
  readonly canonicalization: 'exclusive' | 'inclusive';
  /** `ds:KeyInfo`. */
  readonly keyInfo: string;
}

/** A `ds:Signature` that has no value yet. */
export interface UnsignedSignature {
  readonly element: XmlElement;
  /** The octets to sign: the canonical `ds:SignedInfo`. */
  readonly octets: string;
  /** Puts the value in. */
  readonly complete: (value: Buffer) => void;
}

/** Writes a `ds:Signature` at the end of the Security block. Throws `SecurityError`. */
export function writeSignature(
  message: OutgoingMessage,
  { parts, methodUri, digest, canonicalization, keyInfo }: NewSignature,
): UnsignedSignature {
  const form = canonicalization === 'exclusive' ? EXCLUSIVE : INCLUSIVE;
  const formUri = canonicalization === 'exclusive' ? EXC_C14N : INCLUSIVE_URI;
  const targets = [...parts.flatMap((part) => findPart(message, part)), ...(message.confirmations ?? [])];
  // Every element has its identifier before the first digest, because one could contain another.
  const ids = targets.map((target) => referTo(target, message));
  const references = targets.map((target, index) => {
    const isAssertion = target === message.saml?.element;
    const octets = isAssertion ? canonicalizeToken(target, EXCLUSIVE) : canonicalize(target, form);
    const transform = isAssertion ? TOKEN_TRANSFORM : `<ds:Transform Algorithm="${formUri}"/>`;
    const value = createHash(digest).update(octets).digest('base64');
    return `<ds:Reference URI="#${ids[index]}"><ds:Transforms>${transform}</ds:Transforms><ds:DigestMethod Algorithm="${DIGEST_URIS[digest]}"/><ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`;
  });
  const info = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${formUri}"/><ds:SignatureMethod Algorithm="${methodUri}"/>${references.join('')}</ds:SignedInfo>`;
  const element = attach(
    message.security,
    `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue></ds:SignatureValue>${keyInfo}</ds:Signature>`,
  );
  const [signed] = childrenNamed(element, DS, 'SignedInfo');
  const [value] = childrenNamed(element, DS, 'SignatureValue');
  if (signed === undefined || value === undefined) throw cannotSecure('its signature was not written');
  const complete = (bytes: Buffer): void => {
    value.children = [bytes.toString('base64')];
  };
  return { element, octets: canonicalize(signed, form), complete };
}

/** The value of a `ds:Signature`, in base64. */
export function signatureValueOf(signature: XmlElement): string {
  const [value] = childrenNamed(signature, DS, 'SignatureValue');
  return (value && textOnly(value)) ?? '';
}

const TOKEN_TRANSFORM = `<ds:Transform Algorithm="${STR_TRANSFORM}"><wsse:TransformationParameters xmlns:wsse="${WSSE}"><ds:CanonicalizationMethod Algorithm="${EXC_C14N}"/></wsse:TransformationParameters></ds:Transform>`;

/**
 * The identifier by which a signature names a part. An assertion is signed by its issuer and cannot be given one: the signature names a
 * reference to it, which the STR-Transform replaces by the assertion.
 */
function referTo(target: XmlElement, { security, random, saml }: OutgoingMessage): string {
  if (target !== saml?.element) return identify(target, random);
  const id = createId('STR', random);
  attach(security, printAssertionReference(saml.assertion, id));
  return id;
}

/** The KeyInfo of a signature: the assertion that holds the key, or the certificate. */
function printSigner(
  { security, random, saml }: OutgoingMessage,
  certificate: Certificate,
  keyIdentifier: KeyIdentifier,
): string {
  if (saml?.assertion.confirmation === 'holder-of-key') {
    return `<ds:KeyInfo>${printAssertionReference(saml.assertion)}</ds:KeyInfo>`;
  }
  const [token] = childrenNamed(security, WSSE, 'BinarySecurityToken');
  return printKeyInfo(certificate, keyIdentifier, token && attributeOf(token, 'Id', WSU), random);
}

function partsOf(
  profile: CredentialProfile,
  { parts, signUsernameToken }: SignatureProfile,
  { saml }: OutgoingMessage,
): readonly RequestPart[] {
  const base: readonly RequestPart[] =
    parts ?? (profile.timestamp === undefined ? ['body'] : ['body', 'timestamp']);
  const withToken =
    signUsernameToken === true && profile.usernameToken !== undefined && !base.includes('username-token');
  // The signature is the only evidence of who vouches for such an assertion.
  const vouches = saml?.assertion.confirmation === 'sender-vouches' && !base.includes('saml-assertion');
  return [
    ...base,
    ...(withToken ? ['username-token' as const] : []),
    ...(vouches ? ['saml-assertion' as const] : []),
  ];
}

/** A certificate and its key, which may be elsewhere. */
export interface SigningPair {
  readonly certificate: Certificate;
  readonly key: KeyObject | Signer;
}

/** The certificate and the key of a profile, as it has them. */
export type SigningProfile = Pick<SignatureProfile, 'certificate' | 'privateKey' | 'passphrase'>;

const pairs = new WeakMap<SigningProfile, SigningPair>();

/**
 * Opens the certificate and the key of a profile, once.
 *
 * @param member the member that they are in, for errors
 */
export function readPair(
  signature: SigningProfile,
  member: 'signature' | 'elementSignature' = 'signature',
): SigningPair {
  let pair = pairs.get(signature);
  if (pair === undefined) {
    const { certificate, privateKey, passphrase } = signature;
    pair = {
      certificate: certificateOf(certificate, member),
      key: isSigner(privateKey) ? privateKey : readPrivateKey({ privateKey, passphrase }),
    };
    pairs.set(signature, pair);
  }
  return pair;
}
