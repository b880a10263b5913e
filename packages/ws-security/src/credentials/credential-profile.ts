import { type CredentialProblem, type CredentialProfile, findProfileProblems } from '@soapstone/credentials';
import { type SecurityError, unusableRequest } from '../security-error.js';

/**
 * Checks the members and texts of a profile before each use. It rejects unknown members and values, and anything that could break
 * the framing of a message. Throws `SecurityError` `INVALID_REQUEST` that names the first wrong member and never its value.
 *
 * @example
 * ```ts
 * assertCredentialProfile(JSON.parse(text));
 * ```
 */
export function assertCredentialProfile(profile: CredentialProfile): void {
  const [problem] = findProfileProblems(profile);
  if (problem !== undefined) throw unusableMember(problem);
}

/** The error for one wrong member of a profile. */
export function unusableMember({ path, expected }: CredentialProblem): SecurityError {
  const what = path === '' ? 'the credential profile' : `credential profile member "${path}"`;
  return unusableRequest(`cannot use ${what}: ${expected}`);
}
