import { type CredentialProfile, type HeaderPart, isDecrypter } from '@soapstone/credentials';
import { needsAsync } from '../credentials/key-holder.js';
import { DS, XENC } from '../namespaces.js';
import { blocksOf } from '../request/message-parts.js';
import { NO_EVIDENCE, type RequestEvidence } from '../request/request-evidence.js';
import { elementsOf, isNamed, type XmlElement } from '../xml/element.js';
import { readXml } from '../xml/read-xml.js';
import { assertConfirmed } from './confirmations.js';
import { createDecryptor, type Decryptor, undecipherable } from './decrypt.js';
import { unwrap, type WrappedKey } from './decryption-key.js';
import { findParts, indexIds, type SoapMessage } from './message.js';
import { invalid, notSigned, Refusal } from './refusal.js';
import {
  type ResponseState,
  type SignaturePolicy,
  type SignedElements,
  type VerifiedSignature,
  verifySignature,
} from './signature.js';
import { assertFresh, findTimestamp } from './timestamp.js';
import { policyOf, type VerifyPolicy } from './verify-policy.js';
import { writeSigned, writeUnsigned } from './write-envelope.js';

const MAX_SIGNATURES = 4;

/** The members of a profile that concern responses, and the evidence of the request. */
export interface ResponseSecurity extends Pick<CredentialProfile, 'verify' | 'decryption'> {
  /** The evidence of `secureRequest`. Default: that of a request without a signature. */
  readonly request?: RequestEvidence | undefined;
}

/** The opening of a message in steps: yields each key that must be unwrapped, and receives the result. */
export type Opening<Result> = Generator<WrappedKey, Result, Uint8Array | undefined>;

/** Goes through the steps of an opening. A promise if a private key is external and the message has something for it. */
export function openInSteps<Result>(opening: Opening<Result>): Result | Promise<Result> {
  let step = opening.next();
  while (step.done !== true) {
    const secret = unwrap(step.value);
    if (secret instanceof Promise) return resume(opening, secret);
    step = opening.next(secret);
  }
  return step.value;
}

async function resume<Result>(
  opening: Opening<Result>,
  first: Promise<Uint8Array | undefined>,
): Promise<Result> {
  let step = opening.next(await first);
  while (step.done !== true) step = opening.next(await unwrap(step.value));
  return step.value;
}

/**
 * `openEnvelope` for any key: returns a promise if a private key of the profile is external and the response has something for
 * it. Throws, or rejects with, the same errors.
 */
export function openAnywhere(
  bytes: Uint8Array,
  security: ResponseSecurity,
  now: number,
): Uint8Array | Promise<Uint8Array> {
  return openInSteps(open(bytes, security, now));
}

/** `openAnywhere` for keys that are in this process. */
export function openEnvelope(bytes: Uint8Array, security: ResponseSecurity, now: number): Uint8Array {
  if (isDecrypter(security.decryption?.privateKey)) throw needsAsync('openResponseAsync');
  return openAnywhere(bytes, security, now) as Uint8Array;
}

/**
 * Undoes and checks the security of a response: what a sender did last appears first in the Security block, and is undone first. Returns
 * an envelope in UTF-8; with `verify`, everything that is not signed is left out. Throws `Refusal`, and `UnreadableXml` for what cannot
 * be read.
 *
 * @param now milliseconds since the Unix epoch
 */
function* open(
  bytes: Uint8Array,
  { verify, decryption, request = NO_EVIDENCE }: ResponseSecurity,
  now: number,
): Opening<Uint8Array> {
  const message = findParts(readXml(bytes));
  const policy = verify && policyOf(verify);
  const signed: SignedElements = new Map();
  const state: ResponseState = { signed, request, now };
  // Without a check of who encrypted it, what we encrypted ourselves could come back as a response.
  const session = policy && request.session;
  const decryptor =
    decryption === undefined && session === undefined
      ? undefined
      : createDecryptor(message, { decryption, session }, signed);
  try {
    const signatures = yield* undo(message, policy, decryptor, state);
    return Buffer.from(
      policy === undefined ? writeUnsigned(message) : writeChecked(message, policy, signatures.length, state),
      'utf8',
    );
  } catch (error) {
    // Must not reveal whether the next reader understood the content of CBC (padding oracles).
    if (decryptor?.isUnauthenticated === true && error instanceof Refusal) {
      throw undecipherable();
    }
    throw error;
  }
}

