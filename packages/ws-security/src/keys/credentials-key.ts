import { createHmac, randomBytes } from 'node:crypto';
import { isDecrypter, isSigner } from '@soapstone/credentials';

// A key that lives only in this process. A plain hash of a profile with a weak password could be guessed from a memory dump or a
// log.
const processKey: Buffer = randomBytes(32);
const known = new WeakMap<object, string>();

/**
 * Returns a fingerprint of a profile or of a member: equal for equal content, and useless outside this process. `''` for none.
 */
export function credentialsKey(profile: object | undefined): string {
  if (profile === undefined) return '';
  let key = known.get(profile);
  if (key === undefined) {
    key = createHmac('sha256', processKey).update(canonicalText(profile)).digest('base64url');
    known.set(profile, key);
  }
  return key;
}

const holders = new WeakMap<object, string>();

/** JSON with sorted members; bytes are written as Base64, an external key as a generated name. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (member instanceof Uint8Array) return { bytes: Buffer.from(member).toString('base64') };
    if (isSigner(member) || isDecrypter(member)) return { holder: nameOf(member) };
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** External keys can only be told apart by object identity. */
function nameOf(holder: object): string {
  let name = holders.get(holder);
  if (name === undefined) {
    name = randomBytes(16).toString('base64url');
    holders.set(holder, name);
  }
  return name;
}
