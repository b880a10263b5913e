import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  type SecureContext,
  type SecureContextOptions,
  TLSSocket,
} from 'node:tls';
import { defined } from '@soapstone/options/defined';
import type { ClientCertificate, CredentialProfile } from '@soapstone/ws-security';
import {
  assertAffordable,
  DerivedValues,
  ExpensiveKeyError,
  Pkcs12Error,
  readPkcs12,
} from '@soapstone/ws-security/internal/profile';
import type { Compatibility } from '../old-servers.js';
import { assertAuthorities } from '../readable-authorities.js';
import { TransportError } from '../transport-error.js';

/** The contexts that were used last of keys that have to be opened first, which takes as long as their file says. */
const opened = new DerivedValues(createContext);

/**
 * The TLS options of a credential profile. The server certificate is always verified: against the profile's own authorities if it
 * has any (and only those), otherwise against Node's. Throws `TransportError` `INVALID_REQUEST` if a certificate or key cannot be
 * read; the message contains no part of it.
 *
 * @param compatibility what the server needs that OpenSSL refuses by default
 */
export function createTlsContext(
  profile: CredentialProfile | undefined,
  compatibility?: Compatibility,
): SecureContext {
  const client = profile?.clientCertificate;
  try {
    assertAuthorities(profile?.ca);
    const options = defined({ ca: profile?.ca, clientCertificate: client, compatibility });
    return client !== undefined && ('pfx' in client || client.passphrase !== undefined)
      ? opened.get(options)
      : createContext(options);
  } catch (cause) {
    throw new TransportError({
      code: 'INVALID_REQUEST',
      phase: 'prepare',
      message:
        cause instanceof Pkcs12Error || cause instanceof ExpensiveKeyError
          ? `cannot use the client certificate of the credential profile: ${cause.message}`
          : 'cannot use the client certificate or the certificate authorities of the credential profile: not readable as PEM, the passphrase is wrong, or TLS rejects them',
      // OpenSSL's text names routines and reasons, never content.
      cause: cause instanceof Error ? new Error(cause.message.slice(0, 200)) : undefined,
    });
  }
}

function createContext({
  ca,
  clientCertificate: client,
  compatibility,
}: Pick<CredentialProfile, 'ca' | 'clientCertificate'> & {
  readonly compatibility?: Compatibility;
}): SecureContext {
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(compatibility === undefined ? {} : weakened(compatibility)),
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
    ...(client === undefined ? {} : keyPairOf(client)),
  });
}

const OLD_VERSIONS = { '1.0': 'TLSv1', '1.1': 'TLSv1.1' } as const;

/** The options of TLS for an old server. The ciphers stay those of Node: none without encryption or without a certificate. */
function weakened({
  minimumTls,
  legacyRenegotiation,
  weakCiphers = [],
}: Compatibility): SecureContextOptions {
  // TLS before 1.2 signs with SHA-1 and MD5, which OpenSSL only does at level 0 (SSL_CTX_set_security_level).
  const needsNone = minimumTls !== undefined || weakCiphers.includes('SHA-1');
  const level = needsNone ? 0 : weakCiphers.length > 0 ? 1 : undefined;
  return {
    ...(minimumTls === undefined ? {} : { minVersion: OLD_VERSIONS[minimumTls] }),
    ...(level === undefined ? {} : { ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=${level}` }),
    ...(legacyRenegotiation === true ? { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT } : {}),
  };
}

/**
 * Returns the certificate and its key. PKCS#12 is read as for signatures: OpenSSL does not read RC2, which old Windows and OpenSSL 1
 * wrote, does not say what is wrong with a file, and would trust the authorities in it.
 */
function keyPairOf(client: ClientCertificate): SecureContextOptions {
  const { certificate, privateKey, passphrase } =
    'pfx' in client
      ? { ...readPkcs12(client.pfx, client.passphrase), passphrase: undefined }
      : { passphrase: undefined, ...client };
  assertAffordable(privateKey);
  return { cert: certificate, key: privateKey, ...defined({ passphrase }) };
}

/** The fewest bits of the RSA key of a server, regardless of its compatibility. OpenSSL has no such limit at level 0. */
const LEAST_RSA_BITS = 1024;

/** Returns the error for a server with a shorter key than any profile allows. */
export function refuseShortKey(socket: Socket): Error | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const bits = socket.getPeerX509Certificate()?.publicKey.asymmetricKeyDetails?.modulusLength;
  if (bits === undefined || bits >= LEAST_RSA_BITS) return undefined;
  return Object.assign(new Error('the key of the certificate is too short'), {
    code: 'ERR_TLS_RSA_KEY_SIZE',
  });
}
