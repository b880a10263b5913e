import type { CredentialProblem } from '@soapstone/soap-transport';
import { startChild } from '../children/start-child.js';
import type { StoredProfile } from './stored-profile.js';

/** The result of the process that opened the keys. */
export interface CheckedProfile {
  readonly problems: readonly CredentialProblem[];
  /** The profile to store, in which the keys of PKCS#12 files are PEM, so that no call has to open such a file. */
  readonly profile: StoredProfile;
  /** The CPU time that it took, in milliseconds. */
  readonly cpu: number;
}

/** The limit on CPU time, in milliseconds: each connection and process spends this time again while calls wait. */
const MAX_CPU = 1_000;
/** The deadline in milliseconds, including the start of the process. */
const DEADLINE = 10_000;

/**
 * Opens the PKCS#12 files of a profile and finds every problem: see `findCredentialProblems`. Never takes longer than its deadline.
 *
 * @param profile as an owner sends it: any key may be given as `pfx` in Base64
 */
export async function checkProfile(
  profile: StoredProfile,
): Promise<Pick<CheckedProfile, 'problems' | 'profile'>> {
  const checked = await openKeys(profile);
  if (checked !== undefined && checked.cpu <= MAX_CPU) return checked;
  const path = profile.clientCertificate === undefined ? '/signature' : '/clientCertificate';
  const expected = 'expected keys that can be opened in less than a second: fewer iterations';
  return { problems: [{ path, expected }], profile };
}

/** Resolves to undefined on timeout. Rejects if no process can be started. */
function openKeys(profile: StoredProfile): Promise<CheckedProfile | undefined> {
  const child = startChild('credentials/child');
  return new Promise<CheckedProfile | undefined>((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), DEADLINE);
    child.once('message', (checked) => resolve(checked as CheckedProfile));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the process that checks credentials ended with ${signal ?? `code ${code}`}`));
    });
    child.send(profile);
  }).finally(() => child.kill());
}
