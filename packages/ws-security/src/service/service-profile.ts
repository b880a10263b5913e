import {
  CONTENT_CIPHERS,
  type DecryptionProfile,
  type EncryptedPart,
  type EncryptionProfile,
  encryptedPart,
  KEY_IDENTIFIERS,
  KEY_TRANSPORTS,
  KINDS,
  type SignatureProfile,
  type TimestampProfile,
  trustsCertificates,
  type VerifyProfile,
} from '@soapstone/credentials';
import {
  assertOptions,
  type Check,
  callback,
  flag,
  listOf,
  members,
  numberFrom,
  type OptionProblem,
  oneOf,
  wrong,
} from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { findProblems } from '../credential-problems.js';
import { secondsFrom } from '../credentials/seconds.js';

/**
 * WS-Security of a service: what its requests must satisfy, and how its responses are secured. A request that does not satisfy
 * them is rejected before any of it is decoded.
 *
 * @example
 * ```ts
 * const security = {
 *   verify: { authorities: await readFile('partners.pem', 'utf8') },
 *   respond: { signature: { certificate, privateKey }, timestamp: {}, signatureConfirmation: true },
 * };
 * ```
 */
export interface ServiceSecurity {
  /**
   * Requires one signature by a trusted certificate over the Body, the Timestamp and what `parts` names. The handler sees only what the
   * signature covers. Default: signatures are not read.
   */
  readonly verify?: RequestVerification | undefined;
  /** The key that callers encrypt for. Unencrypted requests are read as well, unless `encryptedParts` requires encryption. */
  readonly decryption?: DecryptionProfile | undefined;
  /** The parts that must be encrypted. Default: none. */
  readonly encryptedParts?: readonly RequiredEncryption[] | undefined;
  /** Requires a UsernameToken. Default: tokens are not read. */
  readonly usernameToken?: UsernameTokenCheck | undefined;
  /** Seconds by which the clocks of callers may differ, up to 3,600. Default 60. */
  readonly clockSkewSeconds?: number | undefined;
  /** The maximum age of a request in seconds, 1 to 86,400, regardless of what its Timestamp says. Default 300. */
  readonly maxAgeSeconds?: number | undefined;
  /**
   * Where signatures and nonces are remembered, so that no request is accepted twice. Several processes of a service must share it.
   * Default: the memory of this process, up to 200,000 requests of the last minutes; further ones are rejected until some expire.
   */
  readonly replays?: ReplayStore | undefined;
  /** How responses are secured. Default: not at all. */
  readonly respond?: ResponseProtection | undefined;
  /** Receives the reason for each rejected request, which its sender does not learn. Default: none. */
  readonly onRefused?: ((reason: string) => void) | undefined;
}

/** The signature that a request must have. Needs at least one of `authorities` and `certificates`. */
export type RequestVerification = Omit<
  VerifyProfile,
  'allowUnsignedFaults' | 'clockSkewSeconds' | 'maxAgeSeconds' | 'signatureConfirmation'
>;

/** A part of a request that must be encrypted. */
export type RequiredEncryption = 'body' | 'username-token';

/** How the UsernameToken of a request is checked. Needs `password` or `check`. */
export interface UsernameTokenCheck {
  /** The password of a user, which digests and texts are compared with; `undefined` for an unknown user. */
  readonly password?: ((username: string) => MaybePromise<string | undefined>) | undefined;
  /** Decides about a password in clear, for stores that keep only hashes. */
  readonly check?: ((username: string, password: string) => MaybePromise<boolean>) | undefined;
  /** The accepted kinds. Default: `digest` with `password`, `text` with `check`. */
  readonly accept?: readonly ('digest' | 'text')[] | undefined;
  /** Accept a token that the signature does not cover, although `verify` is set. Default false. */
  readonly allowUnsigned?: boolean | undefined;
}

/** Remembers what was accepted. */
export interface ReplayStore {
  /**
   * Remembers a key. Returns `false` if it is remembered already.
   *
   * @param key up to 44 characters of base64
   * @param expiresAt milliseconds since the Unix epoch; it can be forgotten then
   */
  add(key: string, expiresAt: number): MaybePromise<boolean>;
}

/** How a response is secured: a result, a fault of a handler, and a fault about a request that was not rejected for its security. */
export interface ResponseProtection {
  readonly timestamp?: TimestampProfile | undefined;
  readonly signature?: Omit<SignatureProfile, 'signUsernameToken'> | undefined;
  readonly encryption?: ResponseEncryption | undefined;
  /** Confirm the signature of the request (WS-Security 1.1 §8.5). Needs `signature`. Default false. */
  readonly signatureConfirmation?: boolean | undefined;
}

/** XML Encryption of responses. */
export interface ResponseEncryption
  extends Pick<EncryptionProfile, 'cipher' | 'keyTransport' | 'keyIdentifier'> {
  /** PEM. Default: the certificate that signed the request. */
  readonly certificate?: string | undefined;
  /** Default `['body']`. */
  readonly parts?: readonly Exclude<EncryptedPart, 'username-token' | 'saml-assertion'>[] | undefined;
}

