import { randomBytes } from 'node:crypto';
import type { CredentialProfile } from '@soapstone/credentials';
import { securityHeaders } from '../headers/security-headers.js';
import { ENCRYPTED_KEY_SHA1, WSC, WSSE, WSSE11, WSU } from '../namespaces.js';
import type { SecuredRequest } from '../request/request-evidence.js';
import { secureRequest } from '../request/secure-envelope.js';
import { macAlgorithm, macOf } from '../session/mac.js';
import { printEnvelope } from './messages.js';
import { completeSignature, NOW } from './signed-responses.js';

/** A request as the profile secures it at `NOW`. */
export function secured(profile: CredentialProfile, body = '<b:Pay xmlns:b="urn:bank"/>'): SecuredRequest {
  const context = { soapVersion: '1.1', now: new Date(NOW), random: randomBytes } as const;
  return secureRequest(Buffer.from(printEnvelope(body, securityHeaders(profile, context))), profile, context);
}

/** A reference to a session key by its name. */
export function keyByName(name: string): string {
  return `<wsse:SecurityTokenReference><wsse:KeyIdentifier ValueType="${ENCRYPTED_KEY_SHA1}">${name}</wsse:KeyIdentifier></wsse:SecurityTokenReference>`;
}

/** A reference to an element of the Security block. */
export function keyById(id: string): string {
  return `<wsse:SecurityTokenReference><wsse:Reference URI="#${id}"/></wsse:SecurityTokenReference>`;
}

/** A `wsc:DerivedKeyToken` with the identifier `DK`. */
export function derivedKeyToken(
  reference: string,
  parameters: string,
  version: keyof typeof WSC = '1.3',
): string {
  return `<wsc:DerivedKeyToken xmlns:wsc="${WSC[version]}" wsu:Id="DK">${reference}${parameters}</wsc:DerivedKeyToken>`;
}

/** A response whose Body and Timestamp are signed with a shared key. */
export function macResponse({
  secret,
  keyInfo,
  tokens = '',
  method = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
}: {
  readonly secret: Uint8Array;
  /** The content of `ds:KeyInfo`. */
  readonly keyInfo: string;
  /** The content of the Security block before the signature. */
  readonly tokens?: string;
  readonly method?: string;
}): string {
  const time = (offset: number): string => new Date(NOW + offset).toISOString();
  const reference = (id: string): string =>
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${id}=</ds:DigestValue></ds:Reference>`;
  const signature = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>${reference('BodyId')}${reference('TimeId')}</ds:SignedInfo><ds:SignatureValue></ds:SignatureValue><ds:KeyInfo>${keyInfo}</ds:KeyInfo></ds:Signature>`;
  const text = `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:wsu="${WSU}"><soapenv:Header><wsse:Security xmlns:wsse="${WSSE}" xmlns:wsse11="${WSSE11}"><wsu:Timestamp wsu:Id="TimeId"><wsu:Created>${time(0)}</wsu:Created><wsu:Expires>${time(60_000)}</wsu:Expires></wsu:Timestamp>${tokens}${signature}</wsse:Security></soapenv:Header><soapenv:Body wsu:Id="BodyId"><b:Paid xmlns:b="urn:bank"><b:amount>10</b:amount></b:Paid></soapenv:Body></soapenv:Envelope>`;
  return macAgain(text, secret);
}

/** Fills in the digests and the code of a document with a shared key. */
export function macAgain(text: string, secret: Uint8Array): string {
  return completeSignature(text, (method, octets) =>
    macOf(macAlgorithm(method) ?? 'hmac-sha256', secret, octets),
  );
}
