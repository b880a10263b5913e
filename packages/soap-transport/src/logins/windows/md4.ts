const SHIFTS: readonly (readonly number[])[] = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
];
/** The words of a block in the order in which each round takes them. */
const ORDERS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
];
const CONSTANTS = [0, 0x5a827999, 0x6ed9eba1];
const BLOCK = 64;

/**
 * MD4 (RFC 1320), which NTLM hashes passwords with. Broken for every other use; OpenSSL 3 has it only in its legacy provider, which
 * Node does not load.
 */
export function md4(message: Uint8Array): Buffer {
  const padded = Buffer.alloc(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, padded.length - 8);
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let at = 0; at < padded.length; at += BLOCK) addBlock(state, padded.subarray(at, at + BLOCK));
  const digest = Buffer.alloc(16);
  for (const [index, word] of state.entries()) digest.writeUInt32LE(word, index * 4);
  return digest;
}

function addBlock(state: Uint32Array, block: Buffer): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (const [round, order] of ORDERS.entries()) {
    for (const [step, word] of order.entries()) {
      const mixed = round === 0 ? (b & c) | (~b & d) : round === 1 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const sum = (a + mixed + block.readUInt32LE(word * 4) + (CONSTANTS[round] ?? 0)) >>> 0;
      const shift = SHIFTS[round]?.[step % 4] ?? 0;
      [a, b, c, d] = [d, ((sum << shift) | (sum >>> (32 - shift))) >>> 0, b, c];
    }
  }
  for (const [index, word] of [a, b, c, d].entries()) state[index] = (state[index] ?? 0) + word;
}
