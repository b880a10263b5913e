import { stringify } from '@soapstone/json-xml-mapper';

/** Prints a value as indented, exact JSON (NM-1). */
export function printJson(value: unknown): string {
  const indenter = new JsonIndenter();
  return `${Buffer.from(indenter.add(Buffer.from(stringify(value)))).toString('utf8')}\n`;
}

/** Prints a value as one line of exact JSON, for output that is a sequence of events. */
export function printJsonLine(value: unknown): string {
  return `${stringify(value)}\n`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
const NEWLINE = 0x0a;
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/**
 * Indents compact JSON text by two, piece by piece. Works on the text, because numbers must keep their digits. Pieces may be split
 * anywhere: everything that matters is ASCII, and other bytes are copied.
 */
export class JsonIndenter {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** Whether the last byte opened an object or an array, which may be empty. */
  #isOpened = false;

  readonly #out = new Output();

  /** Indents the next piece. @returns its text, without the end of its last container, in a view that the next call overwrites */
  add(piece: Uint8Array): Uint8Array {
    const out = this.#out;
    out.clear();
    for (const byte of piece) {
      if (this.#inString) {
        out.byte(byte);
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      const wasOpened = this.#isOpened;
      this.#isOpened = isOpening(byte);
      if (isClosing(byte)) {
        this.#depth--;
        if (!wasOpened) out.line(this.#depth);
      } else if (wasOpened) out.line(this.#depth);
      out.byte(byte);
      if (isOpening(byte)) this.#depth++;
      else if (byte === COMMA) out.line(this.#depth);
      else if (byte === COLON) out.byte(SPACE);
      else if (byte === QUOTE) this.#inString = true;
    }
    return out.bytes();
  }
}

/** Bytes that are appended one by one. */
class Output {
  #buffer = new Uint8Array(4096);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  byte(byte: number): void {
    if (this.#length === this.#buffer.length) this.#grow(1);
    this.#buffer[this.#length++] = byte;
  }

  /** A line break and the indentation of the next line. */
  line(depth: number): void {
    const size = 1 + depth * 2;
    if (this.#length + size > this.#buffer.length) this.#grow(size);
    this.#buffer[this.#length++] = NEWLINE;
    this.#buffer.fill(SPACE, this.#length, this.#length + depth * 2);
    this.#length += depth * 2;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(size: number): void {
    const larger = new Uint8Array((this.#buffer.length + size) * 2);
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}
