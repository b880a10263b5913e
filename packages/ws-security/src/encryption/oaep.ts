import {
  constants,
  createHash,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

/** The hash functions of RSA-OAEP: of the label, and of the mask. */
export interface OaepHashes {
  readonly label: 'sha1' | 'sha256';
  readonly mask: 'sha1' | 'sha256';
}

/**
 * Encrypts with RSA-OAEP (RFC 8017 §7.1.1) and an empty label. Node can only use one hash for both, and XML Encryption 1.0 fixes that of
 * the mask to SHA-1, so two different ones are padded here.
 */
export function encryptOaep(key: KeyObject, secret: Uint8Array, { label, mask }: OaepHashes): Buffer {
  if (label === mask) {
    return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: label }, secret);
  }
  const size = modulusBytes(key);
  const labelHash = createHash(label).digest();
  const block = Buffer.alloc(size - labelHash.length - 1);
  block.set(labelHash);
  block[block.length - secret.length - 1] = 1;
  block.set(secret, block.length - secret.length);
  const seed = randomBytes(labelHash.length);
  xorMask(block, seed, mask);
  xorMask(seed, block, mask);
  const padded = Buffer.concat([Buffer.alloc(1), seed, block]);
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded);
}

/**
 * Decrypts with RSA-OAEP. Throws for wrong padding. The padding is examined to its end first, because the timing of an earlier
 * error would be an oracle (Manger's attack).
 */
export function decryptOaep(key: KeyObject, encrypted: Uint8Array, { label, mask }: OaepHashes): Buffer {
  if (label === mask) {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: label }, encrypted);
  }
  const padded = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted);
  const labelHash = createHash(label).digest();
  const seed = Buffer.from(padded.subarray(1, 1 + labelHash.length));
  const block = Buffer.from(padded.subarray(1 + labelHash.length));
  xorMask(seed, block, mask);
  xorMask(block, seed, mask);
  let wrong = padded[0] ?? 1;
  for (let at = 0; at < labelHash.length; at += 1) wrong |= (block[at] ?? 0) ^ (labelHash[at] ?? 0);
  let start = 0;
  let looking = 1;
  for (let at = labelHash.length; at < block.length; at += 1) {
    const byte = block[at] ?? 0;
    const isOne = Number(byte === 1) & looking;
    wrong |= looking & Number(byte > 1);
    start |= -isOne & (at + 1);
    looking &= isOne ^ 1;
  }
  if ((wrong | looking) !== 0) throw new Error('wrong padding');
  return block.subarray(start);
}

/** XORs `target` with the mask of `seed` (MGF1, RFC 8017 §B.2.1). */
function xorMask(target: Buffer, seed: Uint8Array, hash: OaepHashes['mask']): void {
  const counter = Buffer.alloc(4);
  for (let at = 0, block = 0; at < target.length; block += 1) {
    counter.writeUInt32BE(block);
    for (const byte of createHash(hash).update(seed).update(counter).digest()) {
      if (at >= target.length) break;
      target[at] = (target[at] ?? 0) ^ byte;
      at += 1;
    }
  }
}

function modulusBytes({ asymmetricKeyDetails }: KeyObject): number {
  return Math.ceil((asymmetricKeyDetails?.modulusLength ?? 0) / 8);
}
