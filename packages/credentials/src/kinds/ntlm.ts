import { type Door, NAME_AND_PASSWORD } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { isPlainText, secret, type TextForm, text } from '../members.js';

/**
 * Windows authentication with NTLMv2 (MS-NLMP) over HTTP. A login belongs to its connection, so a connection is only used by this
 * profile of one account. Prefer `kerberos` if the service offers it, and https: either way: NTLM does not encrypt, and a
 * message on a connection that is logged in carries no proof of its own.
 *
 * @example
 * ```ts
 * const credentials = { ntlm: { domain: 'CORP', username: 'svc-orders', password } };
 * ```
 */
export interface NtlmProfile {
  /** The account name, or `user@example.com` without a `domain`. */
  readonly username: string;
  readonly password: string;
  /** The Windows domain. Default none: the server decides. */
  readonly domain?: string | undefined;
  /** The name of this machine, which the server may log or check. Default none. */
  readonly workstation?: string | undefined;
}

const SHORT: TextForm = {
  accepts: isPlainText,
  expected: 'expected at most 256 characters, none of them a control character',
};

/** Windows authentication with NTLMv2. */
export const ntlm: Kind<NtlmProfile> = kind<NtlmProfile>('ntlm', {
  runsOn: 'node',
  scheme: 'NTLM',
  members: {
    username: text(256, SHORT),
    password: secret(256, SHORT),
    domain: text(256, SHORT),
    workstation: text(256, SHORT),
  },
  required: ['username', 'password'],
});

/** The texts for people. */
export const ntlmDoor: Door = {
  title: 'Windows account (NTLM)',
  description: 'Windows authentication with NTLMv2, for IIS and .NET services',
  client: 'ntlm',
  cli: [
    {
      flags: '--ntlm <domain\\name:password>',
      help: 'Windows authentication with NTLMv2',
      at: '',
      value: 'pair',
      group: 'access',
    },
  ],
  form: {
    fields: [
      ...NAME_AND_PASSWORD,
      {
        member: 'domain',
        label: 'Windows domain',
        description: 'Empty: the service decides',
        input: 'text',
      },
    ],
  },
};
