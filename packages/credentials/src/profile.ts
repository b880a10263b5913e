import { type Check, members } from '@soapstone/options';
import type { Kind } from './kind.js';
import { type BasicProfile, basic } from './kinds/basic.js';
import { type CertificateAuthorities, certificateAuthority } from './kinds/certificate-authority.js';
import { type ClientCertificate, clientCertificate } from './kinds/client-certificate.js';
import { type DecryptionProfile, decryption } from './kinds/decryption.js';
import { type DigestProfile, digest } from './kinds/digest.js';
import { type ElementSignatureProfile, elementSignature } from './kinds/element-signature.js';
import { type EncryptionProfile, encryption } from './kinds/encryption.js';
import { type HeadersProfile, headers } from './kinds/headers.js';
import { type KerberosProfile, kerberos } from './kinds/kerberos.js';
import { type NtlmProfile, ntlm } from './kinds/ntlm.js';
import { type OAuthProfile, oauth } from './kinds/oauth.js';
import { type PasswordKeyProfile, passwordKey } from './kinds/password-key.js';
import { type SamlProfile, saml } from './kinds/saml.js';
import { type SessionProfile, session } from './kinds/session.js';
import { type SignatureProfile, signature } from './kinds/signature.js';
import { type StsOptions, tokenService } from './kinds/sts.js';
import { type TimestampProfile, timestamp } from './kinds/timestamp.js';
import { type UsernameTokenProfile, usernameToken } from './kinds/username-token.js';
import { type VerifyProfile, verify } from './kinds/verify.js';
import { flag, type MemberOf, text, XML_TEXT } from './members.js';
import { objectSchema } from './schema.js';

/**
 * How an owner authenticates to an upstream: any combination of the members. Plain, immutable data. Profiles with equal content
 * share connections; profiles with different content never do. Every string in it may be a secret: none appears in an error, and
 * `redactSecrets` removes them from texts of other parties.
 */
export interface CredentialProfile {
  /** HTTP Basic authentication (RFC 7617), UTF-8. */
  readonly basic?: BasicProfile | undefined;
  /** HTTP Digest authentication (RFC 7616). */
  readonly digest?: DigestProfile | undefined;
  /** An access token of OAuth 2.0 (client credentials), sent with each call. */
  readonly oauth?: OAuthProfile | undefined;
  /** Windows authentication with NTLMv2. */
  readonly ntlm?: NtlmProfile | undefined;
  /** Windows authentication with Kerberos. */
  readonly kerberos?: KerberosProfile | undefined;
  /** HTTP headers sent with each call, such as an API key. Names that frame the message are not allowed. */
  readonly headers?: HeadersProfile | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
  /** PEM certificate authorities that sign the server's certificate, in place of the public ones. */
  readonly ca?: CertificateAuthorities | undefined;
  readonly usernameToken?: UsernameTokenProfile | undefined;
  /** A SAML assertion in the `wsse:Security` block. */
  readonly saml?: SamlProfile | undefined;
  /** A token service (WS-Trust) that issues the SAML assertion. */
  readonly sts?: StsProfile | undefined;
  /** A `wsu:Timestamp` in the `wsse:Security` block. */
  readonly timestamp?: TimestampProfile | undefined;
  readonly signature?: SignatureProfile | undefined;
  /** The key that signs the elements that a design names. */
  readonly elementSignature?: ElementSignatureProfile | undefined;
  /** A session key for each request and its response, in place of `encryption`. */
  readonly session?: SessionProfile | undefined;
  /** Keys derived from a password, which is not sent. Cannot be combined with `session` or `encryption`. */
  readonly passwordKey?: PasswordKeyProfile | undefined;
  /** Encryption of requests. */
  readonly encryption?: EncryptionProfile | undefined;
  /** Decryption of responses. Default: they are not decrypted. */
  readonly decryption?: DecryptionProfile | undefined;
  /** The requirements for the signature of every response. Default: signatures of responses are not read. */
  readonly verify?: VerifyProfile | undefined;
  /** `mustUnderstand` of the `wsse:Security` block. Default true. */
  readonly mustUnderstand?: boolean | undefined;
  /** `soap:actor` or `soap:role` of the `wsse:Security` block. Default none: the ultimate receiver. */
  readonly actor?: string | undefined;
}

/**
 * A security token service (WS-Trust): its SAML assertion is sent with each request. It is requested once for all calls and kept
 * until shortly before it expires. With `public-key`, `signature` of the profile signs each message, and the service issues the
 * assertion for that certificate.
 *
 * @example
 * ```ts
 * const credentials = {
 *   timestamp: {},
 *   sts: {
 *     endpoint: 'https://sts.example.com/issue',
 *     credentials: { usernameToken: { username: 'shop', password, type: 'text' } },
 *   },
 * };
 * ```
 */
export interface StsProfile extends StsOptions {
  /**
   * The credentials for the token service: a UsernameToken, a signature, HTTP Basic, or any other credentials; `verify` and
   * `decryption` are for its responses. Default: none, and with `public-key` the key of the profile.
   */
  readonly credentials?: StsCredentials | undefined;
}

/** Credentials at a token service, which cannot come from another token service. */
export type StsCredentials = Omit<CredentialProfile, 'sts'>;

/** The name of a kind: a member of a profile that is not a setting of the `wsse:Security` block. */
export type KindName = Exclude<keyof CredentialProfile, 'mustUnderstand' | 'actor'>;

/** The settings of the `wsse:Security` block, which are not credentials by themselves. */
export const SETTINGS: {
  readonly [Name in Exclude<keyof CredentialProfile, KindName>]-?: MemberOf<
    Exclude<CredentialProfile[Name], undefined>
  >;
} = {
  mustUnderstand: flag,
  actor: text(1024, XML_TEXT),
};

type Table<Name extends KindName> = {
  readonly [Each in Name]: Kind<Exclude<CredentialProfile[Each], undefined>>;
};

/** The kinds that a token service takes, too. */
const OWN_KINDS: Table<Exclude<KindName, 'sts'>> = {
  basic,
  digest,
  oauth,
  ntlm,
  kerberos,
  headers,
  clientCertificate,
  ca: certificateAuthority,
  usernameToken,
  saml,
  timestamp,
  signature,
  elementSignature,
  session,
  passwordKey,
  encryption,
  decryption,
  verify,
};

/**
 * The table of credential kinds, by the member of the profile, the most common first. Everything that differs by kind comes from here or from
 * `DOORS`, so a new kind is a file in `kinds/`, a line here, and the code that presents it to a server.
 *
 * @example
 * ```ts
 * const nodeOnly = Object.values(KINDS).filter(({ runsOn }) => runsOn === 'node');
 * ```
 */
export const KINDS: Table<KindName> = {
  ...OWN_KINDS,
  sts: tokenService<StsCredentials>({
    check: checkOf(OWN_KINDS),
    schema: objectSchema(OWN_KINDS, SETTINGS),
  }),
};

/** The name of every kind, in the order of the table. */
export const KIND_NAMES: readonly KindName[] = Object.keys(KINDS) as KindName[];

/**
 * Checks the members of a profile and their types; problems have JSON Pointers and never a value. A misspelt member must never silently
 * change what is sent. Rules between kinds are those of `findRuleProblems`.
 */
export const credentialProfile: Check = checkOf(KINDS);

function checkOf(kinds: Readonly<Record<string, { readonly check: Check }>>): Check {
  return members<Record<string, unknown>>(
    Object.fromEntries(
      [...Object.entries(kinds), ...Object.entries(SETTINGS)].map(([name, { check }]) => [name, check]),
    ),
  );
}
