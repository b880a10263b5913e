import { createHash } from 'node:crypto';
import { derChildren, oidOf, readDer } from '@soapstone/ws-security/internal/profile';

/** Signature algorithms of certificates whose hash is longer than SHA-256. */
const LONGER: Readonly<Record<string, 'sha384' | 'sha512'>> = {
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

/**
 * The channel binding `tls-server-end-point` of a TLS connection (RFC 5929 §4): a login with it is of no use to a server with
 * another certificate. Extended Protection of IIS requires it.
 *
 * @param certificate the server's certificate in DER
 */
export function serverEndPoint(certificate: Uint8Array): Buffer {
  const hash = createHash(hashOf(certificate)).update(certificate).digest();
  return Buffer.concat([Buffer.from('tls-server-end-point:', 'latin1'), hash]);
}

/** The hash of the certificate's own signature, or SHA-256 if that is weaker or unknown. */
function hashOf(certificate: Uint8Array): string {
  try {
    const [, algorithm] = derChildren(readDer(certificate));
    const [oid] = algorithm === undefined ? [] : derChildren(algorithm);
    return (oid && LONGER[oidOf(oid)]) ?? 'sha256';
  } catch {
    // TLS has accepted the certificate. If its hash is a different one, the server rejects the login.
    return 'sha256';
  }
}
