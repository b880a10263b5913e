/** The kinds of credentials that services ask for, the most common first. */
export const CREDENTIAL_KINDS = [
  {
    kind: 'basic',
    title: 'User name and password',
    description: 'Sent with each call over HTTP (Basic authentication)',
  },
  {
    kind: 'ntlm',
    title: 'Windows account (NTLM)',
    description: 'Windows authentication with NTLMv2, for IIS and .NET services',
  },
  {
    kind: 'kerberos',
    title: 'Windows account (Kerberos)',
    description: 'Tickets of a domain, with a password or a keytab (Negotiate)',
  },
  {
    kind: 'usernameToken',
    title: 'User name and password in the message',
    description: 'WS-Security UsernameToken: the password as text or as a digest',
  },
  {
    kind: 'headers',
    title: 'HTTP headers',
    description: 'Such as an API key that the service requires',
  },
  {
    kind: 'clientCertificate',
    title: 'Client certificate',
    description: 'The service identifies the gateway by a certificate (mutual TLS)',
  },
  {
    kind: 'ca',
    title: 'Certificate authority',
    description: 'For a service whose certificate is signed by a private authority',
  },
  {
    kind: 'timestamp',
    title: 'Timestamp in the message',
    description: 'WS-Security Timestamp: the service rejects older messages',
  },
  {
    kind: 'signature',
    title: 'Signature of the message',
    description: 'WS-Security X.509 signature of the body and the timestamp',
  },
  {
    kind: 'saml',
    title: 'SAML assertion',
    description: 'A SAML 1.1 or 2.0 assertion that its issuer signed',
  },
  {
    kind: 'sts',
    title: 'Token service',
    description: 'A SAML assertion from a security token service (WS-Trust)',
  },
  {
    kind: 'session',
    title: 'Session key',
    description: 'A new key signs and encrypts each request and its response (symmetric binding)',
  },
  {
    kind: 'encryption',
    title: 'Encrypted requests',
    description: 'XML Encryption of the body for the certificate of the service',
  },
  {
    kind: 'decryption',
    title: 'Encrypted responses',
    description: 'Read responses that the service encrypts for your certificate',
  },
  {
    kind: 'verify',
    title: 'Signed responses',
    description: 'Refuse responses without a valid WS-Security signature of the service',
  },
] as const;

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]['kind'];

/** Returns the title of a kind by the gateway's name for it. */
export function titleOf(kind: string): string {
  return CREDENTIAL_KINDS.find((known) => known.kind === kind)?.title ?? kind;
}
