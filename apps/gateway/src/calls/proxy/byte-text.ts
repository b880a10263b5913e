/**
 * Bytes as a string with one character per byte (Latin-1). Node sends a short body in this form together with the header section, and
 * joining strings costs a fraction of what joining buffers costs.
 */
export class ByteText {
  readonly characters: string;

  /** @param characters none above U+00FF */
  constructor(characters: string) {
    this.characters = characters;
  }

  /** The number of bytes. */
  get length(): number {
    return this.characters.length;
  }

  bytes(): Uint8Array {
    return Buffer.from(this.characters, 'latin1');
  }
}

/** Returns bytes as a string with one character per byte. */
export function byteCharacters(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength)).toString('latin1');
}

/** Returns a text in UTF-8, as a string with one character per byte. */
export function utf8Characters(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes === text.length ? text : Buffer.from(text).toString('latin1');
}
