import type { KeyObject } from 'node:crypto';
import type { DecryptionProfile } from '../encryption-profile.js';
import { readPrivateKey } from '../request/keys.js';

const keys = new WeakMap<DecryptionProfile, KeyObject>();

/** The private key of a profile, read once. Throws `TransportError` `INVALID_REQUEST`. */
export function decryptionKeyOf(profile: DecryptionProfile): KeyObject {
  let key = keys.get(profile);
  if (key === undefined) {
    key = readPrivateKey(profile);
    keys.set(profile, key);
  }
  return key;
}
