import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** The longest body that is read only to reach its end, in bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the body of an answer to CONNECT, which Node leaves on the socket. Resolves to false if the socket cannot carry another request after
 * it: the body has no end, is too long or broken, or the peer closes the connection. The caller limits the time.
 *
 * @param head the bytes that came with the header section
 */
export function skipBody(socket: Socket, head: Buffer, headers: IncomingHttpHeaders): Promise<boolean> {
  const endOf = endReader(headers);
  if (endOf === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    let read = head;
    const finish = (isWhole: boolean): void => {
      socket.removeListener('data', take);
      socket.removeListener('end', closed);
      socket.removeListener('close', closed);
      resolve(isWhole);
    };
    const closed = (): void => finish(false);
    const look = (): void => {
      const end = endOf(read);
      // More than the body is an answer to nothing.
      if (end === 'broken' || (end !== undefined && end < read.length) || read.length > MAX_BYTES)
        finish(false);
      else if (end !== undefined) finish(true);
    };
    const take = (bytes: Buffer): void => {
      read = Buffer.concat([read, bytes]);
      look();
    };
    socket.on('data', take);
    socket.once('end', closed);
    socket.once('close', closed);
    look();
  });
}

/** Where a body ends, once that much of it was read. */
type EndOf = (bytes: Buffer) => number | 'broken' | undefined;

function endReader(headers: IncomingHttpHeaders): EndOf | undefined {
  if (headers['transfer-encoding'] !== undefined)
    return headers['transfer-encoding'].trim().toLowerCase() === 'chunked' ? chunkedEnd : undefined;
  const length = headers['content-length'];
  if (length === undefined || !/^\d{1,6}$/.test(length)) return undefined;
  const end = Number(length);
  return (bytes) => (bytes.length >= end ? end : undefined);
}

/** The end of a chunked body (RFC 9112 §7.1). */
function chunkedEnd(bytes: Buffer): number | 'broken' | undefined {
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const [digits = ''] = bytes.toString('latin1', at, Math.min(line, at + 100)).split(';');
    if (!/^[0-9a-f]{1,5}[ \t]*$/i.test(digits)) return 'broken';
    const size = Number.parseInt(digits, 16);
    at = line + 2;
    if (size === 0) return trailersEnd(bytes, at);
    at += size + 2;
    if (at > bytes.length) return undefined;
  }
}

function trailersEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return undefined;
    if (line === at) return at + 2;
    at = line + 2;
  }
}
