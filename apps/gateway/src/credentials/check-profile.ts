import type { CredentialProblem } from '@soapstone/soap-transport';
import { startChild } from '../children/start-child.js';
import type { StoredProfile } from './stored-profile.js';

/** The result of the process that opened the keys. */
export interface CheckedProfile {
  readonly problems: readonly CredentialProblem[];
  /** The profile to store: keys of PKCS#12 files are PEM in it, so that no call opens a file. */
  readonly profile: StoredProfile;
  /** Milliseconds of CPU time that it took. */
  readonly cpu: number;
}

/** The CPU limit in milliseconds. Every connection and every process would spend it again while calls wait. */
const MAX_CPU = 1_000;
/** Milliseconds, including the start of the process. */
const DEADLINE = 10_000;

/**
 * Opens the PKCS#12 files of a profile and finds every problem: see `findCredentialProblems`. Never takes longer than its deadline.
 *
 * @param profile as an owner sends it: `pfx` in Base64 may stand for any key
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
