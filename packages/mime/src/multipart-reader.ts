import { malformed } from './mime-error.js';
import type { MultipartLimits } from './multipart-limits.js';

/** A part in the order of the message. Its body must be read (or left) before the next part is requested. */
export interface StreamedPart {
  /** Names in lower case; the first of two equal names wins. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: AsyncIterable<Uint8Array>;
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
/** The longest line after a delimiter that still counts as padding (RFC 2046 §5.1.1 sets no limit). */
const MAX_PADDING = 256;

/**
 * Splits a multipart body (RFC 2046 §5.1) as it arrives. Holds one chunk at a time; linear in the input. Lines may end in LF
 * alone, as some servers write them. Throws `MimeError` `MALFORMED` for a body without its closing delimiter,
 * with too many parts or too large a part header. Rethrows errors of the source.
 */
export async function* readMultipart(
  source: AsyncIterator<Uint8Array>,
  boundary: string,
  limits: MultipartLimits,
): AsyncGenerator<StreamedPart, undefined> {
  const window = new Window(source);
  const delimiter = Buffer.from(`\n--${boundary}`, 'latin1');
  // The first delimiter may be the first line.
  window.prepend(Buffer.from('\n'));
  // The preamble is for readers without MIME support.
  await drain(untilDelimiter(window, delimiter));
  for (let count = 1; !(await isClosing(window)); count += 1) {
    if (count > limits.maxParts) throw malformed(`more than ${limits.maxParts} parts`, 'maxParts');
    await skipLine(window);
    const headers = readPartHeaders(await readHeaderSection(window, limits.maxPartHeaderBytes));
    const body = untilDelimiter(window, delimiter);
    // No `return`: a reader that leaves early must not end the message. The rest of the part is skipped below.
    yield { headers, body: { [Symbol.asyncIterator]: () => ({ next: () => body.next() }) } };
    await drain(body);
  }
  // Nobody reads the epilogue, but the connection is not free for the next call until it was received.
  await drain(source);
  return undefined;
}

/** The chunks up to the next delimiter line, which is consumed up to the end of the boundary. */
async function* untilDelimiter(window: Window, delimiter: Buffer): AsyncGenerator<Uint8Array, void> {
  let from = 0;
  for (;;) {
    const found = window.bytes.indexOf(delimiter, from);
    if (found === -1) {
      // The last bytes may begin a delimiter; one more for the CR before it.
      const safe = window.bytes.length - delimiter.length;
      if (safe > 0) yield window.take(safe);
      from = 0;
      if (!(await window.more())) throw malformed('it ends before its closing delimiter');
      continue;
    }
    const after = found + delimiter.length;
    let isLine = isDelimiterLine(window.bytes, after);
    while (isLine === undefined) isLine = (await window.more()) && isDelimiterLine(window.bytes, after);
    if (!isLine) {
      // Text that merely starts like the delimiter. A message may be full of it, so it does not become a chunk of its own.
      from = after;
      continue;
    }
    const end = found > 0 && window.bytes[found - 1] === CR ? found - 1 : found;
    const content = window.take(end);
    window.take(after - end);
    if (content.length > 0) yield content;
    return;
  }
}

async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await chunks.next()).done);
}

/**
 * Whether the text at `at` completes a delimiter: `--`, or only padding to the end of the line. `undefined` if that takes more bytes
 * to tell.
 */
function isDelimiterLine(bytes: Buffer, at: number): boolean | undefined {
  for (let index = at; index < at + MAX_PADDING; index += 1) {
    const byte = bytes[index];
    if (byte === undefined) return undefined;
    if (byte === LF) return true;
    if (byte === DASH) {
      if (index !== at) return false;
      const next = bytes[at + 1];
      return next === undefined ? undefined : next === DASH;
    }
    if (byte !== 0x20 && byte !== 0x09 && byte !== CR) return false;
  }
  return false;
}

async function isClosing(window: Window): Promise<boolean> {
  while (window.bytes.length < 2) {
    if (!(await window.more())) throw malformed('it ends before its closing delimiter');
  }
  return window.bytes[0] === DASH && window.bytes[1] === DASH;
}

async function skipLine(window: Window): Promise<void> {
  for (;;) {
    const end = window.bytes.indexOf(LF);
    if (end !== -1) {
      window.take(end + 1);
      return;
    }
    if (!(await window.more())) throw malformed('it ends within a delimiter');
  }
}

/** The header lines and the empty line after them. */
async function readHeaderSection(window: Window, maxBytes: number): Promise<string> {
  let from = 0;
  for (;;) {
    const { bytes } = window;
    for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
      const start = bytes.lastIndexOf(LF, at - 1) + 1;
      const empty = at === start || (at === start + 1 && bytes[start] === CR);
      if (at > maxBytes) break;
      if (at === 0 || empty) return Buffer.from(window.take(at + 1)).toString('utf8');
      from = at + 1;
    }
    if (bytes.length > maxBytes)
      throw malformed(`a part header is larger than ${maxBytes} bytes`, 'maxPartHeaderBytes');
    if (!(await window.more())) throw malformed('it ends within a part header');
  }
}

function readPartHeaders(section: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of section.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Bytes that were read and not yet delivered. */
class Window {
  bytes: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  prepend(bytes: Buffer): void {
    this.bytes = Buffer.concat([bytes, this.bytes]);
  }

  /** Reads one more chunk; false at the end of the source. */
  async more(): Promise<boolean> {
    const step = await this.#source.next();
    if (step.done === true) return false;
    this.bytes = this.bytes.length === 0 ? bufferOf(step.value) : Buffer.concat([this.bytes, step.value]);
    return true;
  }

  take(length: number): Buffer {
    const taken = this.bytes.subarray(0, length);
    this.bytes = this.bytes.subarray(length);
    return taken;
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
