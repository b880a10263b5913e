import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

/** WS-Security 1.0: security extension and utility. */
export const WSSE: string = `${WSS}-wssecurity-secext-1.0.xsd`;
export const WSU: string = `${WSS}-wssecurity-utility-1.0.xsd`;
export const BASE64_BINARY: string = `${WSS}-soap-message-security-1.0#Base64Binary`;
export const X509_V3: string = `${WSS}-x509-token-profile-1.0#X509v3`;
export const PASSWORD_TEXT: string = `${WSS}-username-token-profile-1.0#PasswordText`;
export const USERNAME_TOKEN: string = `${WSS}-username-token-profile-1.0#UsernameToken`;
export const PASSWORD_DIGEST: string = `${WSS}-username-token-profile-1.0#PasswordDigest`;

/** Envelope namespaces by SOAP version. */
export const ENVELOPE: Readonly<Record<'1.1' | '1.2', string>> = {
  '1.1': SOAP11_ENVELOPE,
  '1.2': SOAP12_ENVELOPE,
};

export const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const XENC = 'http://www.w3.org/2001/04/xmlenc#';
export const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
export const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** WS-Security 1.1. */
export const WSSE11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd';
export const X509_SKI: string = `${WSS}-x509-token-profile-1.0#X509SubjectKeyIdentifier`;
export const THUMBPRINT_SHA1 =
  'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1';

/** SAML assertions, by version. */
export const SAML1 = 'urn:oasis:names:tc:SAML:1.0:assertion';
export const SAML2 = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SAML_PROFILE = 'http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1';
/** The `ValueType` of a key identifier that names an assertion, and the `TokenType` of the assertion. */
export const SAML_TYPES: Readonly<
  Record<'1.1' | '2.0', { readonly reference: string; readonly token: string }>
> = {
  '1.1': { reference: `${SAML_PROFILE}.0#SAMLAssertionID`, token: `${SAML_PROFILE}.1#SAMLV1.1` },
  '2.0': { reference: `${SAML_PROFILE}.1#SAMLID`, token: `${SAML_PROFILE}.1#SAMLV2.0` },
};
export const STR_TRANSFORM: string = `${WSS}-soap-message-security-1.0#STR-Transform`;

/** How a reference says that it names an `xenc:EncryptedKey`, and how a key identifier names one by the digest of what is encrypted. */
export const ENCRYPTED_KEY =
  'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey';
export const ENCRYPTED_KEY_SHA1 =
  'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKeySHA1';

/** WS-SecureConversation, by version. */
export const WSC: Readonly<Record<'1.3' | '2005-02', string>> = {
  '1.3': 'http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512',
  '2005-02': 'http://schemas.xmlsoap.org/ws/2005/02/sc',
};
