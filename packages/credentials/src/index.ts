/**
 * The table of credential kinds of a SOAP service. A kind is one member of a `CredentialProfile`, such as `basic` or `signature`. The table
 * (`KINDS`) says of each kind which members it has, how they are checked, what is secret, and in which runtimes it works.
 * `@soapstone/credentials/schema` makes a JSON Schema of it, and `@soapstone/credentials/doors` has what people see: titles, form fields, options of
 * the command line. It reads no XML and has no cryptography: whether a key opens is for those who use it.
 *
 * @packageDocumentation
 */

export * from './algorithms.js';
export { type Decrypter, isDecrypter, isSigner, type Signer } from './external-key.js';
export type { BundleMember, Kind, RunsOn } from './kind.js';
export type { BasicProfile } from './kinds/basic.js';
export type { CertificateAuthorities } from './kinds/certificate-authority.js';
export type { ClientCertificate } from './kinds/client-certificate.js';
export type { DecryptionProfile } from './kinds/decryption.js';
export type { DigestProfile } from './kinds/digest.js';
export { ELEMENT_KEY_INFOS, type ElementSignatureProfile } from './kinds/element-signature.js';
export type { EncryptionProfile } from './kinds/encryption.js';
export type { HeadersProfile } from './kinds/headers.js';
export type { KerberosProfile } from './kinds/kerberos.js';
export type { NtlmProfile } from './kinds/ntlm.js';
export { CLIENT_ASSERTION_ALGORITHMS, type OAuthProfile } from './kinds/oauth.js';
export { PASSWORD_KEY_CIPHERS, type PasswordKeyProfile } from './kinds/password-key.js';
export type { SamlProfile } from './kinds/saml.js';
export { DERIVED_KEYS, type SessionProfile } from './kinds/session.js';
export type { SignatureProfile } from './kinds/signature.js';
export { KEY_TYPES, type StsOptions, TOKEN_TYPES, TRUST_VERSIONS, tokenServiceOptions } from './kinds/sts.js';
export type { TimestampProfile } from './kinds/timestamp.js';
export type { UsernameTokenProfile } from './kinds/username-token.js';
export { trustsCertificates, type VerifyProfile } from './kinds/verify.js';
export { isXmlText, type Member, type MemberOf, type MemberSchema } from './members.js';
export {
  type EncryptedPart,
  encryptedPart,
  type HeaderPart,
  KEY_IDENTIFIERS,
  type KeyIdentifier,
  REQUEST_PARTS,
  type RequestPart,
  type SignedPart,
} from './parts.js';
export {
  type CredentialProfile,
  credentialProfile,
  KIND_NAMES,
  KINDS,
  type KindName,
  SETTINGS,
  type StsCredentials,
  type StsProfile,
} from './profile.js';
export { type CredentialProblem, findProfileProblems, findRuleProblems } from './rules.js';
export { secretTexts } from './secrets.js';