/**
 * Goes through the Security block, which grows by what is decrypted: verifies signatures if there is a policy for them, and decrypts if
 * there is a key. Throws `Refusal`.
 */
export function* undo(
  message: SoapMessage,
  policy: SignaturePolicy | undefined,
  decryptor: Decryptor | undefined,
  state: ResponseState,
): Opening<readonly VerifiedSignature[]> {
  const { security, envelope } = message;
  const done = new Set<XmlElement>();
  const signatures: VerifiedSignature[] = [];
  if (security === undefined) return signatures;
  for (let child = nextOf(security, done); child !== undefined; child = nextOf(security, done)) {
    done.add(child);
    if (policy !== undefined && isNamed(child, DS, 'Signature')) {
      if (signatures.length >= MAX_SIGNATURES)
        throw invalid(`the response has more than ${MAX_SIGNATURES} signatures`);
      signatures.push(verifySignature(child, { ...message, security }, indexIds(envelope), policy, state));
    } else if (isNamed(child, XENC, 'EncryptedKey')) {
      if (decryptor !== undefined) decryptor.useKey(child, yield decryptor.readKey(child));
    } else if (isNamed(child, XENC, 'ReferenceList')) decryptor?.readList(child);
    else if (isNamed(child, XENC, 'EncryptedData')) decryptor?.readData(child);
  }
  return signatures;
}

function nextOf(security: XmlElement, done: ReadonlySet<XmlElement>): XmlElement | undefined {
  return elementsOf(security).find((child) => !done.has(child));
}

function writeChecked(
  message: SoapMessage,
  policy: VerifyPolicy,
  signatures: number,
  { signed, request, now }: ResponseState,
): string {
  const { security } = message;
  if (security === undefined || signatures === 0) {
    if (policy.allowUnsignedFaults && isFault(message)) return writeUnsigned(message);
    throw notSigned('the response is not signed');
  }
  const timestamp = findTimestamp(security);
  if (timestamp !== undefined) assertFresh(timestamp, policy, now);
  assertSigned({ ...message, security }, timestamp, signed, policy);
  if (policy.signatureConfirmation) assertConfirmed(security, signed, request.signatures);
  return writeSigned(message, signed, policy.unsignedPrefixes);
}

/** Throws `Refusal` for a part that the profile requires and no signature covers. */
export function assertSigned(
  { header, body, security }: SoapMessage & { readonly security: XmlElement },
  timestamp: XmlElement | undefined,
  signed: SignedElements,
  { parts }: Pick<VerifyPolicy, 'parts'>,
): void {
  // Without this check an unsigned Body would be read, despite the list.
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
    const blocks = blocksNamed(header, part).filter((block) => block !== security);
    const mayLack = part === 'headers' || part.optional === true;
    if ((blocks.length === 0 && !mayLack) || !blocks.every((block) => signed.has(block))) {
      throw notSigned(
        'a header block that the credential profile requires is missing in the response, or not signed',
      );
    }
  }
}

function blocksNamed(header: XmlElement | undefined, part: 'headers' | HeaderPart): readonly XmlElement[] {
  if (header === undefined) return [];
  return part === 'headers' ? elementsOf(header) : blocksOf(header, part);
}

function isFault({ envelope, body }: SoapMessage): boolean {
  const [fault, ...more] = elementsOf(body);
  return fault !== undefined && more.length === 0 && isNamed(fault, envelope.uri, 'Fault');
}
