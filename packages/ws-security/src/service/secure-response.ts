import { randomBytes } from 'node:crypto';
import type { CredentialProfile } from '@soapstone/credentials';
import { defined } from '@soapstone/options/defined';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import { createId } from '../headers/header-context.js';
import { securityHeaders } from '../headers/security-headers.js';
import { WSSE11, WSU } from '../namespaces.js';
import { encryptMessage } from '../request/encrypt.js';
import { attach, openMessage } from '../request/message-parts.js';
import { signMessage } from '../request/sign.js';
import { unusableRequest } from '../security-error.js';
import { canonicalize, INCLUSIVE } from '../xml/canonicalize.js';
import { elementsOf, isNamed, type XmlElement } from '../xml/element.js';
import { readContent, readXml } from '../xml/read-xml.js';
import type { ResponseProtection } from './service-profile.js';

/** The parts of a request that its response refers to. */
export interface RequestTraces {
  /** The values of the signatures of the request, in base64. */
  readonly signatures: readonly string[];
  /** The certificate that signed it, PEM. */
  readonly certificate: string | undefined;
}

/**
 * Puts a Security block into a finished response: Timestamp, the confirmations of the signature of its request, a signature over the
 * Body, the Timestamp and the confirmations, and what is encrypted. Rejects with what `secureRequest` throws.
 *
 * @param now milliseconds since the Unix epoch
 */
export async function secureResponseEnvelope(
  envelope: Uint8Array,
  { timestamp, signature, encryption, signatureConfirmation = false }: ResponseProtection,
  { signatures, certificate }: RequestTraces,
  now: number,
): Promise<Uint8Array> {
  const profile: CredentialProfile = { timestamp, signature };
  const root = readXml(envelope);
  const version = root.uri.endsWith('soap-envelope') ? '1.2' : '1.1';
  const context = { soapVersion: version, now: new Date(now), random: randomBytes } as const;
  const reader = encryption && (encryption.certificate ?? certificate);
  if (encryption !== undefined && reader === undefined)
    throw unusableRequest('cannot encrypt the response: its request names no certificate');
  const encrypt = encryption && { ...encryption, certificate: reader ?? '' };
  const [block] = securityHeaders({ ...profile, ...defined({ encryption: encrypt }) }, context);
  if (block === undefined) return envelope;
  const security = attach(headerOf(root), block);
  const confirmations = signatureConfirmation ? confirm(security, signatures) : [];
  const message = { ...openMessage(root, randomBytes, undefined), confirmations };
  if (signature !== undefined) {
    const { element, signing } = signMessage(message, profile, signature);
    message.signature = element;
    await signing;
  }
  if (encrypt !== undefined) encryptMessage(message, encrypt);
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${canonicalize(root, INCLUSIVE)}`, 'utf8');
}

/** One `SignatureConfirmation` for each signature of the request; one without a value if there is none (WS-Security 1.1 §8.5). */
function confirm(security: XmlElement, signatures: readonly string[]): readonly XmlElement[] {
  const values =
    signatures.length === 0 ? [''] : signatures.map((value) => ` Value="${escapeAttribute(value)}"`);
  return values.map((value) =>
    attach(
      security,
      `<wsse11:SignatureConfirmation xmlns:wsse11="${WSSE11}" xmlns:wsu="${WSU}" wsu:Id="${createId('SC', randomBytes)}"${value}/>`,
    ),
  );
}

/** The Header of an envelope, which is added if there is none. */
function headerOf(envelope: XmlElement): XmlElement {
  const known = elementsOf(envelope).find((part) => isNamed(part, envelope.uri, 'Header'));
  if (known !== undefined) return known;
  const name = envelope.prefix === '' ? 'Header' : `${envelope.prefix}:Header`;
  const [header] = readContent(`<${name}></${name}>`, envelope);
  if (header === undefined || typeof header === 'string') throw new Error('the Header was not written');
  header.parent = envelope;
  envelope.children.unshift(header);
  return header;
}
