import {
  type Check,
  flag,
  listOf,
  members,
  numeric,
  type OptionProblem,
  oneOf,
  recordOf,
  text,
} from '@soapstone/options';
import { type SecurityError, unusableRequest } from '../security-error.js';
import { type ClientCertificate, clientCertificate } from './client-certificate.js';
import {
  type DecryptionProfile,
  decryptionProfile,
  type EncryptionProfile,
  encryptionProfile,
} from './encryption-profile.js';
import { type KerberosProfile, kerberosProfile } from './kerberos-profile.js';
import { type NtlmProfile, ntlmProfile } from './ntlm-profile.js';
import { type OAuthProfile, oauthProfile } from './oauth-profile.js';
import { type PasswordKeyProfile, passwordKeyProfile } from './password-key-profile.js';
import { type SamlProfile, samlProfile } from './saml-profile.js';
import { type SessionProfile, sessionProfile } from './session-profile.js';
import { type SignatureProfile, signatureProfile } from './signature-profile.js';
import { type StsOptions, stsProfile } from './sts-profile.js';
import { trustsCertificates, type VerifyProfile, verifyProfile } from './verify-profile.js';

/**
 * How an owner authenticates to an upstream: any combination of the members. Plain, immutable data. Profiles with equal content
 * share connections; profiles with different content never do. Every string in it may be a secret: none appears in an error, and
 * `redactSecrets` removes them from texts of other parties.
 */
export interface CredentialProfile {
  /** HTTP Basic authentication (RFC 7617), UTF-8. */
  readonly basic?: { readonly username: string; readonly password: string } | undefined;
  /** An access token of OAuth 2.0 (client credentials), sent with each call. */
  readonly oauth?: OAuthProfile | undefined;
  /** Windows authentication with NTLMv2. */
  readonly ntlm?: NtlmProfile | undefined;
  /** Windows authentication with Kerberos. */
  readonly kerberos?: KerberosProfile | undefined;
  /** HTTP headers sent with each call, such as an API key. Names that frame the message are not allowed. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
  /** PEM certificate authorities that sign the server's certificate, in place of the public ones. */
  readonly ca?: string | readonly string[] | undefined;
  readonly usernameToken?: UsernameTokenProfile | undefined;
  /** A SAML assertion in the `wsse:Security` block. */
  readonly saml?: SamlProfile | undefined;
  /** A token service (WS-Trust) that issues the SAML assertion. */
  readonly sts?: StsProfile | undefined;
  /** A `wsu:Timestamp` in the `wsse:Security` block. */
  readonly timestamp?: TimestampProfile | undefined;
  readonly signature?: SignatureProfile | undefined;
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

/** WS-Security UsernameToken Profile 1.0. */
export interface UsernameTokenProfile {
  readonly username: string;
  readonly password: string;
  /** `text`: the password in clear. `digest`: Base64(SHA-1(nonce + created + password)). */
  readonly type: 'text' | 'digest';
  /** Whether a `text` token carries a nonce. A digest always does. Default true. */
  readonly nonce?: boolean | undefined;
  /** Whether a `text` token carries `wsu:Created`. A digest always does. Default true. */
  readonly created?: boolean | undefined;
}

/** How long a message is valid. */
export interface TimestampProfile {
  /** Seconds from Created to Expires. Default 300. */
  readonly ttlSeconds?: number | undefined;
}

const ownMembers: { readonly [Name in keyof Required<Omit<CredentialProfile, 'sts'>>]: Check } = {
  basic: members<NonNullable<CredentialProfile['basic']>>({ username: text, password: text }, [
    'username',
    'password',
  ]),
  oauth: oauthProfile,
  ntlm: ntlmProfile,
  kerberos: kerberosProfile,
  headers: recordOf(text),
  clientCertificate,
  ca: (value) => (Array.isArray(value) ? listOf(text)(value) : text(value)),
  usernameToken: members<UsernameTokenProfile>(
    { username: text, password: text, type: oneOf('text', 'digest'), nonce: flag, created: flag },
    ['username', 'password', 'type'],
  ),
  saml: samlProfile,
  timestamp: members<TimestampProfile>({ ttlSeconds: numeric }),
  signature: signatureProfile,
  session: sessionProfile,
  passwordKey: passwordKeyProfile,
  encryption: encryptionProfile,
  verify: verifyProfile,
  decryption: decryptionProfile,
  mustUnderstand: flag,
  actor: text,
};

/** The members of a profile and their types. A misspelt member must never silently change what is sent. */
export const credentialProfile: Check = members<CredentialProfile>({
  ...ownMembers,
  sts: stsProfile(members<StsCredentials>(ownMembers)),
});

/** Headers of the HTTP framing, of SOAP and of this client, which a profile cannot set. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'mime-version',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'soapaction',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The members that fill in `Authorization`. */
const AUTHORIZERS = ['basic', 'oauth', 'ntlm', 'kerberos'] as const;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Visible ASCII, space and tab (RFC 9110 §5.5 without obs-text). */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/** A member of a profile that makes every call fail. */
export interface CredentialProblem {
  /** A JSON Pointer into the profile. Never contains what may be a secret. */
  readonly path: string;
  /** The expectation, without the actual value. */
  readonly expected: string;
}

/** Returns the problems of the texts in a profile. Cheap: keys and certificates are only checked by `findCredentialProblems`. */
export function findTextProblems(profile: CredentialProfile): CredentialProblem[] {
  const { basic, headers, usernameToken, timestamp, actor, sts } = profile;
  const problems: CredentialProblem[] = [];
  const check = (right: boolean, path: string, expected: string): void => {
    if (!right) problems.push({ path, expected });
  };
  if (basic !== undefined) {
    check(isPlainText(basic.username) && !basic.username.includes(':'), '/basic/username', NO_COLON);
    check(isPlainText(basic.password), '/basic/password', 'expected no control character');
  }
  const [authorizer, ...others] = AUTHORIZERS.filter((name) => profile[name] !== undefined);
  for (const other of others) {
    check(false, `/${other}`, `${authorizer} already sets the authorization header`);
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!TOKEN.test(name)) {
      // The name has been consumed, so it must not be read again as a value.
      check(false, '/headers', 'expected names that are HTTP tokens');
      continue;
    }
    const lower = name.toLowerCase();
    const path = `/headers/${name.replaceAll('~', '~0')}`;
    check(!RESERVED_HEADERS.has(lower), path, 'this header is set by the transport');
    check(authorizer === undefined || lower !== 'authorization', path, `${authorizer} already sets it`);
    check(
      value.length <= 8192 && FIELD_VALUE.test(value),
      path,
      'expected at most 8192 visible ASCII characters',
    );
  }
  if (usernameToken !== undefined) {
    check(isXmlText(usernameToken.username), '/usernameToken/username', 'expected text that XML can hold');
    check(isXmlText(usernameToken.password), '/usernameToken/password', 'expected text that XML can hold');
  }
  const { session, passwordKey, encryption, verify } = profile;
  if (passwordKey !== undefined) {
    const isAlone = session === undefined && encryption === undefined;
    check(isXmlText(passwordKey.username), '/passwordKey/username', 'expected text that XML can hold');
    check(passwordKey.password !== '', '/passwordKey/password', 'expected a password that is not empty');
    check(isAlone, '/passwordKey', 'another member (session or encryption) already secures requests');
  }
  check(
    session === undefined || encryption === undefined,
    '/encryption',
    'session already encrypts requests',
  );
  const isTrusting = verify === undefined || session !== undefined || trustsCertificates(verify);
  check(isTrusting, '/verify', 'expected authorities or certificates: without one no signer can be trusted');
  const ttl = timestamp?.ttlSeconds;
  const isSpan = ttl === undefined || (Number.isInteger(ttl) && ttl >= 1 && ttl <= 86_400);
  check(isSpan, '/timestamp/ttlSeconds', 'expected an integer from 1 to 86400');
  check(actor === undefined || isXmlText(actor), '/actor', 'expected text that XML can hold');
  return sts === undefined ? problems : [...problems, ...findTokenServiceProblems(profile, sts)];
}

