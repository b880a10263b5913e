import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { defined } from '@soapstone/options/defined';
import type { ClientCertificate, CredentialProfile } from '@soapstone/ws-security';
import { Pkcs12Error, readPkcs12 } from '@soapstone/ws-security';
import { assertAffordable, DerivedValues, ExpensiveKeyError } from '@soapstone/ws-security/internal';
import { assertAuthorities } from '../authorities.js';
import { TransportError } from '../transport-error.js';

/** The contexts that were used last of keys that have to be opened first, which takes as long as their file says. */
const opened = new DerivedValues(createContext);

/**
 * The TLS options of a credential profile. The server certificate is always verified: against the profile's own authorities if it
 * has any (and only those), otherwise against Node's. Throws `TransportError` `INVALID_REQUEST` if a certificate or key cannot be
 * read; the message contains no part of it.
 */
export function createTlsContext(profile: CredentialProfile | undefined): SecureContext {
  const client = profile?.clientCertificate;
  try {
    assertAuthorities(profile?.ca);
    const options = defined({ ca: profile?.ca, clientCertificate: client });
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
}: Pick<CredentialProfile, 'ca' | 'clientCertificate'>): SecureContext {
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
    ...(client === undefined ? {} : keyPairOf(client)),
  });
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
