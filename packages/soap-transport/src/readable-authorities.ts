import { X509Certificate } from 'node:crypto';

/**
 * Throws unless every text holds certificates in PEM. Node ignores authorities that it cannot read, which would only show later as an
 * untrusted certificate.
 */
export function assertAuthorities(ca: string | readonly string[] | undefined): void {
  if (ca === undefined) return;
  for (const pem of typeof ca === 'string' ? [ca] : ca) {
    const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
    if (certificates === null) throw new TypeError('no certificate in PEM');
    for (const certificate of certificates) new X509Certificate(certificate);
  }
}
