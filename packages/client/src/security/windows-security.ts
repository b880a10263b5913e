import { type DigestProfile, type KerberosProfile, KINDS, type NtlmProfile } from '@soapstone/credentials';
import { assertOptions } from '@soapstone/options';
import type { Security } from './security.js';

/**
 * Windows authentication with NTLMv2. NTLM authenticates a connection, so connections are never shared with other credentials.
 * Needs Node's transport.
 *
 * @param account the domain account and its password
 * @throws {OptionError} for an unknown member, and for a value of the wrong type, length or form
 *
 * @example
 * ```ts
 * const security = ntlm({ domain: 'CORP', username: 'svc-orders', password });
 * ```
 */
export function ntlm(account: NtlmProfile): Security {
  assertOptions(KINDS.ntlm.check, account, 'ntlm');
  return { ntlm: account };
}

/**
 * Windows authentication with Kerberos: each request carries a Kerberos ticket, obtained with a password or a keytab. Needs Node's
 * transport, the package `koffi`, MIT's `libgssapi_krb5`, and a `krb5.conf` that names the realm.
 *
 * @param account the principal and its password, or its keytab in base64
 * @throws {OptionError} for an unknown member, and for a value of the wrong type, length or form
 *
 * @example
 * ```ts
 * const security = kerberos({ principal: 'svc-orders@CORP.EXAMPLE', password });
 * ```
 */
export function kerberos(account: KerberosProfile): Security {
  assertOptions(KINDS.kerberos.check, account, 'kerberos');
  return { kerberos: account };
}

/**
 * HTTP Digest authentication (RFC 7616) with SHA-256 or MD5. The first call to a server asks for its challenge with a request that has no
 * body; the calls that follow answer that challenge at once. Needs Node's transport.
 *
 * @param account the user name and the password
 * @throws {OptionError} for an unknown member, and for a value of the wrong type, length or form
 *
 * @example
 * ```ts
 * const security = digest({ username: 'ada', password });
 * ```
 */
export function digest(account: DigestProfile): Security {
  assertOptions(KINDS.digest.check, account, 'digest');
  return { digest: account };
}
