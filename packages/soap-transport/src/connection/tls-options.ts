import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { defined } from '@soapstone/soap-model/defined';
import type { CredentialProfile } from '../security/credential-profile.js';
import { DerivedValues } from '../security/keys/derived-values.js';
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
        'cannot use the client certificate or the certificate authorities of the credential profile: not readable as PEM or PKCS#12, or the passphrase is wrong',
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
    ...(client === undefined
      ? {}
      : 'pfx' in client
        ? { pfx: Buffer.from(client.pfx) }
        : { cert: client.certificate, key: client.privateKey }),
    ...defined({ passphrase: client?.passphrase }),
  });
}

/** Node ignores authorities that it cannot read, which would only show later as an untrusted certificate. */
function assertAuthorities(ca: CredentialProfile['ca']): void {
  if (ca === undefined) return;
  for (const pem of typeof ca === 'string' ? [ca] : ca) {
    const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
    if (certificates === null) throw new TypeError('no certificate in PEM');
    for (const certificate of certificates) new X509Certificate(certificate);
  }
}
