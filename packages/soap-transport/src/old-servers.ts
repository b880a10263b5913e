import { type Check, flag, listOf, members, oneOf } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';

/** The key sizes and hashes of old servers that OpenSSL can be made to accept. */
const WEAK_CIPHERS = ['DH-1024', 'RSA-1024', 'SHA-1'] as const;

/**
 * The weak algorithms that are accepted from a server in addition to OpenSSL's defaults.
 *
 * - `DH-1024`: Diffie-Hellman groups from 1,024 bits. Node accepts these by default before version 24; OpenSSL never accepts shorter ones
 * - `RSA-1024`: certificates with RSA keys from 1,024 bits. Node accepts these by default before version 24
 * - `SHA-1`: certificates and handshakes that are signed with SHA-1
 */
export type WeakCipher = (typeof WEAK_CIPHERS)[number];

/**
 * The settings that one old server needs. Every member is off by default, belongs to the requests that name it alone, and separates their
 * connections from all others. docs/company-networks.md has the risk of each.
 */
export interface Compatibility {
  /** The oldest version of TLS. Both values accept certificates and handshakes signed with SHA-1 too. Default: 1.2. */
  readonly minimumTls?: '1.0' | '1.1' | undefined;
  /** Whether to connect to a server without secure renegotiation (RFC 5746). Default false. */
  readonly legacyRenegotiation?: boolean | undefined;
  /** The key sizes and hashes that are accepted as well. Default: none. */
  readonly weakCiphers?: readonly WeakCipher[] | undefined;
  /** Names of header fields are spelled as in their specifications (`SOAPAction`, `Content-Type`) instead of in lower case. */
  readonly headerNames?: 'specification' | undefined;
  /** Each request has a connection of its own and says `Connection: close`. Default: connections are kept. */
  readonly connection?: 'close' | undefined;
  /** Requests say HTTP/1.0, each on a connection of its own. Default: HTTP/1.1. */
  readonly http?: '1.0' | undefined;
  /** Requests have no `Accept-Encoding`. Default: it is sent. */
  readonly encoding?: 'identity' | undefined;
}

/** The option `compatibility`. */
export const compatibilityOption: Check = members<Compatibility>({
  minimumTls: oneOf('1.0', '1.1'),
  legacyRenegotiation: flag,
  weakCiphers: listOf(oneOf(...WEAK_CIPHERS)),
  headerNames: oneOf('specification'),
  connection: oneOf('close'),
  http: oneOf('1.0'),
  encoding: oneOf('identity'),
});

/**
 * Returns a text that is the same for profiles that mean the same, and empty for one that changes nothing. It is computed for each call, because
 * a program may change its object.
 */
export function compatibilityKey(profile: Compatibility | undefined): string {
  if (profile === undefined) return '';
  const {
    minimumTls = '',
    legacyRenegotiation,
    weakCiphers = [],
    headerNames,
    connection,
    http,
    encoding,
  } = profile;
  const parts = [
    minimumTls,
    legacyRenegotiation === true ? 'renegotiation' : '',
    WEAK_CIPHERS.filter((name) => weakCiphers.includes(name)).join('+'),
    headerNames ?? '',
    connection ?? '',
    http ?? '',
    encoding ?? '',
  ];
  return parts.some((part) => part !== '') ? parts.join(' ') : '';
}

/** Returns a copy that a later change of the program's object does not reach. */
export function copyCompatibility(profile: Compatibility | undefined): Compatibility | undefined {
  if (profile === undefined) return undefined;
  const { weakCiphers } = profile;
  return { ...profile, ...defined({ weakCiphers: weakCiphers && [...weakCiphers] }) };
}

/** Whether each request has a connection of its own. */
export function closesConnections(profile: Compatibility | undefined): boolean {
  return profile?.connection === 'close' || profile?.http === '1.0';
}
