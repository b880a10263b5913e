import { createHash } from 'node:crypto';
import {
  type DigestAlgorithm,
  MAC_ALGORITHMS,
  type MacAlgorithm,
  type SignatureAlgorithm,
} from '@soapstone/credentials';
import {
  canonicalForm,
  digestAlgorithm,
  nameOfUnsupported,
  signatureAlgorithm,
  verifyOctets,
} from '../algorithms/algorithms.js';
import type { Certificate } from '../certificates/certificate.js';
import { findDistrust, type Trust } from '../certificates/trust.js';
import { DS, EXC_C14N, STR_TRANSFORM, WSSE } from '../namespaces.js';
import type { RequestEvidence } from '../request/request-evidence.js';
import { isMacOf, macAlgorithm } from '../session/mac.js';
import {
  type Canonicalization,
  canonicalize,
  canonicalizeToken,
  exclusiveWith,
  INCLUSIVE,
  MAX_PREFIXES,
} from '../xml/canonicalize.js';
import {
  attributeOf,
  childrenNamed,
  elementsOf,
  isNamed,
  textOnly,
  type XmlElement,
} from '../xml/element.js';
import { readKeyInfo } from './key-info.js';
import { type IdIndex, resolveReference, type SoapMessage } from './message.js';
import { transformOf } from './reference-transforms.js';
import { invalid, UntrustedSigner } from './refusal.js';
import { findSessionSecret } from './session-keys.js';

/** Requirements for accepted signatures. */
export interface SignaturePolicy {
  readonly trust: Trust;
  readonly algorithms: ReadonlySet<SignatureAlgorithm | MacAlgorithm>;
  readonly digests: ReadonlySet<DigestAlgorithm>;
  /** Certificates that a key identifier may name. */
  readonly known: readonly Certificate[];
}

/** The elements that signatures cover, each with the canonical form whose digest was checked. */
export type SignedElements = Map<XmlElement, Canonicalization>;

/** A signature that was verified. */
export interface VerifiedSignature {
  /** The value, in base64 without white space. */
  readonly value: string;
  /** The octets that it signs. Unlike the value, nobody but the signer can change them: ECDSA has two values for each. */
  readonly octets: string;
  /** The certificate of the signer; `undefined` for a session key. */
  readonly certificate: Certificate | undefined;
}

