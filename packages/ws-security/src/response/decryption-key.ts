import type { KeyObject } from 'node:crypto';
import {
  type Decrypter,
  type DecryptionProfile,
  isDecrypter,
  type KeyTransport,
} from '@soapstone/credentials';
import { unwrapKey } from '../encryption/ciphers.js';
import { decryptWithExternalKey } from '../keys/external-key.js';
import { readPrivateKey } from '../request/keys.js';

const keys = new WeakMap<DecryptionProfile, KeyObject>();

/** The private key of a profile, read once. Throws `SecurityError` `INVALID_REQUEST`. */
export function decryptionKeyOf(profile: DecryptionProfile): KeyObject | Decrypter {
  const { privateKey, passphrase } = profile;
  if (isDecrypter(privateKey)) return privateKey;
  let key = keys.get(profile);
  if (key === undefined) {
    key = readPrivateKey({ privateKey, passphrase });
    keys.set(profile, key);
  }
  return key;
}

/** The key of an `xenc:EncryptedKey` as it came. */
export interface WrappedKey {
  readonly key: KeyObject | Decrypter;
  readonly transport: KeyTransport;
  readonly value: Uint8Array;
}

/** The key in an `xenc:EncryptedKey`; `undefined` if it cannot be decrypted. A promise if the private key is external. */
export function unwrap({
  key,
  transport,
  value,
}: WrappedKey): Uint8Array | undefined | Promise<Uint8Array | undefined> {
  if (isDecrypter(key)) return decryptWithExternalKey(key, transport, value);
  try {
    return unwrapKey(transport, key, value);
  } catch {
    return undefined;
  }
}
