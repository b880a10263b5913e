import type { CredentialProblem } from '@soapstone/ws-security';
import { CPU_EXCEEDED } from '../children/limit-cpu.js';
import { type StartChild, startChild } from '../children/start-child.js';
import type { StoredProfile } from './stored-profile.js';

/** The result of the process that opened the keys. */
export interface CheckedProfile {
  readonly problems: readonly CredentialProblem[];
  /** The profile to store, in which every key is PEM without a passphrase, so that neither a call nor a connection has to open it. */
  readonly profile: StoredProfile;
}

/** A profile to check, and the processor time for it in milliseconds. */
export interface ProfileCheck {
  readonly profile: StoredProfile;
  readonly cpu: number;
}

/** The limit on processor time, in milliseconds. It is spent once, in a process with a low priority. */
const MAX_CPU = 5_000;

/**
 * Opens the keys of a profile and finds every problem: see `findCredentialProblems`. The processor time is limited, not the elapsed time: a
 * busy machine does not make a key invalid.
 *
 * @param profile as an owner sends it: any key may be given as `pfx` in Base64
 * @param start starts the process
 */
export async function checkProfile(
  profile: StoredProfile,
  start: StartChild = startChild,
): Promise<CheckedProfile> {
  const checked = await openKeys({ profile, cpu: MAX_CPU }, start);
  if (checked !== undefined) return checked;
  const path = profile.clientCertificate === undefined ? '/signature' : '/clientCertificate';
  const seconds = MAX_CPU / 1000;
  const expected = `expected keys that can be opened in ${seconds} seconds of processor time: fewer iterations`;
  return { problems: [{ path, expected }], profile };
}

/** Resolves to undefined if it takes too much processor time. Rejects if no process can be started. */
function openKeys(check: ProfileCheck, start: StartChild): Promise<CheckedProfile | undefined> {
  const child = start('credentials/child');
  return new Promise<CheckedProfile | undefined>((resolve, reject) => {
    child.once('message', (checked) => resolve(checked as CheckedProfile));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal === CPU_EXCEEDED) resolve(undefined);
      reject(new Error(`the process that checks credentials ended with ${signal ?? `code ${code}`}`));
    });
    child.send(check);
  }).finally(() => child.kill());
}
