import type { Socket } from 'node:net';

/** `HTTP/1.1 100`: as much as says what an answer is. */
const STATUS_LINE = 12;
const END = '\r\n\r\n';

/**
 * Let the HTTP client read past `100 Continue`, which RFC 9110 §15.2 lets a server send unasked: undici takes it for a broken
 * answer, but ignores every other interim one, so it is shown `102`. Only what comes between a request and its answer is
 * looked at.
 *
 * @param socket on which one request at a time is sent
 */
export function passInterimAnswers(socket: Socket): void {
  /** No status of 200 or more came since the last request began. */
  let isAwaiting = false;
  /** Within the header section of an interim answer, with the end of what came of it. */
  let inside: string | undefined;
  /** Too little of a status line to know it. */
  let held: Buffer | undefined;

  const { write, read } = socket;
  socket.write = ((chunk: unknown, ...rest: never[]) => {
    if (typeof chunk === 'string' && /^(?:POST|GET) /.test(chunk)) isAwaiting = true;
    return (write as (...all: unknown[]) => boolean).call(socket, chunk, ...rest);
  }) as Socket['write'];

  socket.read = (size?: number): Buffer | null => {
    const chunk = read.call(socket, size) as Buffer | null;
    if (!isAwaiting || chunk === null) return chunk;
    const bytes = held === undefined ? chunk : Buffer.concat([held, chunk]);
    held = undefined;
    const known = rename(bytes);
    return known === 0 ? null : bytes.subarray(0, known);
  };

  /** Rename the interim answers that the bytes begin with. @returns how many of the bytes are known for what they are */
  function rename(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      if (inside !== undefined) {
        // The end of the section may be in two pieces.
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
      // Who switches protocols sends no answer after it.
      if (status === undefined || status === '101') {
        isAwaiting = false;
        return bytes.length;
      }
      if (status === '100') bytes.write('102', at + 9, 'latin1');
      inside = '';
      at += STATUS_LINE;
    }
  }
}
