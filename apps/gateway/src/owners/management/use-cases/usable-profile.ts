import { withCode } from '@soapstone/http-contract';
import { checkProfile } from '../../../credentials/check-profile.js';
import type { StoredProfile } from '../../../credentials/stored-profile.js';
import { GatewayError } from '../../../errors/errors.js';
import type { ManagementDependencies } from '../routing/route.js';

/**
 * Returns the profile to store. Rejects one that would make every call fail now, while the owner is there, and not at the first call.
 */
export async function usableProfile(
  profile: StoredProfile,
  accountId: string,
  { registration }: ManagementDependencies,
): Promise<StoredProfile> {
  registration.assertRoom();
  const { problems, profile: usable } = await registration.slots.run(accountId, () =>
    checkProfile(profile, registration.start),
  );
  if (problems.length === 0) return usable;
  throw new GatewayError({
    ...withCode('SCHEMA_VIOLATION'),
    message: `These credentials could not be used (${problems.length} ${problems.length === 1 ? 'error' : 'errors'})`,
    details: problems.map(({ path, expected }) => ({ path, keyword: 'format', message: expected })),
  });
}
