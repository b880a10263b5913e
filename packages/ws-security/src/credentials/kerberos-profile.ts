import { type Check, members, text, wrong } from '@soapstone/options';

/**
 * Windows authentication with Kerberos (HTTP `Negotiate`, RFC 4559): each request carries a ticket of the domain. Needs either
 * `password` or `keytab`; on this machine the package `koffi`, MIT's `libgssapi_krb5`, and a `krb5.conf` that names the realm.
 *
 * @example
 * ```ts
 * const credentials = { kerberos: { principal: 'svc-orders@CORP.EXAMPLE', password } };
 * ```
 */
export interface KerberosProfile {
  /** `name@REALM`. */
  readonly principal: string;
  readonly password?: string | undefined;
  /** A keytab file with the keys of the principal, in base64. */
  readonly keytab?: string | undefined;
  /** The service, `name/host` or `name/host@REALM`. Default: `HTTP/host` with the host of the address, in the principal's realm. */
  readonly servicePrincipal?: string | undefined;
}

const kerberosMembers: Check = members<KerberosProfile>(
  { principal: text, password: text, keytab: text, servicePrincipal: text },
  ['principal'],
);

const PRINCIPAL = /^[^\p{Cc}\p{Cs}\s@\\]{1,200}@[A-Za-z0-9._-]{1,100}$/u;
const SERVICE = /^[A-Za-z0-9_-]{1,50}\/[A-Za-z0-9._:-]{1,253}(?:@[A-Za-z0-9._-]{1,100})?$/;
/** The first two bytes of a keytab, 5 and 2, in base64. */
const KEYTAB = /^BQI[\w+/]{1,87000}={0,2}$/;

/** The members of a `KerberosProfile`, their types and forms. */
export const kerberosProfile: Check = (value) => {
  const problems = kerberosMembers(value);
  if (problems.length > 0) return problems;
  const { principal, password, keytab, servicePrincipal } = value as KerberosProfile;
  if ((password === undefined) === (keytab === undefined)) return wrong('expected either password or keytab');
  const checks: readonly (readonly [boolean, string, string])[] = [
    [PRINCIPAL.test(principal), '/principal', 'expected name@REALM'],
    [
      password === undefined || (password.length <= 1024 && !/[\p{Cc}\p{Cs}]/u.test(password)),
      '/password',
      'expected at most 1024 characters, none of them a control character',
    ],
    [keytab === undefined || KEYTAB.test(keytab), '/keytab', 'expected a keytab file in base64'],
    [
      servicePrincipal === undefined || SERVICE.test(servicePrincipal),
      '/servicePrincipal',
      'expected name/host or name/host@REALM',
    ],
  ];
  return checks.flatMap(([right, path, expected]) => (right ? [] : [{ path, expected }]));
};
