import { createHmac, randomBytes } from 'node:crypto';
import type { CredentialProfile } from '../security/credential-profile.js';

// A key that lives only in this process. A plain hash of a profile with a weak password could be guessed from a memory dump or a
// log.
const processKey: Buffer = randomBytes(32);
const known = new WeakMap<CredentialProfile, string>();

/** Returns a fingerprint of a profile: equal for equal content, and useless outside this process. `''` for no profile. */
export function credentialsKey(profile: CredentialProfile | undefined): string {
  if (profile === undefined) return '';
  let key = known.get(profile);
  if (key === undefined) {
    key = createHmac('sha256', processKey).update(canonicalText(profile)).digest('base64url');
    known.set(profile, key);
  }
  return key;
}

/** JSON with sorted members; bytes as Base64. Profiles are two levels deep. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (member instanceof Uint8Array) return { bytes: Buffer.from(member).toString('base64') };
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