function findTokenServiceProblems(
  { saml, signature }: CredentialProfile,
  { credentials = {}, keyType }: StsProfile,
): CredentialProblem[] {
  const problems = findTextProblems(credentials).map(({ path, expected }) => ({
    path: `/sts/credentials${path}`,
    expected,
  }));
  if (saml !== undefined) problems.push({ path: '/sts', expected: 'saml already has the assertion' });
  if (keyType === 'public-key' && signature === undefined) {
    problems.push({
      path: '/signature',
      expected: 'expected the key that the token is for: keyType is public-key',
    });
  }
  return problems;
}

/**
 * Checks the members and texts of a profile before each use. It rejects unknown members and values, and anything that could break
 * the framing of a message. Throws `SecurityError` `INVALID_REQUEST` that names the first wrong member and never its value.
 *
 * @example
 * ```ts
 * assertCredentialProfile(JSON.parse(text));
 * ```
 */
export function assertCredentialProfile(profile: CredentialProfile): void {
  const [problem] = findProfileProblems(profile);
  if (problem !== undefined) throw unusableMember(problem);
}

/** The members that are unknown or of the wrong type; if there are none, the problems of the texts. */
function findProfileProblems(profile: CredentialProfile): readonly OptionProblem[] {
  const problems = credentialProfile(profile);
  return problems.length > 0 ? problems : findTextProblems(profile);
}

/** The error for one wrong member of a profile. */
export function unusableMember({ path, expected }: CredentialProblem): SecurityError {
  const what = path === '' ? 'the credential profile' : `credential profile member "${path}"`;
  return unusableRequest(`cannot use ${what}: ${expected}`);
}

const NO_COLON = 'expected no colon and no control character';

/** Whether the text can be encoded as UTF-8 and has no control characters. */
function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** Whether every character is a `Char` of XML 1.0: surrogates come in pairs, no control characters. */
export function isXmlText(text: string): boolean {
  return /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);
}