type MaybePromise<Value> = Value | Promise<Value>;

const requestVerification: Check = (value) => {
  const problems = KINDS.verify.check(value);
  if (problems.length > 0) return problems;
  const foreign = (
    ['allowUnsignedFaults', 'clockSkewSeconds', 'maxAgeSeconds', 'signatureConfirmation'] as const
  ).find((name) => (value as VerifyProfile)[name] !== undefined);
  if (foreign !== undefined)
    return [
      {
        path: `/${foreign}`,
        expected: 'expected no such member: it only applies to responses, or belongs next to verify',
      },
    ];
  return trustsCertificates(value as VerifyProfile) ? [] : wrong('expected authorities or certificates');
};

const shape: Check = members<ServiceSecurity>({
  verify: requestVerification,
  decryption: KINDS.decryption.check,
  encryptedParts: listOf(oneOf('body', 'username-token')),
  usernameToken: members<UsernameTokenCheck>({
    password: callback,
    check: callback,
    accept: listOf(oneOf('digest', 'text')),
    allowUnsigned: flag,
  }),
  clockSkewSeconds: secondsFrom(0, 3600),
  maxAgeSeconds: secondsFrom(1, 86_400),
  replays: (value) =>
    typeof (value as Partial<ReplayStore> | null)?.add === 'function'
      ? []
      : wrong('expected an object with a function add'),
  respond: members<ResponseProtection>({
    timestamp: members<TimestampProfile>({ ttlSeconds: numberFrom(1) }),
    signature: KINDS.signature.check,
    encryption: members<ResponseEncryption>({
      certificate: (value) => (typeof value === 'string' ? [] : wrong('expected a certificate in PEM')),
      parts: listOf(encryptedPart.check),
      cipher: oneOf(...CONTENT_CIPHERS),
      keyTransport: oneOf(...KEY_TRANSPORTS),
      keyIdentifier: oneOf(...KEY_IDENTIFIERS),
    }),
    signatureConfirmation: flag,
  }),
  onRefused: callback,
});

/** Throws `OptionError` for members that are unknown, unusable, or unusable together. */
export function assertServiceSecurity(security: unknown): void {
  assertOptions(shape, security, 'security');
  assertOptions(together, security, 'security');
  assertOptions(keys, security, 'security');
}

/** Whether keys and certificates can be read, and belong together. */
const keys: Check = (value) => {
  const { verify, decryption, respond = {} } = value as ServiceSecurity;
  const { timestamp, signature, encryption } = respond;
  const { certificate } = encryption ?? {};
  const own = findProblems(defined({ verify, decryption }));
  const about = { timestamp, signature, encryption: certificate === undefined ? undefined : { certificate } };
  const responses = findProblems(defined(about));
  return [...own, ...responses.map(({ path, expected }) => ({ path: `/respond${path}`, expected }))];
};

const together: Check = (value) => {
  const { verify, decryption, encryptedParts = [], usernameToken, respond } = value as ServiceSecurity;
  const at = (path: string, expected: string): readonly OptionProblem[] => [{ path, expected }];
  if (verify === undefined && decryption === undefined && usernameToken === undefined)
    return wrong('expected at least one of verify, decryption and usernameToken');
  // Without a signature, anyone could send altered messages and learn from the faults what is encrypted.
  if (verify === undefined && decryption?.allowCbc === true)
    return at(
      '/decryption/allowCbc',
      'expected verify as well: only a signature reveals that AES-CBC was altered',
    );
  if (encryptedParts.length > 0 && decryption === undefined)
    return at('/encryptedParts', 'expected decryption as well');
  if (encryptedParts.includes('username-token') && usernameToken === undefined)
    return at('/encryptedParts', 'expected usernameToken as well');
  if (usernameToken !== undefined) {
    const { password, check, accept } = usernameToken;
    if (password === undefined && check === undefined)
      return at('/usernameToken', 'expected password or check');
    if (accept?.length === 0) return at('/usernameToken/accept', 'expected digest, text or both');
    if (accept?.includes('digest') === true && password === undefined)
      return at(
        '/usernameToken/accept',
        'expected password as well: a digest cannot be compared with a hash',
      );
  }
  if (respond?.signatureConfirmation === true && respond.signature === undefined)
    return at('/respond/signatureConfirmation', 'expected signature as well');
  if (
    respond?.encryption !== undefined &&
    respond.encryption.certificate === undefined &&
    verify === undefined
  )
    return at(
      '/respond/encryption',
      'expected its certificate, or verify, to encrypt for the signer of the request',
    );
  const foreign =
    respond?.encryption?.parts?.findIndex(
      (part) => typeof part === 'string' && part !== 'body' && part !== 'signature',
    ) ?? -1;
  if (foreign >= 0)
    return at(`/respond/encryption/parts/${foreign}`, 'expected body, signature or a header block');
  return [];
};
