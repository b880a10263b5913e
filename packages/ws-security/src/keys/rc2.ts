/**
 * RC2 in CBC mode (RFC 2268), for decryption only: PKCS#12 files from before 2022 encrypt their certificates with it, and OpenSSL
 * has it in a provider that Node does not load. Nothing that it protects here is secret.
 */

/** RFC 2268 §2: digits of pi. */
const PI: Uint8Array = Buffer.from(
  [
    'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32',
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626',
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a',
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731',
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e',
    'c5f3db47e5a59c770aa62068fe7fc1ad',
  ].join(''),
  'hex',
);

const BLOCK = 8;

/** Decrypts, and removes the padding. Throws `Error` for wrong padding. `key` has as many effective bits as it is long. */
export function decryptRc2(key: Uint8Array, iv: Uint8Array, encrypted: Uint8Array): Buffer {
  if (encrypted.length === 0 || encrypted.length % BLOCK !== 0) throw new Error('not whole blocks');
  const expanded = expand(key);
  const plain = Buffer.alloc(encrypted.length);
  let last = iv;
  for (let at = 0; at < encrypted.length; at += BLOCK) {
    const block = encrypted.subarray(at, at + BLOCK);
    const decrypted = decryptBlock(expanded, block);
    for (let index = 0; index < BLOCK; index += 1) {
      plain[at + index] = (decrypted[index] ?? 0) ^ (last[index] ?? 0);
    }
    last = block;
  }
  const padding = plain.at(-1) ?? 0;
  const tail = plain.subarray(-padding);
  if (padding < 1 || padding > BLOCK || !tail.every((byte) => byte === padding)) {
    throw new Error('wrong padding');
  }
  return plain.subarray(0, plain.length - padding);
}

/** RFC 2268 §2: 64 words of 16 bits. */
function expand(key: Uint8Array): Uint16Array {
  const bytes = new Uint8Array(128);
  bytes.set(key);
  const at = (index: number): number => bytes[index] ?? 0;
  for (let index = key.length; index < 128; index += 1) {
    bytes[index] = PI[(at(index - 1) + at(index - key.length)) & 0xff] ?? 0;
  }
  const start = 128 - key.length;
  bytes[start] = PI[at(start)] ?? 0;
  for (let index = start - 1; index >= 0; index -= 1) {
    bytes[index] = PI[at(index + 1) ^ at(index + key.length)] ?? 0;
  }
  return Uint16Array.from({ length: 64 }, (_, index) => at(2 * index) + 256 * at(2 * index + 1));
}

const SHIFTS: readonly number[] = [1, 2, 3, 5];

/** RFC 2268 §4. */
function decryptBlock(key: Uint16Array, block: Uint8Array): Buffer {
  const words = Buffer.from(block);
  const r = [0, 2, 4, 6].map((offset) => words.readUInt16LE(offset));
  const word = (index: number): number => r[index & 3] ?? 0;
  let next = 63;
  const mix = (): void => {
    for (let index = 3; index >= 0; index -= 1) {
      const shift = SHIFTS[index] ?? 0;
      const turned = ((word(index) >>> shift) | (word(index) << (16 - shift))) & 0xffff;
      const known = (word(index - 1) & word(index - 2)) + (~word(index - 1) & 0xffff & word(index - 3));
      r[index] = (turned - (key[next] ?? 0) - known) & 0xffff;
      next -= 1;
    }
  };
  const mash = (): void => {
    for (let index = 3; index >= 0; index -= 1) {
      r[index] = (word(index) - (key[word(index - 1) & 63] ?? 0)) & 0xffff;
    }
  };
  for (let round = 0; round < 5; round += 1) mix();
  mash();
  for (let round = 0; round < 6; round += 1) mix();
  mash();
  for (let round = 0; round < 5; round += 1) mix();
  for (const [index, value] of r.entries()) words.writeUInt16LE(value, 2 * index);
  return words;
}
