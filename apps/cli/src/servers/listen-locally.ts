import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';

const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Methods that Node accepts and Fetch cannot express. */
const UNSERVED: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);

/**
 * Returns why a request is rejected: it names another host, or a page of another site sent it. Any web page can send requests to this
 * machine, and a page that rebinds its host name can read the responses too. There is no authentication, and the commands may add
 * credentials of the user.
 *
 * @returns undefined for a request from this machine
 */
function refusalOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  if (!isLocal(`http://${headers.host ?? ''}`)) return 'only 127.0.0.1 and localhost are served';
  const { origin, 'sec-fetch-site': site } = headers;
  // Browsers send no `Origin` with the GET of an image or a link.
  const isForeign = origin === undefined ? site === 'cross-site' : !isLocal(origin);
  return isForeign
    ? 'requests from pages of other sites are rejected: enter the address in the browser, or call it from a page on localhost'
    : undefined;
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && LOCAL.has(new URL(address).hostname);
}

/**
 * Gives a request with a target in absolute form, `http://127.0.0.1:8090/users`, the path and the `Host` of that target, as RFC 9112 §3.2.2
 * asks of every server, and one for the whole server (`*`) the path `/`.
 *
 * @returns false for a target that no path can be read from
 */
function readTarget(incoming: IncomingMessage): boolean {
  const { url = '' } = incoming;
  if (url === '*') incoming.url = '/';
  else if (/^https?:\/\//i.test(url) && URL.canParse(url)) {
    const { host, pathname, search } = new URL(url);
    incoming.url = pathname + search;
    incoming.headers.host = host;
  }
  return incoming.url?.startsWith('/') === true;
}

/**
 * Listens on 127.0.0.1 only, because there is no authentication.
 *
 * @param port 0 for a free one
 * @returns the port
 * @throws {CliError} if the port is taken
 */
async function listenLocally(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE' ? `port ${port} is taken: --port chooses another` : cause.message;
      reject(
        new CliError({
          code: 'CANNOT_LISTEN',
          message: `cannot listen: ${reason}`,
          exitCode: EXIT.usage,
          cause,
        }),
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  // A connection that the system cannot accept, such as for lack of descriptors, must not end the command.
  server.on('error', () => {});
  return (server.address() as AddressInfo).port;
}

/** A running local server. */
export interface LocalServer {
  /** Its address, without a trailing slash: `http://127.0.0.1:8090`. */
  readonly url: string;
  /** Closes it and its connections. */
  close(): Promise<void>;
}

/** Writes a response without content of the command: its status, a sentence, and headers. */
export type Refuse = (
  response: ServerResponse,
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
) => void;

const refuseInText: Refuse = (response, status, message, headers) => {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(`${message}\n`);
};

/**
 * Serves only this machine: requests that name another host, and those from pages of other sites, get 403. Every request gets a response:
 * 405 for the methods CONNECT and TRACE, and 500 if `answer` rejects before it wrote one.
 *
 * @param answer writes the response; `url` is the address of the server
 * @param port 0 for a free one
 * @param refuse writes these responses. Default: as text
 * @throws {CliError} if the port is taken
 */
export async function serveLocally(
  answer: (incoming: IncomingMessage, response: ServerResponse, url: string) => Promise<void>,
  port: number,
  refuse: Refuse = refuseInText,
): Promise<LocalServer> {
  let url = '';
  const server = createServer((incoming, response) => {
    if (!readTarget(incoming)) return refuse(response, 400, 'The target of this request cannot be used');
    const refused = refusalOf(incoming);
    if (refused !== undefined) return refuse(response, 403, refused);
    if (UNSERVED.has(incoming.method ?? '')) {
      return refuse(response, 405, `${incoming.method} is not served`, { Allow: 'GET, HEAD, POST' });
    }
    // Asynchronous, so that what `answer` throws is handled as well.
    const run = async (): Promise<void> => await answer(incoming, response, url);
    run().catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The request could not be processed', { Connection: 'close' });
    });
  });
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => {});
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });
  url = `http://127.0.0.1:${await listenLocally(server, port)}`;
  return {
    url,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Reads the body of a request. Resolves to undefined if it has more than `most` bytes, or if the client has disconnected. */
export async function readBody(request: IncomingMessage, most: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) return undefined;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
