import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { defined } from '@soapstone/options/defined';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';

const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Where a server listens, if not on 127.0.0.1 for this machine alone. */
export interface Exposure {
  /** The address to listen on, such as `0.0.0.0`. */
  readonly host: string;
  /** The host names, beside addresses, that requests may be sent to. */
  readonly names: readonly string[];
}

/** The certificate chain and its private key, both in PEM. */
export interface KeyPair {
  readonly cert: Uint8Array;
  readonly key: Uint8Array;
  /** Opens the key. Default: the key is not encrypted. */
  readonly passphrase?: string;
}

/** Methods that Node accepts and Fetch cannot express. */
const UNSERVED: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);

/**
 * Returns why a request is rejected: it names another host, or a page of another site sent it. Any web page can send requests to this
 * machine, and a page that rebinds its host name can read the responses too. There is no authentication, and the commands may add
 * credentials of the user.
 *
 * @returns undefined for a request from this machine, or to one of the names or addresses of a server that others may call
 */
function refusalOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  exposure: Exposure | undefined,
): string | undefined {
  const isLocal = (address: string): boolean => isNamed(address, exposure?.names ?? []);
  const target = `http://${headers.host ?? ''}`;
  // A name can be rebound to this machine; an address cannot.
  if (!isLocal(target) && !(exposure !== undefined && isAddress(target))) {
    return exposure === undefined
      ? 'only 127.0.0.1 and localhost are served'
      : 'this host name is not served: name it with --allow-host';
  }
  const { origin, 'sec-fetch-site': site } = headers;
  // Browsers send no `Origin` with the GET of an image or a link.
  const isForeign = origin === undefined ? site === 'cross-site' : !isLocal(origin);
  return isForeign
    ? 'requests from pages of other sites are rejected: enter the address in the browser, or call it from a page on localhost'
    : undefined;
}

function isNamed(address: string, names: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, host } = new URL(address);
  return LOCAL.has(hostname) || names.some((name) => [hostname, host].includes(name.toLowerCase()));
}

function isAddress(address: string): boolean {
  return URL.canParse(address) && isIP(new URL(address).hostname.replace(/^\[|\]$/g, '')) !== 0;
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
 * Listens on 127.0.0.1 unless the user names another address, because there is no authentication.
 *
 * @param port 0 for a free one
 * @returns the port
 * @throws {CliError} if the port is taken
 */
async function listenLocally(server: Server, port: number, host: string): Promise<number> {
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
    server.listen(port, host, resolve);
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
 * @param exposure where else to listen, and for which names. Default: for this machine alone
 * @param tls serves HTTPS with it. Default: HTTP
 * @throws {CliError} if the port is taken, or the certificate or its key cannot be used
 */
export async function serveLocally(
  answer: (incoming: IncomingMessage, response: ServerResponse, url: string) => Promise<void>,
  port: number,
  refuse: Refuse = refuseInText,
  exposure?: Exposure,
  tls?: KeyPair,
): Promise<LocalServer> {
  let url = '';
  const receive = (incoming: IncomingMessage, response: ServerResponse): void => {
    if (!readTarget(incoming)) {
      refuse(response, 400, 'The target of this request cannot be used');
      return;
    }
    const refused = refusalOf(incoming, exposure);
    if (refused !== undefined) {
      refuse(response, 403, refused);
      return;
    }
    if (UNSERVED.has(incoming.method ?? '')) {
      refuse(response, 405, `${incoming.method} is not served`, { Allow: 'GET, HEAD, POST' });
      return;
    }
    // Asynchronous, so that what `answer` throws is handled as well.
    const run = async (): Promise<void> => await answer(incoming, response, url);
    run().catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The request could not be processed', { Connection: 'close' });
    });
  };
  const server = createOver(tls, receive);
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => {});
    socket.end(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });
  const { host = '127.0.0.1' } = exposure ?? {};
  const taken = await listenLocally(server, port, host);
  // Every address includes this one.
  url = `${tls === undefined ? 'http' : 'https'}://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host}:${taken}`;
  return {
    url,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function createOver(
  tls: KeyPair | undefined,
  receive: (incoming: IncomingMessage, response: ServerResponse) => void,
): Server {
  if (tls === undefined) return createServer(receive);
  try {
    const { cert, key, passphrase } = tls;
    const opening = defined({ passphrase });
    return createTlsServer({ cert: Buffer.from(cert), key: Buffer.from(key), ...opening }, receive);
  } catch (cause) {
    throw new CliError({
      code: 'CANNOT_LISTEN',
      message:
        'cannot serve HTTPS: the certificate or its key is not readable as PEM, SOAPSTONE_PASSPHRASE does not open the key, or they do not belong together',
      exitCode: EXIT.usage,
      // OpenSSL's text names routines and reasons, never content.
      cause,
    });
  }
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
