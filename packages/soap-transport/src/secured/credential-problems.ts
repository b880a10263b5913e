import type { CredentialProblem, CredentialProfile } from '@soapstone/ws-security';
import { findProblems } from '@soapstone/ws-security/internal';
import { createTlsContext } from '../connection/tls-options.js';

/**
 * Returns every problem of a profile that can be found without a server: unknown members and wrong types, invalid texts, and
 * whether keys and certificates can be read, belong together and can sign. Call it before storing a profile. Accepts any value and
 * never throws.
 *
 * A key can make opening it arbitrarily expensive. If the profile comes from a stranger, run this in a process with a deadline.
 *
 * @example
 * ```ts
 * for (const problem of findCredentialProblems(profile)) console.error(problem);
 * ```
 */
export function findCredentialProblems(profile: CredentialProfile): CredentialProblem[] {
  return findProblems(profile, createTlsContext);
}
