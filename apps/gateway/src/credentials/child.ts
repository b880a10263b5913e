/**
 * Opens the keys of one credential profile. The key determines how much work that is, and OpenSSL cannot be interrupted, so this runs in
 * its own process with a limit on processor time.
 */
import { findCredentialProblems, openKeyBundles } from '@soapstone/soap-transport';
import { limitCpu } from '../children/limit-cpu.js';
import type { CheckedProfile, ProfileCheck } from './check-profile.js';
import { readProfile, type StoredProfile } from './stored-profile.js';

process.once('message', ({ profile, cpu }: ProfileCheck) => {
  const checkCpu = limitCpu(cpu);
  const opened = openKeyBundles(profile);
  const usable = opened.profile as StoredProfile;
  const problems = opened.problems.length > 0 ? opened.problems : findCredentialProblems(readProfile(usable));
  const checked: CheckedProfile = { problems, profile: usable };
  checkCpu();
  process.send?.(checked);
});
// Without a parent there is no work.
process.on('disconnect', () => process.exit(0));
