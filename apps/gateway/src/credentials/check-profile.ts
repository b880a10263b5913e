import type { CredentialProblem } from '@soapstone/soap-transport';
import { startChild } from '../children/start-child.js';
import type { StoredProfile } from './stored-profile.js';

/** The result of the process that opened the keys. */
export interface CheckedProfile {
  readonly problems: readonly CredentialProblem[];
  /** Milliseconds of CPU time that it took. */
  readonly cpu: number;
}

/** The CPU limit in milliseconds. Every connection and every process would spend it again while calls wait. */
const MOST_CPU = 1_000;
/** Milliseconds, including the start of the process. */
const DEADLINE = 10_000;

/** Every problem of a profile: see `findCredentialProblems`. Never takes longer than its deadline. */
export async function checkProfile(profile: StoredProfile): Promise<readonly CredentialProblem[]> {
  const checked = await openKeys(profile);
  if (checked !== undefined && checked.cpu <= MOST_CPU) return checked.problems;
  const path = profile.clientCertificate === undefined ? '/signature' : '/clientCertificate';
  return [{ path, expected: 'expected keys that can be opened in less than a second: fewer iterations' }];
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
