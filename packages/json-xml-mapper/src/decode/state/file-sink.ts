import type { Bytes } from '@soapstone/soap-model/bytes';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The placeholder for a byte outside the base64 alphabet. */
const NO_CODE = 0x80;
const CODES: Uint8Array = new Uint8Array(256).fill(NO_CODE);
for (let value = 0; value < LETTERS.length; value++) CODES[LETTERS.charCodeAt(value)] = value;

const PADDING = 0x3d;
const FIRST_SIZE = 1 << 12;

/**
 * Takes the bytes of the base64 value that is a whole result, while it is read, so that a file of any size is in memory piece by piece (PG-10).
 * White space may be anywhere in it, as in XML.
 */
export class FileSink {
  /** Whether the value came here. A short one may be read at once, and is then in the JSON. */
  isUsed = false;
  /** Whether the value is not base64. */
  isBroken = false;
  /** The reference of an `xop:Include` that stands for the value. */
  include: string | undefined = undefined;
  /** The value of `xmime:contentType` (AT-5). */
  mediaType: string | undefined = undefined;
  #bytes: Bytes = new Uint8Array(FIRST_SIZE);
  #length = 0;
  /** The letters of the group that is not complete, and how many there are. */
  #bits = 0;
  #letters = 0;
  #padding = 0;

  write(source: Uint8Array, start: number, end: number): void {
    if (this.isBroken) return;
    this.#reserve(end - start);
    const bytes = this.#bytes;
    let length = this.#length;
    let at = start;
    while (at < end) {
      if (this.#letters === 0 && this.#padding === 0) {
        for (; at + 4 <= end; at += 4) {
          const [a, b] = [CODES[source[at]!]!, CODES[source[at + 1]!]!];
          const [c, d] = [CODES[source[at + 2]!]!, CODES[source[at + 3]!]!];
          if (((a | b | c | d) & NO_CODE) !== 0) break;
          bytes[length++] = (a << 2) | (b >> 4);
          bytes[length++] = (b << 4) | (c >> 2);
          bytes[length++] = (c << 6) | d;
        }
        if (at === end) break;
      }
      this.#length = length;
      this.#take(source[at++]!);
      length = this.#length;
      if (this.isBroken) return;
    }
    this.#length = length;
  }

  /** Ends the value. */
  end(): void {
    const [bits, letters, padding] = [this.#bits, this.#letters, this.#padding];
    // The remaining bits of the last letter must be zero (XML Schema Part 2, section 3.2.16).
    if (letters === 2 && padding === 2 && (bits & 0b1111) === 0) this.#push(bits >> 4);
    else if (letters === 3 && padding === 1 && (bits & 0b11) === 0) {
      this.#push(bits >> 10);
      this.#push((bits >> 2) & 0xff);
    } else if (letters + padding > 0) this.isBroken = true;
  }

  /** The bytes since the last time. */
  taken(): Bytes {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #take(byte: number): void {
    const code = CODES[byte]!;
    if (code === NO_CODE) {
      if (byte === PADDING && this.#letters + this.#padding < 4) this.#padding++;
      else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) this.isBroken = true;
      return;
    }
    if (this.#padding > 0) {
      this.isBroken = true;
      return;
    }
    this.#bits = (this.#bits << 6) | code;
    if (++this.#letters < 4) return;
    this.#push(this.#bits >> 16);
    this.#push((this.#bits >> 8) & 0xff);
    this.#push(this.#bits & 0xff);
    this.#bits = 0;
    this.#letters = 0;
  }

  #push(byte: number): void {
    this.#bytes[this.#length++] = byte;
  }

  /** Room for the bytes of so many letters, and of those of an earlier group. */
  #reserve(letters: number): void {
    const needed = this.#length + Math.ceil((letters * 3) / 4) + 8;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
