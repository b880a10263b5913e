/** The length of a hash in characters. */
export const HASH_LENGTH = 8;

/** 32-bit FNV-1a in hexadecimal: enough to tell names apart; it need not withstand an attacker. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value.toString(16).padStart(HASH_LENGTH, '0');
}
