import {
  anything,
  assertOptions,
  bytes,
  type Check,
  flag,
  listOf,
  members,
  numeric,
  oneOf,
  text,
} from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { Port } from '@soapstone/soap-model';
import type {
  ClientCertificate,
  CredentialProfile,
  DecryptionProfile,
  EncryptionProfile,
  OAuthProfile,
  SignatureProfile,
  VerifyProfile,
} from '@soapstone/ws-security';
import { KEY_IDENTIFIERS, SIGNATURE_ALGORITHMS } from '@soapstone/ws-security/web';

/**
 * Credentials of a client: created by the functions of this module and passed as `ClientOptions.security`, alone or
 * several in an array. Plain data. Any string in it may be a secret, so none appears in an error.
 */
export type Security = CredentialProfile;

/** Security that is completed by the policy of a port. Created by `wsdlPolicy` and passed as `ClientOptions.security`. */
export interface PolicySecurity {
  /** Returns the credentials for a port. Throws `OptionError` if its policy cannot be satisfied. */
  readonly forPort: (port: Port) => Security;
  /** The credentials of the transport, which also fetch the WSDL. */
  readonly forDocuments: Security;
}

/**
 * HTTP Basic authentication (RFC 7617), in UTF-8.
 *
 * @example
 * ```ts
 * const client = await createClient(wsdl, { security: basic('ada', password) });
 * ```
 */
export function basic(username: string, password: string): Security {
  assertText('basic', 'username', username);
  assertText('basic', 'password', password);
  return { basic: { username, password } };
}

/**
 * An `Authorization: Bearer` header. If the token changes, set the header in the `request` hook instead.
 *
 * @example
 * ```ts
 * const client = await createClient(wsdl, { security: bearer(token) });
 * ```
 */
export function bearer(token: string): Security {
  assertText('bearer', 'token', token);
  return { headers: { authorization: `Bearer ${token}` } };
}

/**
 * OAuth 2.0 client credentials: every call carries an access token from the token endpoint, which is requested once for all calls
 * and renewed shortly before it expires. Needs Node's transport.
 *
 * @param oauth the token endpoint, and a secret or a private key (`private_key_jwt`)
 *
 * @example
 * ```ts
 * const security = oauthClientCredentials({ tokenEndpoint, clientId: 'shop', clientSecret, scope: 'payments' });
 * ```
 */
export function oauthClientCredentials(oauth: OAuthProfile): Security {
  return { oauth };
}

/**
 * An HTTP header on every call, such as an API key.
 *
 * @example
 * ```ts
 * const client = await createClient(wsdl, { security: header('X-API-Key', key) });
 * ```
 */
export function header(name: string, value: string): Security {
  assertText('header', 'name', name);
  assertText('header', 'value', value);
  return { headers: { [name]: value } };
}

const pemCertificate: Check = members<{ certificate: string; privateKey: string; passphrase?: string }>(
  { certificate: text, privateKey: text, passphrase: text },
  ['certificate', 'privateKey'],
);
const pfxCertificate: Check = members<{ pfx: Uint8Array; passphrase?: string }>(
  { pfx: bytes, passphrase: text },
  ['pfx'],
);

/**
 * A TLS client certificate: PEM texts, or one PKCS#12 file. Needs Node's transport: `fetch` cannot send one.
 *
 * @param certificate `{certificate, privateKey, passphrase?}` in PEM, or `{pfx, passphrase?}`
 * @throws {OptionError} for an unknown member or a value of the wrong type
 *
 * @example
 * ```ts
 * const security = clientCertificate({ certificate: await readFile('client.pem', 'utf8'), privateKey: key });
 * ```
 */
export function clientCertificate(certificate: ClientCertificate): Security {
  const check =
    typeof certificate === 'object' && 'pfx' in (certificate ?? {}) ? pfxCertificate : pemCertificate;
  assertOptions(check, certificate, 'clientCertificate');
  return { clientCertificate: certificate };
}

/**
 * The certificate authorities, in PEM, to trust for the server's certificate instead of the public ones. Needs Node's transport.
 * Throws `OptionError` for an empty list, and for anything but strings.
 *
 * @example
 * ```ts
 * const security = [certificateAuthority(await readFile('internal-ca.pem', 'utf8')), basic('ada', password)];
 * ```
 */
export function certificateAuthority(...pem: readonly string[]): Security {
  if (pem.length === 0) assertText('certificateAuthority', 'pem', undefined);
  assertOptions(listOf(text), pem, 'certificateAuthority', 'pem');
  return { ca: pem };
}

/** Options of `usernameToken`. */
export interface UsernameTokenOptions {
  readonly username: string;
  readonly password: string;
  /** Send Base64(SHA-1(nonce + created + password)) instead of the password. Default false. */
  readonly digest?: boolean | undefined;
  /** Whether to send a nonce. A digest always has one. Default true. */
  readonly nonce?: boolean | undefined;
  /** Whether to send the creation time. A digest always has one. Default true. */
  readonly created?: boolean | undefined;
  /** Add a `wsu:Timestamp` that is valid for this many seconds, 1 to 86,400. Default: no timestamp. */
  readonly timestamp?: number | undefined;
  /** `mustUnderstand` of the `wsse:Security` block. Default true. */
  readonly mustUnderstand?: boolean | undefined;
  /** `soap:actor` (1.1) or `soap:role` (1.2) of the block. Default: none. */
  readonly actor?: string | undefined;
}

