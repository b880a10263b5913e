import { defined } from '@soapstone/options/defined';
import { type Certificate, issuerNameOf, subjectNameOf } from '../certificates/certificate.js';
import { NO_EVIDENCE } from '../request/request-evidence.js';
import { createDecryptor, type Decryptor, undecipherable } from '../response/decrypt.js';
import { findParts, type SoapMessage } from '../response/message.js';
import { assertSigned, type Opening, undo } from '../response/open-response.js';
import { invalid, notSigned, Refusal } from '../response/refusal.js';
import type { SignedElements, VerifiedSignature } from '../response/signature.js';
import { assertFresh, type Freshness, findTimestamp } from '../response/timestamp.js';
import type { VerifyPolicy } from '../response/verify-policy.js';
import { writeSigned, writeUnsigned } from '../response/write-envelope.js';
import type { XmlElement } from '../xml/element.js';
import { readXml } from '../xml/read-xml.js';
import { ServiceFault } from './service-fault.js';
import type { ServiceSecurity } from './service-profile.js';
import { type ClaimedUser, findUsernameToken, readUsernameToken } from './username-token.js';

/** The certificate that signed a request, which is trusted. */
export interface CallerCertificate {
  /** As RFC 4514 writes it: `CN=payments,O=Bank,C=DE`. */
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal digits. */
  readonly serialNumber: string;
  /** The alternative names as Node writes them, `DNS:pay.example.com, URI:urn:bank`. */
  readonly subjectAltName?: string | undefined;
  /** PEM. */
  readonly pem: string;
}

/** A request whose security is undone. A claimed user is not authenticated yet. */
export interface OpenedMessage {
  /** UTF-8, without the Security block; with `verify`, without everything that is not signed. */
  readonly envelope: Uint8Array;
  readonly version: '1.1' | '1.2';
  readonly user: ClaimedUser | undefined;
  readonly signature: VerifiedSignature | undefined;
  /** Until when the request must be remembered, in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** The settings for opening requests, read once. */
export interface OpeningPolicy extends Freshness {
  readonly verify: VerifyPolicy | undefined;
  readonly security: ServiceSecurity;
}

/**
 * Undoes and checks the security of a request, as `openEnvelope` does with a response. Unlike there, one signature must cover all
 * that is required: the second of two could come from someone else's message. Throws `Refusal`, `ServiceFault` and
 * `UnreadableXml`.
 *
 * @param now milliseconds since the Unix epoch
 */
export function* openRequestEnvelope(
  bytes: Uint8Array,
  policy: OpeningPolicy,
  now: number,
): Opening<OpenedMessage> {
  const message = findParts(readXml(bytes));
  const { security: block } = message;
  const { verify, security } = policy;
  const signed: SignedElements = new Map();
  const decryptor =
    security.decryption === undefined
      ? undefined
      : createDecryptor(message, { decryption: security.decryption, session: undefined }, signed);
  try {
    const [signature, ...others] = yield* undo(message, verify, decryptor, {
      signed,
      request: NO_EVIDENCE,
      now,
    });
    if (others.length > 0) throw invalid('the response has more than one signature');
    const timestamp = block && findTimestamp(block);
    if (timestamp !== undefined) assertFresh(timestamp, policy, now);
    if (verify !== undefined) {
      if (block === undefined || signature === undefined) throw notSigned('the response is not signed');
      assertSigned({ ...message, security: block }, timestamp, signed, verify);
    }
    const token = security.usernameToken && findToken(block, security, signed);
    assertEncrypted(message, token, security, decryptor);
    const text =
      verify === undefined ? writeUnsigned(message) : writeSigned(message, signed, verify.unsignedPrefixes);
    return {
      envelope: Buffer.from(text, 'utf8'),
      version: message.envelope.uri.endsWith('soap-envelope') ? '1.2' : '1.1',
      user: token && readUsernameToken(token),
      signature,
      // A request without a Timestamp is remembered as long as one that was made now.
      expiresAt: now + policy.maxAgeMs + 2 * policy.skewMs,
    };
  } catch (error) {
    // Must not reveal whether the next reader understood the content of CBC (padding oracles).
    if (
      decryptor?.isUnauthenticated === true &&
      (error instanceof Refusal || error instanceof ServiceFault)
    ) {
      throw undecipherable();
    }
    throw error;
  }
}

function findToken(
  block: XmlElement | undefined,
  { verify, usernameToken }: ServiceSecurity,
  signed: SignedElements,
): XmlElement {
  if (block === undefined)
    throw new ServiceFault('InvalidSecurity', 'the request has no Security header block');
  const token = findUsernameToken(block);
  if (verify !== undefined && usernameToken?.allowUnsigned !== true && !signed.has(token)) {
    throw notSigned(
      'the signature of the response does not cover its UsernameToken; where clients cannot sign it, set usernameToken.allowUnsigned',
    );
  }
  return token;
}

function assertEncrypted(
  { body }: SoapMessage,
  token: XmlElement | undefined,
  { encryptedParts = [] }: ServiceSecurity,
  decryptor: Decryptor | undefined,
): void {
  for (const part of encryptedParts) {
    const element = part === 'body' ? body : token;
    if (element !== undefined && decryptor?.wasEncrypted(element) === true) continue;
    const name = part === 'body' ? 'Body' : 'UsernameToken';
    throw new ServiceFault('InvalidSecurity', `the ${name} of the request is not encrypted`);
  }
}

/** The facts about the certificate that signed a request, for its handler. */
export function describeCertificate(certificate: Certificate): CallerCertificate {
  const { x509, serial } = certificate;
  return {
    subject: subjectNameOf(certificate),
    issuer: issuerNameOf(certificate),
    serialNumber: serial,
    ...defined({ subjectAltName: x509.subjectAltName }),
    pem: x509.toString(),
  };
}
