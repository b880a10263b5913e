/**
 * Opens the keys of one credential profile. The key determines how much work that is, and OpenSSL cannot be interrupted, so this runs in
 * its own process with a deadline.
 */
import { findCredentialProblems, openKeyBundles } from '@soapstone/soap-transport';
import type { CheckedProfile } from './check-profile.js';
import { readProfile, type StoredProfile } from './stored-profile.js';

process.once('message', (profile: StoredProfile) => {
  const before = process.cpuUsage();
  const opened = openKeyBundles(profile);
  const usable = opened.profile as StoredProfile;
  const problems = opened.problems.length > 0 ? opened.problems : findCredentialProblems(readProfile(usable));
  const { user, system } = process.cpuUsage(before);
  const checked: CheckedProfile = { problems, profile: usable, cpu: (user + system) / 1000 };
  process.send?.(checked);
});
// Without a parent there is no work.
process.on('disconnect', () => process.exit(0));
