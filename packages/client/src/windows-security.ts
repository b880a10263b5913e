import { assertOptions, type Check, members, text } from '@soapstone/soap-model/options';
import type { NtlmProfile } from '@soapstone/soap-transport';
import type { Security } from './security.js';

const ntlmOptions: Check = members<NtlmProfile>(
  { username: text, password: text, domain: text, workstation: text },
  ['username', 'password'],
);

/**
 * Windows authentication with NTLMv2. A login belongs to its connection, and connections are never shared with other credentials.
 * Needs Node's transport.
 *
 * @param account the account of a domain, and its password
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