/** The facts about a response while it is read. */
export interface ResponseState {
  readonly signed: SignedElements;
  readonly request: RequestEvidence;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

const MAX_REFERENCES = 32;

/**
 * Verifies one signature, adds the elements that it covers to `signed`, and returns who made it. Throws `Refusal`.
 *
 * The structure is fixed: SignedInfo, SignatureValue, KeyInfo, without objects and manifests; references to parts of the message
 * by identifier alone; canonicalization as the only transform. With XPath, XSLT and base64, what is signed could differ from what is
 * read. An enveloped-signature transform before it is ignored where it changes nothing.
 */
export function verifySignature(
  signature: XmlElement,
  message: SoapMessage & { readonly security: XmlElement },
  ids: IdIndex,
  policy: SignaturePolicy,
  { signed, request, now }: ResponseState,
): VerifiedSignature {
  const [info, value, keyInfo, ...more] = elementsOf(signature);
  if (keyInfo === undefined) throw invalid('the signature has no KeyInfo that says who signed');
  const isUsual =
    info !== undefined &&
    isNamed(info, DS, 'SignedInfo') &&
    value !== undefined &&
    isNamed(value, DS, 'SignatureValue') &&
    isNamed(keyInfo, DS, 'KeyInfo') &&
    more.length === 0;
  if (!isUsual) throw invalid('the signature has parts other than SignedInfo, SignatureValue and KeyInfo');
  const { algorithm, form, references } = readSignedInfo(info, policy);
  const bytes = base64Of(value);
  // With a session key, the request is signed like its response: what we sent must not come back as the response.
  if (request.signatures.some((own) => bytes.equals(Buffer.from(own, 'base64')))) {
    throw invalid('the signature of the response is that of its own request');
  }
  const octets = canonicalize(info, form);
  let matches: boolean;
  let signer: Certificate | undefined;
  if (isMac(algorithm)) {
    const secret = secretOf(keyInfo, algorithm, message.security, ids, request);
    matches = isMacOf(algorithm, secret, octets, bytes);
  } else {
    const { certificate, others } = readKeyInfo(keyInfo, message.security, ids, policy.known);
    const distrust = findDistrust(certificate, others, policy.trust, now);
    if (distrust !== undefined) throw new UntrustedSigner(distrust);
    signer = certificate;
    matches = verifyOctets(algorithm, certificate.x509.publicKey, octets, bytes);
  }
  if (!matches) {
    throw invalid('the signature of the response does not match: the message or its signature was altered');
  }
  for (const reference of references)
    verifyReference(reference, { ...message, signature }, ids, policy, signed);
  return { value: bytes.toString('base64'), octets, certificate: signer };
}

function isMac(algorithm: SignatureAlgorithm | MacAlgorithm): algorithm is MacAlgorithm {
  return MAC_ALGORITHMS.some((name) => name === algorithm);
}

/**
 * The secret of a message authentication code: the session key of the request, or a key derived from it. Nothing else is
 * accepted.
 */
function secretOf(
  keyInfo: XmlElement,
  algorithm: MacAlgorithm,
  security: XmlElement,
  ids: IdIndex,
  { session }: RequestEvidence,
): Uint8Array {
  if (session === undefined) {
    throw invalid(`the response is signed with ${algorithm}, and its request has no session key for that`);
  }
  const secret = findSessionSecret(keyInfo, session, security, (uri) => resolveReference(uri, ids));
  if (secret === undefined) {
    throw invalid(
      'the response is signed with a key other than the session key of its request or one derived from it',
    );
  }
  return secret;
}

function readSignedInfo(info: XmlElement, policy: SignaturePolicy) {
  const [canonicalization, method, ...references] = elementsOf(info);
  const isUsual =
    canonicalization !== undefined &&
    isNamed(canonicalization, DS, 'CanonicalizationMethod') &&
    method !== undefined &&
    isNamed(method, DS, 'SignatureMethod') &&
    references.every((reference) => isNamed(reference, DS, 'Reference'));
  if (!isUsual) throw invalid('the SignedInfo of the response has unknown parts');
  if (references.length === 0 || references.length > MAX_REFERENCES) {
    throw invalid(`the signature has no reference, or more than ${MAX_REFERENCES}`);
  }
  const uri = attributeOf(method, 'Algorithm');
  const algorithm = signatureAlgorithm(uri) ?? macAlgorithm(uri);
  if (algorithm === undefined) throw unsupported('signed', uri);
  if (!policy.algorithms.has(algorithm)) {
    throw invalid(`the response is signed with ${algorithm}, which the credential profile does not allow`);
  }
  // One of them is HMACOutputLength, which could make a few octets suffice.
  if (elementsOf(method).length > 0) throw invalid('the signature method of the response has parameters');
  return { algorithm, form: readForm(canonicalization), references };
}

/** A message, and the signature of it that is verified. */
interface SignedMessage extends SoapMessage {
  readonly security: XmlElement;
  readonly signature: XmlElement;
}

function verifyReference(
  reference: XmlElement,
  message: SignedMessage,
  ids: IdIndex,
  policy: SignaturePolicy,
  signed: SignedElements,
): void {
  const parts = elementsOf(reference);
  const transforms = parts.length === 3 ? parts[0] : undefined;
  const [method, value] = parts.slice(-2);
  const isUsual =
    (parts.length === 2 || (transforms !== undefined && isNamed(transforms, DS, 'Transforms'))) &&
    method !== undefined &&
    isNamed(method, DS, 'DigestMethod') &&
    value !== undefined &&
    isNamed(value, DS, 'DigestValue');
  if (!isUsual) throw invalid('a reference of the signature has unknown parts');
  const uri = attributeOf(method, 'Algorithm');
  const digest = digestAlgorithm(uri);
  if (digest === undefined) throw unsupported('digested', uri);
  if (!policy.digests.has(digest)) {
    throw invalid(`the response is digested with ${digest}, which the credential profile does not allow`);
  }
  const target = resolveReference(attributeOf(reference, 'URI'), ids);
  const { element, form, octets } = dereference(target, transforms, message, ids);
  if (!createHash(digest).update(octets).digest().equals(base64Of(value))) {
    throw invalid('a part of the response was altered after it was signed');
  }
  if (signed.has(element)) throw invalid('a signature covers a part of the response twice');
  signed.set(element, form);
}

interface Dereferenced {
  /** The element whose canonical form is digested. */
  readonly element: XmlElement;
  readonly form: Canonicalization;
  readonly octets: string;
}

function dereference(
  target: XmlElement,
  transforms: XmlElement | undefined,
  message: SignedMessage,
  ids: IdIndex,
): Dereferenced {
  const transform = transforms && transformOf(transforms, target, message.signature);
  if (transform !== undefined && attributeOf(transform, 'Algorithm') === STR_TRANSFORM) {
    return dereferenceToken(target, transform, message, ids);
  }
  if (!isPart(target, message))
    throw invalid('a signature covers an element that is not a part of the SOAP message');
  const form = transform === undefined ? INCLUSIVE : readForm(transform);
  return { element: target, form, octets: canonicalize(target, form) };
}

/** The Body, a header block, or a child of the Security block. Nothing else is ever read. */
function isPart(element: XmlElement, { body, header, security }: SoapMessage): boolean {
  if (element === body) return true;
  return element.parent === security || (element.parent === header && element !== security);
}

/** The STR-Transform (WS-Security §8.3): not the reference to a token is digested but the token. */
function dereferenceToken(
  target: XmlElement,
  transform: XmlElement,
  { security }: { readonly security: XmlElement },
  ids: IdIndex,
): Dereferenced {
  const [parameters] = childrenNamed(transform, WSSE, 'TransformationParameters');
  const [method] = parameters === undefined ? [] : childrenNamed(parameters, DS, 'CanonicalizationMethod');
  const [direct] = isNamed(target, WSSE, 'SecurityTokenReference')
    ? childrenNamed(target, WSSE, 'Reference')
    : [];
  if (method === undefined || direct === undefined) {
    throw invalid(
      'the response is signed with the STR-Transform of a token that it does not contain, which is not supported',
    );
  }
  const token = resolveReference(attributeOf(direct, 'URI'), ids);
  if (token.parent !== security)
    throw invalid('the token of the signature is outside the Security header block');
  const form = readForm(method);
  return { element: token, form, octets: canonicalizeToken(token, form) };
}

function readForm(method: XmlElement): Canonicalization {
  const uri = attributeOf(method, 'Algorithm');
  const form = canonicalForm(uri);
  if (form === undefined) throw unsupported('canonicalised', uri);
  const [list, ...more] = elementsOf(method);
  if (list === undefined) return form;
  if (!form.exclusive || more.length > 0 || !isNamed(list, EXC_C14N, 'InclusiveNamespaces')) {
    throw invalid('a canonicalization of the signature has unknown parameters');
  }
  const named = exclusiveWith(list);
  if (named === undefined) {
    throw invalid(`a canonicalization of the signature names more than ${MAX_PREFIXES} prefixes`);
  }
  return named;
}

function base64Of(element: XmlElement): Buffer {
  const text = textOnly(element);
  if (text === undefined || !/^[A-Za-z0-9+/=\s]{1,4096}$/.test(text)) {
    throw invalid('the signature holds a value that is not base64');
  }
  return Buffer.from(text, 'base64');
}

function unsupported(how: string, uri: string | undefined): Error {
  return invalid(`the response is ${how} with ${nameOfUnsupported(uri)}, which is not supported`);
}
