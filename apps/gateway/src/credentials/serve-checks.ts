import { findCredentialProblems } from '@soapstone/soap-transport';
import { openKeyBundles } from '@soapstone/ws-security';
import type { Channel } from '../children/channel.js';
import type { CheckedProfile, ProfileCheck } from './check-profile.js';
import { readProfile, type StoredProfile } from './stored-profile.js';

/** Opens the keys of one credential profile. */
export function serveChecks(channel: Channel<ProfileCheck, CheckedProfile>): void {
  channel.receive(({ profile, cpu }) => {
    const checkCpu = channel.limitCpu(cpu);
    const opened = openKeyBundles(profile);
    const usable = opened.profile as StoredProfile;
    const problems =
      opened.problems.length > 0 ? opened.problems : findCredentialProblems(readProfile(usable));
    checkCpu();
    channel.send({ problems, profile: usable });
  });
}
