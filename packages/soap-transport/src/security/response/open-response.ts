import { DS } from '../namespaces.js';
import type { VerifyProfile } from '../verify-profile.js';
import { elementsOf, isNamed, type XmlElement } from '../xml/element.js';
import { readXml } from '../xml/read-xml.js';
import { findParts, indexIds, type SoapMessage } from './message.js';
import { invalid, notSigned } from './refusal.js';
import { type SignedElements, verifySignature } from './signature.js';
import { assertFresh, findTimestamp } from './timestamp.js';
import { policyOf, type VerifyPolicy } from './verify-policy.js';
import { writeSigned, writeUnsigned } from './write-envelope.js';

const MOST_SIGNATURES = 4;

/**
 * Checks the security of a response and returns what it covers, as an envelope in UTF-8. Everything that is not signed is left out.
 * Throws `Refusal`, and `UnreadableXml` for what cannot be read.
 *
 * @param now milliseconds since the Unix epoch
 */
export function openEnvelope(bytes: Uint8Array, verify: VerifyProfile, now: number): Uint8Array {
  const message = findParts(readXml(bytes));
  const policy = policyOf(verify);
  const text = verifyMessage(message, policy, now);
  return Buffer.from(text, 'utf8');
}

function verifyMessage(message: SoapMessage, policy: VerifyPolicy, now: number): string {
  const { security } = message;
  const signatures = security === undefined ? [] : signaturesOf(security);
  if (security === undefined || signatures.length === 0) {
    if (policy.allowUnsignedFaults && isFault(message)) return writeUnsigned(message);
    throw notSigned('the response is not signed');
  }
  const ids = indexIds(message.envelope);
  const signed: SignedElements = new Map();
  for (const signature of signatures) {
    verifySignature(signature, { ...message, security }, ids, policy, signed, now);
  }
  const timestamp = findTimestamp(security);
  if (timestamp !== undefined) assertFresh(timestamp, policy, now);
  assertSigned({ ...message, security }, timestamp, signed, policy);
  return writeSigned(message, signed, policy.unsignedPrefixes);
}

function signaturesOf(security: XmlElement): XmlElement[] {
  const found = security.children.filter((child) => isNamed(child, DS, 'Signature'));
  if (found.length > MOST_SIGNATURES)
    throw invalid(`the response has more than ${MOST_SIGNATURES} signatures`);
  return found;
}

/** Throws `Refusal` for a part that the profile requires and no signature covers. */
function assertSigned(
  { header, body, security }: SoapMessage & { readonly security: XmlElement },
  timestamp: XmlElement | undefined,
  signed: SignedElements,
  { parts }: VerifyPolicy,
): void {
  // Whatever the list says, an unsigned Body would be read.
  if (!signed.has(body)) throw notSigned('the Body of the response is not signed');
  for (const part of parts) {
    if (part === 'body') continue;
    if (part === 'timestamp') {
      if (timestamp === undefined || !signed.has(timestamp)) {
        throw notSigned(
          'the response has no signed Timestamp; where the server sends none, name the signed parts in verify.parts',
        );
      }
      continue;
    }
    const blocks = (header === undefined ? [] : elementsOf(header)).filter(
      (block) => block !== security && isNamed(block, part.namespace, part.name),
    );
    if (blocks.length === 0 || !blocks.every((block) => signed.has(block))) {
      throw notSigned(
        'a header block that the credential profile requires is missing in the response, or not signed',
      );
    }
  }
}

function isFault({ envelope, body }: SoapMessage): boolean {
  const [fault, ...more] = elementsOf(body);
  return fault !== undefined && more.length === 0 && isNamed(fault, envelope.uri, 'Fault');
}
