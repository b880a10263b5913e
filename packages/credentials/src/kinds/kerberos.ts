import type { Door } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { isPlainText, secret, secretBase64, text } from '../members.js';

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

const PRINCIPAL = /^[^\p{Cc}\p{Cs}\s@\\]{1,200}@[A-Za-z0-9._-]{1,100}$/u;
const SERVICE = /^[A-Za-z0-9_-]{1,50}\/[A-Za-z0-9._:-]{1,253}(?:@[A-Za-z0-9._-]{1,100})?$/;
/** The first two bytes of a keytab, 5 and 2, in base64. */
const KEYTAB = /^BQI[\w+/]{1,87000}={0,2}$/;

/** Windows authentication with Kerberos. */
export const kerberos: Kind<KerberosProfile> = kind<KerberosProfile>('kerberos', {
  runsOn: 'node',
  scheme: 'Negotiate',
  members: {
    principal: text(301, { accepts: (name) => PRINCIPAL.test(name), expected: 'expected name@REALM' }),
    password: secret(1024, {
      accepts: isPlainText,
      expected: 'expected at most 1024 characters, none of them a control character',
    }),
    keytab: secretBase64({
      accepts: (base64) => KEYTAB.test(base64),
      expected: 'expected a keytab file in base64',
    }),
    servicePrincipal: text(405, {
      accepts: (name) => SERVICE.test(name),
      expected: 'expected name/host or name/host@REALM',
    }),
  },
  required: ['principal'],
  either: ['password', 'keytab'],
});

/** The texts for people. */
export const kerberosDoor: Door = {
  title: 'Windows account (Kerberos)',
  description: 'Tickets of a domain, with a password or a keytab (Negotiate)',
  client: 'kerberos',
  cli: [
    {
      flags: '--kerberos <name@realm:password>',
      help: 'Windows authentication with Kerberos',
      at: '',
      value: 'pair',
      group: 'access',
    },
    {
      flags: '--keytab <file>',
      help: 'the keytab of --kerberos, in place of a password',
      at: '/keytab',
      value: 'file',
      group: 'access',
    },
  ],
  form: {
    fields: [
      {
        member: 'principal',
        label: 'Principal (name@REALM)',
        input: 'text',
        missing: 'Enter the principal as name@REALM',
        form: { accepts: (name) => name.includes('@'), problem: 'Enter the principal as name@REALM' },
      },
      { member: 'password', label: 'Password', input: 'password' },
      { member: 'keytab', label: 'Keytab, in place of the password', input: 'base64-file' },
    ],
    either: { members: ['keytab', 'password'], missing: 'Enter the password, or choose a keytab' },
  },
};
