import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from './errors.js';
import { EXIT } from './exit-code.js';

const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/**
 * Returns why a request is rejected: it names another host, or a page of another site sent it. Any web page can send requests to this
 * machine, and a page that rebinds its host name can read the responses too. There is no authentication, and the commands may add
 * credentials of the user.
 *
 * @returns undefined for a request from this machine
 */
export function refusalOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  if (!isLocal(`http://${headers.host ?? ''}`)) return 'only 127.0.0.1 and localhost are served\n';
  const { origin, 'sec-fetch-site': site } = headers;
  // Browsers send no `Origin` with the GET of an image or a link.
  const isForeign = origin === undefined ? site === 'cross-site' : !isLocal(origin);
  return isForeign
    ? 'requests from pages of other sites are rejected: enter the address in the browser, or call it from a page on localhost\n'
    : undefined;
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && LOCAL.has(new URL(address).hostname);
}

/**
 * Listens on 127.0.0.1 only, because there is no authentication.
 *
 * @param port 0 for a free one
 * @returns the port
 * @throws {CliError} if the port is taken
 */
export async function listenLocally(server: Server, port: number): Promise<number> {
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
  return (server.address() as AddressInfo).port;
}

/** A running local server. */
export interface LocalServer {
  /** Its address, without a trailing slash: `http://127.0.0.1:8090`. */
  readonly url: string;
  /** Closes it and its connections. */
  close(): Promise<void>;
}

/**
 * Serves only this machine: requests that name another host, and those from pages of other sites, get 403.
 *
 * @param answer writes the response; if it rejects, the connection is closed
 * @param port 0 for a free one
 * @throws {CliError} if the port is taken
 */
export async function serveLocally(
  answer: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
  port: number,
): Promise<LocalServer> {
  const server = createServer((incoming, response) => {
    const refused = refusalOf(incoming);
    if (refused !== undefined) {
      response.writeHead(403, { 'Content-Type': 'text/plain' }).end(refused);
      return;
    }
    // Asynchronous, because creating a Fetch request throws for TRACE.
    const run = async (): Promise<void> => await answer(incoming, response);
    run().catch(() => response.destroy());
  });
  return {
    url: `http://127.0.0.1:${await listenLocally(server, port)}`,
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
