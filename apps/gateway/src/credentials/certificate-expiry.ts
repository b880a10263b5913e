import { X509Certificate } from 'node:crypto';
import type { CredentialProfile } from '@soapstone/ws-security';

/** When a certificate or the SAML assertion of a connection expires. Certificates are public; keys are not shown. */
export interface CertificateExpiry {
  /** The member of the profile, such as `signature`. */
  readonly kind: string;
  /** The subject of a certificate; that of an assertion is not shown. */
  readonly subject: string;
  /** RFC 3339, UTC. */
  readonly validTo: string;
  /** Whether it expires within 30 days or has expired. */
  readonly endsSoon: boolean;
}

/** How long before its expiry a certificate counts as ending soon, in milliseconds. */
export const SOON = 30 * 86_400_000;

/** The maximum number of certificates that are read from one member of a profile. */
const MAX_CERTIFICATES = 100;

/**
 * Returns the expiry of each PEM certificate in a profile, with the member that holds it, and of its assertion. PKCS#12 files are not
 * opened for this.
 */
export function certificateExpiries(
  profile: CredentialProfile | undefined,
  now: number,
): CertificateExpiry[] {
  const atTokenService = textsOf(profile?.sts?.credentials).map(([, pem]) => ['sts', pem] as const);
  const texts = [...textsOf(profile), ...atTokenService];
  const certificates = texts.flatMap(([kind, pem]) => {
    const blocks = [pem ?? []]
      .flat()
      .flatMap((text) => text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []);
    return [...new Set(blocks)].slice(0, MAX_CERTIFICATES).flatMap((block) => expiryOf(kind, block, now));
  });
  return [...certificates, ...assertionExpiry(profile?.saml?.assertion, now)];
}

/** The assertion was validated when it was stored. Here its end is found without a parser, because this runs whenever a page is shown. */
function assertionExpiry(assertion: string | undefined, now: number): CertificateExpiry[] {
  const stated =
    /<(?:[^\s<>:]{1,100}:)?Conditions\s[^>]{0,1000}NotOnOrAfter\s{0,20}=\s{0,20}["']([^"']{1,40})/.exec(
      assertion ?? '',
    )?.[1];
  const end = Date.parse(stated ?? '');
  if (Number.isNaN(end)) return [];
  return [
    {
      kind: 'saml',
      subject: 'SAML assertion',
      validTo: new Date(end).toISOString(),
      endsSoon: end - now < SOON,
    },
  ];
}

function textsOf(
  profile: CredentialProfile | undefined,
): readonly (readonly [string, string | readonly string[] | undefined])[] {
  const { clientCertificate, ca, signature, elementSignature, session, encryption, verify } = profile ?? {};
  return [
    [
      'clientCertificate',
      clientCertificate !== undefined && 'certificate' in clientCertificate
        ? clientCertificate.certificate
        : undefined,
    ],
    ['ca', ca],
    ['signature', signature?.certificate],
    ['session', session?.certificate],
    ['elementSignature', elementSignature?.certificate],
    ['encryption', encryption?.certificate],
    ['verify', [verify?.certificates ?? [], verify?.authorities ?? []].flat()],
  ];
}

/** The same without the parts that depend on the current time, so that it can be stored. */
export function certificateEnds(
  profile: CredentialProfile | undefined,
): Pick<CertificateExpiry, 'kind' | 'validTo'>[] {
  return certificateExpiries(profile, 0).map(({ kind, validTo }) => ({ kind, validTo }));
}

/** Returns none for an unreadable block, because a stored credential must not break the page of its service. */
function expiryOf(kind: string, pem: string, now: number): CertificateExpiry[] {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return [];
  }
  const end = Date.parse(certificate.validTo);
  return [
    {
      kind,
      subject: (certificate.subject ?? '').split('\n').join(', '),
      validTo: new Date(end).toISOString(),
      endsSoon: end - now < SOON,
    },
  ];
}
