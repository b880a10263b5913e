import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { defined } from '@soapstone/soap-model/defined';
import type { CredentialProfile } from '../security/credential-profile.js';
import { TransportError } from '../transport-error.js';

/**
 * The TLS options of a credential profile. The server certificate is always verified: against the profile's own authorities if it
 * has any (and only those), otherwise against Node's. Throws `TransportError` `INVALID_REQUEST` if a certificate or key cannot be
 * read; the message contains no part of it.
 */
export function createTlsContext(profile: CredentialProfile | undefined): SecureContext {
  const client = profile?.clientCertificate;
  try {
    assertAuthorities(profile?.ca);
    return createSecureContext({
      minVersion: 'TLSv1.2',
      ...(profile?.ca === undefined
        ? {}
        : { ca: typeof profile.ca === 'string' ? profile.ca : [...profile.ca] }),
      ...(client === undefined
        ? {}
        : 'pfx' in client
          ? { pfx: Buffer.from(client.pfx) }
          : { cert: client.certificate, key: client.privateKey }),
      ...defined({ passphrase: client?.passphrase }),
    });
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

/** Node ignores authorities that it cannot read, which would only show later as an untrusted certificate. */
function assertAuthorities(ca: CredentialProfile['ca']): void {
  if (ca === undefined) return;
  for (const pem of typeof ca === 'string' ? [ca] : ca) {
    const certificates = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
    if (certificates === null) throw new TypeError('no certificate in PEM');
    for (const certificate of certificates) new X509Certificate(certificate);
  }
}
