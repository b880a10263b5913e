import type { Socket } from 'node:net';
import { setBrokenRule } from '../http/broken-rule.js';
import { ChunkLines } from '../http/chunk-lines.js';
import { endOfSection, kindOfSection, readHeaderSection } from '../http/header-section.js';

/** The bytes that identify the status of a response, `HTTP/1.1 100`, and the position of its status. */
const STATUS_LINE = 12;
const STATUS = 9;
const INTERIM = 0x31;
/** The most bytes of a header section that are held. undici refuses 16 KB of names and values. */
const MAX_SECTION = 20 * 1024;
/** Written in place of each interim response: undici takes `100 Continue` for a broken one and ignores all others. */
const SKIPPED = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n');

/** How the responses of a connection are read. */
export interface ReadingOptions {
  /** Whether to read what RFC 9112 lets a client refuse, and has only one meaning. */
  readonly lenient: boolean;
  /** Called when something was read that only a lenient reader accepts: the connection must not carry another exchange. */
  readonly onMended: () => void;
}

/**
 * Stands between a socket and undici's parser. Always: interim responses are skipped, as RFC 9110 §15.2 asks for, also `100 Continue`;
 * folded field lines are unfolded (RFC 9112 §5.2), equal lengths are one (§6.3), and white space in chunk extensions is skipped (§7.1.1). With
 * `lenient`, also the line ends, names, values and chunk sizes that old servers write. An error of undici's parser gets the rule that the header section breaks.
 *
 * @param socket a connection with one request at a time
 */
export function readResponses(socket: Socket, { lenient, onMended }: ReadingOptions): void {
  /** True until a status of 200 or more arrives for the current request. */
  let isAwaiting = false;
  /** The bytes received of a header section that is not complete yet; `scanned` of them have been searched for its end. */
  let held: Buffer | undefined;
  let scanned = 0;
  /** The section that undici reads now. */
  let section: Buffer | undefined;
  let chunks: ChunkLines | undefined;
  /** Bytes that undici put back: they were rewritten already. */
  let putBack = 0;

  const { write, read, unshift, destroy } = socket;
  socket.write = ((chunk: unknown, ...rest: never[]) => {
    if (typeof chunk === 'string' && (chunk.startsWith('POST ') || chunk.startsWith('GET '))) {
      isAwaiting = true;
      chunks = undefined;
    }
    return (write as (...all: unknown[]) => boolean).call(socket, chunk, ...rest);
  }) as Socket['write'];

  socket.unshift = (chunk: Buffer) => {
    putBack += chunk.length;
    unshift.call(socket, chunk);
  };

  socket.destroy = (error?: Error) => {
    const broken =
      error === undefined || section === undefined ? undefined : readHeaderSection(section).broken;
    if (error !== undefined && broken !== undefined) setBrokenRule(error, broken);
    else if (error !== undefined && held !== undefined && held.length >= STATUS_LINE && isClosed(error))
      setBrokenRule(error, NO_END);
    return destroy.call(socket, error);
  };

  socket.read = (size?: number): Buffer | null => {
    section = undefined;
    const chunk = read.call(socket, size) as Buffer | null;
    if (chunk === null) return chunk;
    const done = Math.min(putBack, chunk.length);
    putBack -= done;
    if (done === chunk.length) return chunk;
    if (!isAwaiting && chunks === undefined) return chunk;
    const rewritten = rewrite(done === 0 ? chunk : chunk.subarray(done));
    const bytes = done === 0 ? rewritten : Buffer.concat([chunk.subarray(0, done), rewritten]);
    return bytes.length === 0 ? null : bytes;
  };

  function rewrite(bytes: Buffer): Buffer {
    if (!isAwaiting) return rewriteBody(bytes);
    // The usual case: the first bytes are the whole header section of the final response.
    if (held === undefined && !lenient && bytes[STATUS] !== INTERIM && isStatusLine(bytes, 0)) {
      const end = endOfSection(bytes, 0);
      const kind = end === -1 ? 'unusual' : kindOfSection(bytes, 0, end);
      if (kind !== 'unusual') {
        isAwaiting = false;
        section = bytes.subarray(0, end);
        if (kind === 'plain' || !hasBody(section)) return bytes;
        chunks = new ChunkLines(false);
        const body = bytes.subarray(end);
        const rewritten = rewriteBody(body);
        return rewritten === body ? bytes : Buffer.concat([section, rewritten]);
      }
    }
    return rewriteHead(held === undefined ? bytes : Buffer.concat([held, bytes]));
  }

  /** Rewrites from the status line of a response that is not final yet. */
  function rewriteHead(bytes: Buffer): Buffer {
    const written: Buffer[] = [];
    let at = 0;
    let from = scanned;
    held = undefined;
    scanned = 0;
    for (;;) {
      if (at === bytes.length) break;
      const isResponse = isStatusLine(bytes, at);
      const end = isResponse ? endOfSection(bytes, at, Math.max(at, from)) : -1;
      from = 0;
      if (isResponse && end === -1 && bytes.length - at <= MAX_SECTION) {
        held = bytes.subarray(at);
        // A line end of three bytes may be split.
        scanned = Math.max(0, held.length - 3);
        break;
      }
      const isInterim = end !== -1 && bytes[at + STATUS] === INTERIM;
      // After 101 the server sends no further response.
      if (isInterim && bytes.toString('latin1', at + STATUS, at + STATUS_LINE) !== '101') {
        written.push(SKIPPED);
        at = end;
        continue;
      }
      isAwaiting = false;
      // undici rejects anything that is not a header section.
      if (end === -1 || isInterim) written.push(bytes.subarray(at));
      else written.push(rewriteFinal(bytes.subarray(at, end)), rewriteBody(bytes.subarray(end)));
      break;
    }
    return written.length === 1 ? (written[0] as Buffer) : Buffer.concat(written);
  }

  function rewriteFinal(bytes: Buffer): Buffer {
    section = bytes;
    const { rewritten, broken, chunked } = readHeaderSection(bytes);
    if (broken !== undefined && (!lenient || !broken.mends)) return bytes;
    if (chunked && hasBody(bytes)) chunks = new ChunkLines(lenient);
    if (broken !== undefined) onMended();
    return rewritten ?? bytes;
  }

  function rewriteBody(bytes: Buffer): Buffer {
    if (chunks === undefined) return bytes;
    const rewritten = chunks.push(bytes);
    if (chunks.mended) onMended();
    if (chunks.over) chunks = undefined;
    return rewritten;
  }
}

/** A connection that was closed within a header section. */
const NO_END = { rule: 'its header section has no end (RFC 9112 §2.1)', mends: false } as const;

/** Whether undici reports that the server closed the connection, and not that it was reset. */
function isClosed(error: Error): boolean {
  return (error as { readonly code?: unknown }).code === 'UND_ERR_SOCKET';
}

/** Whether the status of a section lets a body follow (RFC 9112 §6.3). */
function hasBody(bytes: Buffer): boolean {
  const status = bytes.toString('latin1', STATUS, STATUS_LINE);
  return status !== '204' && status !== '304';
}

/** Whether the bytes at `at` are, or may become, a status line. */
function isStatusLine(bytes: Buffer, at: number): boolean {
  const head = bytes.toString('latin1', at, at + STATUS_LINE);
  if (head.length < STATUS_LINE) return 'HTTP/1.1 '.startsWith(head.replace('/1.0', '/1.1').slice(0, STATUS));
  return /^HTTP\/1\.[01] \d{3}$/.test(head);
}