const usernameTokenOptions: Check = members<UsernameTokenOptions>(
  {
    username: text,
    password: text,
    digest: flag,
    nonce: flag,
    created: flag,
    timestamp: numeric,
    mustUnderstand: flag,
    actor: text,
  },
  ['username', 'password'],
);

/**
 * A WS-Security UsernameToken (OASIS UsernameToken Profile 1.0), created for each call.
 *
 * @example
 * ```ts
 * const security = usernameToken({ username: 'ada', password, digest: true, timestamp: 300 });
 * ```
 */
export function usernameToken(options: UsernameTokenOptions): Security {
  assertOptions(usernameTokenOptions, options, 'usernameToken');
  const { username, password, digest = false, nonce, created, timestamp, mustUnderstand, actor } = options;
  return {
    usernameToken: { username, password, type: digest ? 'digest' : 'text', nonce, created },
    ...(timestamp === undefined ? {} : { timestamp: { ttlSeconds: timestamp } }),
    ...defined({ mustUnderstand, actor }),
  };
}

/** Options of `x509Signature`. */
export interface X509SignatureOptions extends SignatureProfile {
  /** How long the message is valid, in seconds, 1 to 86,400; the timestamp is signed too. `false`: no timestamp. Default 300. */
  readonly timestamp?: number | false | undefined;
}

/** PEM, or a `Signer`, which the transport checks. */
const key: Check = (value) => (typeof value === 'object' && value !== null ? [] : text(value));

const x509Options: Check = members<X509SignatureOptions>(
  {
    certificate: text,
    privateKey: key,
    passphrase: text,
    algorithm: oneOf(...SIGNATURE_ALGORITHMS),
    canonicalization: oneOf('exclusive', 'inclusive'),
    keyIdentifier: oneOf(...KEY_IDENTIFIERS),
    parts: anything,
    signUsernameToken: flag,
    timestamp: (value) => (value === false ? [] : numeric(value)),
  },
  ['certificate', 'privateKey'],
);

/**
 * A WS-Security X.509 signature over the SOAP body and the timestamp (X.509 Token Profile 1.0). To verify signatures of responses,
 * add `verifyResponses`. Needs Node's `crypto`: Node, Bun or Deno.
 *
 * @param options the certificate and its key: PEM, or a `Signer` for a key in a PKCS#11 module or a KMS
 *
 * @example
 * ```ts
 * const security = x509Signature({ certificate, privateKey, algorithm: 'rsa-sha256' });
 * ```
 */
export function x509Signature(options: X509SignatureOptions): Security {
  assertOptions(x509Options, options, 'x509Signature');
  const { timestamp = 300, ...signature } = options;
  return timestamp === false ? { signature } : { signature, timestamp: { ttlSeconds: timestamp } };
}

/**
 * Requires signed responses: every response must carry a signature by a trusted signer over its Body and Timestamp, and only signed
 * content is decoded. Otherwise the call fails with a `TransportError`: `RESPONSE_NOT_SIGNED`, `RESPONSE_SIGNATURE_INVALID` or
 * `RESPONSE_EXPIRED`. Needs Node's `crypto`: Node, Bun or Deno.
 *
 * @param verify whom to trust, with `authorities` or `certificates`, and what must be signed
 *
 * @example
 * ```ts
 * const security = [
 *   x509Signature({ certificate, privateKey }),
 *   verifyResponses({ certificates: await readFile('bank.pem', 'utf8') }),
 * ];
 * ```
 */
export function verifyResponses(verify: VerifyProfile): Security {
  return { verify };
}

/**
 * Encrypts the SOAP body, or other parts of requests, for the owner of a certificate (XML Encryption 1.1). Needs Node's `crypto`: Node, Bun or Deno.
 *
 * @param encryption the certificate of the server, and how to encrypt
 *
 * @example
 * ```ts
 * const security = [
 *   x509Signature({ certificate, privateKey }),
 *   encryptRequests({ certificate: await readFile('bank.pem', 'utf8'), parts: ['body', 'signature'] }),
 * ];
 * ```
 */
export function encryptRequests(encryption: EncryptionProfile): Security {
  return { encryption };
}

/**
 * Decrypts responses. One that cannot be decrypted fails with a `TransportError` `RESPONSE_DECRYPTION_FAILED`. Add `verifyResponses`:
 * anyone can encrypt for a public certificate. Needs Node's `crypto`: Node, Bun or Deno.
 *
 * @param decryption the private key of the certificate that the server encrypts for: PEM, or a `Decrypter`
 *
 * @example
 * ```ts
 * const security = [decryptResponses({ privateKey }), verifyResponses({ certificates })];
 * ```
 */
export function decryptResponses(decryption: DecryptionProfile): Security {
  return { decryption };
}

function assertText(what: string, argument: string, value: unknown): void {
  assertOptions(text, value, what, argument);
}
