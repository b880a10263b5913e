/** Bytes that are expected again and again at certain places: they are compared four at a time. */
export class BytePattern {
  readonly length: number;
  readonly #words: Int32Array;
  readonly #mask: number;

  /** @param parts one after another; there is at least one byte */
  constructor(...parts: readonly (string | Uint8Array)[]) {
    const bytes = parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (character) => character.charCodeAt(0)) : [...part],
    );
    this.length = bytes.length;
    this.#words = new Int32Array((bytes.length + 3) >> 2);
    for (let i = 0; i < bytes.length; i++) this.#words[i >> 2]! |= bytes[i]! << ((i & 3) << 3);
    const rest = bytes.length & 3;
    this.#mask = rest === 0 ? -1 : (1 << (rest << 3)) - 1;
  }

  /** Whether the bytes appear at `position`. A window is padded, so looking past its end is allowed. */
  isAt(window: DataView, position: number): boolean {
    const words = this.#words;
    const last = words.length - 1;
    let at = position;
    for (let i = 0; i < last; i++, at += 4) if (window.getInt32(at, true) !== words[i]) return false;
    return (window.getInt32(at, true) & this.#mask) === words[last];
  }
}
