import { createHash, createPrivateKey } from 'node:crypto';
import { signOctets } from '../algorithms/algorithms.js';
import { DS, EXC_C14N, SAML1, SAML2, XENC } from '../namespaces.js';
import { canonicalize, EXCLUSIVE } from '../xml/canonicalize.js';
import { readXml } from '../xml/read-xml.js';
import type { Identity } from './certificates.js';

/** The content of an assertion. */
export interface AssertionContent {
  readonly version?: '1.1' | '2.0';
  readonly method?: 'bearer' | 'holder-of-key' | 'sender-vouches';
  /** The holder of the key. */
  readonly holder?: Identity;
  /** Seconds from now. */
  readonly from?: number;
  readonly until?: number;
  readonly id?: string;
  /** Whether it may be sent only once. */
  readonly once?: boolean;
}

/** An assertion that `issuer` has signed. */
export function issueAssertion(issuer: Identity, content: AssertionContent = {}): string {
  const { version = '2.0', method = 'bearer', holder, from = -5, until = 600, id = '_a1', once } = content;
  const time = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  const keyInfo =
    holder === undefined
      ? ''
      : `<ds:KeyInfo xmlns:ds="${DS}"><ds:X509Data><ds:X509Certificate>${derOf(holder)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  const conditions = `<s:Conditions NotBefore="${time(from)}" NotOnOrAfter="${time(until)}">${once === true ? '<s:OneTimeUse></s:OneTimeUse>' : ''}</s:Conditions>`;
  const uri = `urn:oasis:names:tc:SAML:${version === '2.0' ? '2.0' : '1.0'}:cm:${method}`;
  const write = (signature: string): string =>
    version === '2.0'
      ? `<s:Assertion xmlns:s="${SAML2}" ID="${id}" Version="2.0"><s:Issuer>urn:test</s:Issuer>${signature}<s:Subject><s:NameID>CANARY subject</s:NameID><s:SubjectConfirmation Method="${uri}"><s:SubjectConfirmationData>${keyInfo}</s:SubjectConfirmationData></s:SubjectConfirmation></s:Subject>${conditions}</s:Assertion>`
      : `<s:Assertion xmlns:s="${SAML1}" AssertionID="${id}">${conditions}<s:AttributeStatement><s:Subject><s:NameIdentifier>CANARY subject</s:NameIdentifier><s:SubjectConfirmation><s:ConfirmationMethod>${uri}</s:ConfirmationMethod>${keyInfo}</s:SubjectConfirmation></s:Subject></s:AttributeStatement>${signature}</s:Assertion>`;
  const canonical = (text: string): string => canonicalize(readXml(Buffer.from(text)), EXCLUSIVE);
  const digest = createHash('sha256')
    .update(canonical(write('')))
    .digest('base64');
  const info = `<ds:SignedInfo xmlns:ds="${DS}"><ds:CanonicalizationMethod Algorithm="${EXC_C14N}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${DS}enveloped-signature"></ds:Transform><ds:Transform Algorithm="${EXC_C14N}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${XENC}sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const value = signOctets('rsa-sha256', createPrivateKey(issuer.privateKey), canonical(info));
  return write(
    `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${derOf(issuer)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`,
  );
}

function derOf({ certificate }: Identity): string {
  return certificate.replaceAll(/-----[^-]+-----|\s/g, '');
}
