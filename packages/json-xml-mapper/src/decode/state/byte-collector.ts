import { readText } from '../../xml/bytes/utf8.js';

/** Text that arrives in pieces and is needed as a whole: UTF-8, reused from value to value. */
export class ByteCollector {
  bytes: Uint8Array = new Uint8Array(256);
  length = 0;

  append(source: Uint8Array, start: number, end: number): void {
    const needed = this.length + end - start;
    if (needed >= this.bytes.length) this.#grow(needed);
    // Pieces are usually short, and a call to `set` costs more than copying them.
    if (end - start < 32) {
      for (let i = start; i < end; i++) this.bytes[this.length++] = source[i]!;
    } else {
      this.bytes.set(source.subarray(start, end), this.length);
      this.length = needed;
    }
  }

  clear(): void {
    this.length = 0;
  }

  text(): string {
    return readText(this.bytes, 0, this.length);
  }

  #grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, needed + 1));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }
}
