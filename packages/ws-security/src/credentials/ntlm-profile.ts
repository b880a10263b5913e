import { type Check, members, text } from '@soapstone/options';

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

const ntlmMembers: Check = members<NtlmProfile>(
  { username: text, password: text, domain: text, workstation: text },
  ['username', 'password'],
);

/** The members of an `NtlmProfile`, their types and lengths. */
export const ntlmProfile: Check = (value) => {
  const problems = ntlmMembers(value);
  if (problems.length > 0) return problems;
  const { username, password, domain = '', workstation = '' } = value as NtlmProfile;
  const texts = { username, password, domain, workstation };
  return Object.entries(texts).flatMap(([name, member]) =>
    member.length <= 256 && !/[\p{Cc}\p{Cs}]/u.test(member)
      ? []
      : [{ path: `/${name}`, expected: 'expected at most 256 characters, none of them a control character' }],
  );
};
