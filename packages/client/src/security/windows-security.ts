import { assertOptions, type Check, members, text } from '@soapstone/options';
import type { KerberosProfile, NtlmProfile } from '@soapstone/ws-security';
import type { Security } from './security.js';

const ntlmOptions: Check = members<NtlmProfile>(
  { username: text, password: text, domain: text, workstation: text },
  ['username', 'password'],
);

/**
 * Windows authentication with NTLMv2. NTLM authenticates a connection, so connections are never shared with other credentials.
 * Needs Node's transport.
 *
 * @param account the domain account and its password
 * @throws {OptionError} for an unknown member or a value of the wrong type
 *
 * @example
 * ```ts
 * const security = ntlm({ domain: 'CORP', username: 'svc-orders', password });
 * ```
 */
export function ntlm(account: NtlmProfile): Security {
  assertOptions(ntlmOptions, account, 'ntlm');
  return { ntlm: account };
}

const kerberosOptions: Check = members<KerberosProfile>(
  { principal: text, password: text, keytab: text, servicePrincipal: text },
  ['principal'],
);

/**
 * Windows authentication with Kerberos: each request carries a Kerberos ticket, obtained with a password or a keytab. Needs Node's
 * transport, the package `koffi`, MIT's `libgssapi_krb5`, and a `krb5.conf` that names the realm.
 *
 * @param account the principal and its password, or its keytab in base64
 * @throws {OptionError} for an unknown member or a value of the wrong type
 *
 * @example
 * ```ts
 * const security = kerberos({ principal: 'svc-orders@CORP.EXAMPLE', password });
 * ```
 */
export function kerberos(account: KerberosProfile): Security {
  assertOptions(kerberosOptions, account, 'kerberos');
  return { kerberos: account };
}
