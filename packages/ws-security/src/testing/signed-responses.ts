import { createHash, createPrivateKey, randomBytes } from 'node:crypto';
import { type CredentialProfile, type DigestAlgorithm, SIGNATURE_ALGORITHMS } from '@soapstone/credentials';
import { canonicalForm, digestAlgorithm, signatureAlgorithm, signOctets } from '../algorithms/algorithms.js';
import { securityHeaders } from '../headers/security-headers.js';
import { DS, EXC_C14N, WSSE11, WSU } from '../namespaces.js';
import { secureEnvelope } from '../request/secure-envelope.js';
import { canonicalize } from '../xml/canonicalize.js';
import { attributeOf, childrenNamed, isNamed, walk, type XmlElement } from '../xml/element.js';
import { readXml } from '../xml/read-xml.js';
import type { Identity } from './certificates.js';
import { printEnvelope } from './messages.js';

/** The time at which test responses are created and read. */
export const NOW: number = Date.parse('2026-11-25T10:00:00Z');

/** A response whose Body and Timestamp `identity` signed, as `secureEnvelope` writes it. */
export function signedResponse(
  identity: Identity,
  body = '<b:Paid xmlns:b="urn:bank"><b:amount>10</b:amount></b:Paid>',
  more: Partial<CredentialProfile> & {
    readonly blocks?: readonly string[];
    readonly version?: '1.1' | '1.2';
    /** Default `NOW`. */
    readonly now?: number;
  } = {},
): string {
  const { blocks = [], version = '1.1', now = NOW, ...profile } = more;
  const credentials: CredentialProfile = {
    signature: { certificate: identity.certificate, privateKey: identity.privateKey },
    timestamp: { ttlSeconds: 60 },
    ...profile,
  };
  const context = { soapVersion: version, now: new Date(now), random: randomBytes };
  const envelope = printEnvelope(body, [...blocks, ...securityHeaders(credentials, context)], version);
  return Buffer.from(secureEnvelope(Buffer.from(envelope), credentials, context)).toString('utf8');
}

/** A signed response with a signed SignatureConfirmation for each value; `undefined` stands for one without a value. */
export function confirmingResponse(
  identity: Identity,
  values: readonly (string | undefined)[],
  body?: string,
  now: number = NOW,
): string {
  const confirmations = values.map(
    (value, at) =>
      `<c:SignatureConfirmation xmlns:c="${WSSE11}" wsu:Id="SC-${at}"${value === undefined ? '' : ` Value="${value}"`}/>`,
  );
  const references = values.map(
    (_value, at) =>
      `<ds:Reference URI="#SC-${at}"><ds:Transforms><ds:Transform Algorithm="${EXC_C14N}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>SC${at}=</ds:DigestValue></ds:Reference>`,
  );
  const text = signedResponse(identity, body, { now })
    .replace('</wsse:Security>', `${confirmations.join('')}</wsse:Security>`)
    .replace('</ds:SignedInfo>', `${references.join('')}</ds:SignedInfo>`);
  return signAgain(text, identity.privateKey);
}

/**
 * Replaces the digests and the value of the signature in a document: what the owner of the key could have
 * signed. A reference finds the first element with its identifier, or none.
 */
export function signAgain(text: string, privateKey: string): string {
  return completeSignature(text, (method, octets) =>
    signOctets(signatureAlgorithm(method) ?? SIGNATURE_ALGORITHMS[0], createPrivateKey(privateKey), octets),
  );
}

/** The same with any key: `sign` receives the URI of the signature method. */
export function completeSignature(
  text: string,
  sign: (method: string | undefined, octets: string) => Buffer,
): string {
  const root = readXml(Buffer.from(text));
  const signature = [...walk(root)].find((element) => isNamed(element, DS, 'Signature'));
  const [info] = signature === undefined ? [] : childrenNamed(signature, DS, 'SignedInfo');
  if (signature === undefined || info === undefined) throw new Error('no signature');
  let signed = text;
  for (const reference of childrenNamed(info, DS, 'Reference')) {
    const id = attributeOf(reference, 'URI')?.slice(1);
    const target = [...walk(root)].find(
      (element) => id !== undefined && (attributeOf(element, 'Id', WSU) ?? attributeOf(element, 'Id')) === id,
    );
    const [value] = childrenNamed(reference, DS, 'DigestValue');
    if (target === undefined || value === undefined) continue;
    signed = signed.replace(String(value.children[0]), digestOf(target, reference));
  }
  const again = [...walk(readXml(Buffer.from(signed)))].find((element) => isNamed(element, DS, 'SignedInfo'));
  const [method] = again === undefined ? [] : childrenNamed(again, DS, 'SignatureMethod');
  const octets = canonicalize(again as XmlElement, { exclusive: true, prefixes: [] });
  const value = sign(method && attributeOf(method, 'Algorithm'), octets).toString('base64');
  return signed.replace(
    /(<(?:\w+:)?SignatureValue>)[^<]*/,
    (_found: string, start: string) => `${start}${value}`,
  );
}

function digestOf(target: XmlElement, reference: XmlElement): string {
  const [transform] = [...walk(reference)].filter((element) => isNamed(element, DS, 'Transform'));
  const [method] = childrenNamed(reference, DS, 'DigestMethod');
  const form = canonicalForm(transform && attributeOf(transform, 'Algorithm')) ?? {
    exclusive: true,
    prefixes: [],
  };
  const hash: DigestAlgorithm = digestAlgorithm(method && attributeOf(method, 'Algorithm')) ?? 'sha256';
  return createHash(hash).update(canonicalize(target, form)).digest('base64');
}
