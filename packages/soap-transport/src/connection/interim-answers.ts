import type { Socket } from 'node:net';

/** `HTTP/1.1 100`: the prefix that identifies a status. */
const STATUS_LINE = 12;
const END = '\r\n\r\n';
/** Where a status begins, after `HTTP/1.1 `, and the first digit of an interim one. */
const STATUS = 9;
const INTERIM = 0x31;

/**
 * Lets the HTTP client skip `100 Continue`, which RFC 9110 §15.2 allows a server to send unasked. undici treats it as a broken
 * response but ignores all other interim ones, so it is rewritten to `102`. Only bytes between a request and its final response are
 * inspected.
 *
 * @param socket a connection with one request at a time
 */
export function passInterimAnswers(socket: Socket): void {
  /** True until a status of 200 or more arrives for the current request. */
  let isAwaiting = false;
  /** Set while inside the header section of an interim response: the last bytes received, in case they begin its end. */
  let inside: string | undefined;
  /** The start of a status line, too short to identify it. */
  let held: Buffer | undefined;

  const { write, read } = socket;
  socket.write = ((chunk: unknown, ...rest: never[]) => {
    if (typeof chunk === 'string' && (chunk.startsWith('POST ') || chunk.startsWith('GET ')))
      isAwaiting = true;
    return (write as (...all: unknown[]) => boolean).call(socket, chunk, ...rest);
  }) as Socket['write'];

  socket.read = (size?: number): Buffer | null => {
    const chunk = read.call(socket, size) as Buffer | null;
    if (!isAwaiting || chunk === null) return chunk;
    // The usual case: the first bytes are those of the final response.
    if (
      held === undefined &&
      inside === undefined &&
      chunk.length >= STATUS_LINE &&
      chunk[STATUS] !== INTERIM
    ) {
      isAwaiting = false;
      unfold(chunk);
      return chunk;
    }
    const bytes = held === undefined ? chunk : Buffer.concat([held, chunk]);
    held = undefined;
    const known = rename(bytes);
    return known === 0 ? null : bytes.subarray(0, known);
  };

  /** Rewrites the interim responses at the start of the bytes. @returns how many of the bytes have been identified */
  function rename(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      if (inside !== undefined) {
        // The end of the section may be split across two chunks.
        const text = inside + bytes.toString('latin1', at);
        const end = text.indexOf(END);
        if (end === -1) {
          inside = text.slice(-END.length + 1);
          return bytes.length;
        }
        at += end + END.length - inside.length;
        inside = undefined;
      }
      if (at === bytes.length) return at;
      const head = bytes.toString('latin1', at, at + STATUS_LINE);
      if (head.length < STATUS_LINE && 'HTTP/1.1 100'.startsWith(head.replace('/1.0', '/1.1').slice(0, 9))) {
        held = bytes.subarray(at);
        return at;
      }
      const status = /^HTTP\/1\.[01] (1\d\d)$/.exec(head)?.[1];
      // After 101 the server sends no further response.
      if (status === undefined || status === '101') {
        isAwaiting = false;
        unfold(bytes.subarray(at));
        return bytes.length;
      }
      if (status === '100') bytes.write('102', at + 9, 'latin1');
      inside = '';
      at += STATUS_LINE;
    }
  }
}

const [CR, LF, SPACE, TAB] = [0x0d, 0x0a, 0x20, 0x09];

/**
 * Unfolds the field lines of a header section in place: a line break before white space becomes spaces, as RFC 9112 §5.2 obliges a user
 * agent to do. Nothing moves, so no other rule reads differently, and the white space after the status line stays an error.
 *
 * @param bytes a response from its status line; a fold that is split across two reads stays
 */
function unfold(bytes: Buffer): void {
  const end = bytes.indexOf(END);
  const last = end === -1 ? bytes.length - 2 : end;
  const statusLine = bytes.indexOf(LF);
  if (statusLine === -1) return;
  for (let at = bytes.indexOf(LF, statusLine + 1); at !== -1 && at < last; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1];
    if (bytes[at - 1] === CR && (next === SPACE || next === TAB)) bytes.fill(SPACE, at - 1, at + 2);
  }
}
