import type { Socket } from 'node:net';
import type { Compatibility } from '../old-servers.js';

/** The spelling of names that Soapstone and undici write in lower case. Names of a program keep the program's spelling. */
const SPELLING: ReadonlyMap<string, string> = new Map(
  [
    'SOAPAction',
    'Content-Type',
    'Content-Length',
    'Content-Encoding',
    'Transfer-Encoding',
    'Host',
    'Connection',
    'Accept',
    'Accept-Encoding',
    'User-Agent',
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
  ].map((name) => [name.toLowerCase(), name]),
);

/**
 * Stands between undici and a socket, and rewrites the header section of each request: the version of HTTP, and the spelling of names. undici
 * writes `host`, `connection` and `content-length` itself, always in lower case, and knows HTTP/1.1 alone.
 *
 * @param socket a connection with one request at a time
 */
export function writeRequests(socket: Socket, { headerNames, http }: Compatibility): void {
  if (headerNames === undefined && http === undefined) return;
  const { write } = socket;
  socket.write = ((chunk: unknown, ...rest: never[]) => {
    // undici writes header sections as text, each in one piece, and bodies as bytes.
    const isHead = typeof chunk === 'string' && /^(?:POST|GET) /.test(chunk);
    const written = isHead ? rewriteHead(chunk, { headerNames, http }) : chunk;
    return (write as (...all: unknown[]) => boolean).call(socket, written, ...rest);
  }) as Socket['write'];
}

/** Returns the header section of a request with another version, or other spellings. */
export function rewriteHead(head: string, { headerNames, http }: Compatibility): string {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const first =
    http === '1.0' && requestLine.endsWith(' HTTP/1.1') ? `${requestLine.slice(0, -1)}0` : requestLine;
  return [first, ...(headerNames === undefined ? lines : lines.map(respell))].join('\r\n');
}

function respell(line: string): string {
  const colon = line.indexOf(':');
  const spelled = colon === -1 ? undefined : SPELLING.get(line.slice(0, colon));
  return spelled === undefined ? line : spelled + line.slice(colon);
}
