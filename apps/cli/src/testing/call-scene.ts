import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, vi } from 'vitest';
import { type CommandResult, directoryOf, runCommand } from './run-command.js';
import { mutualTls, selfSigned } from './self-signed.js';
import { USER, USERS_WSDL } from './users-wsdl.js';

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The subject of the client certificate. */
  readonly client: string | undefined;
}

/** A directory with a WSDL, a certificate (`cert.pem`, `key.pem`) and other files, and servers to call with it. */
export interface CallScene {
  readonly cwd: string;
  /** Starts a server that answers each request with the same user. `secure`: over TLS, requesting a client certificate. */
  userServer(secure?: boolean): Promise<{ readonly url: string; readonly asked: Asked[] }>;
  /** Starts a server. @returns its address */
  serve(listener?: RequestListener): Promise<string>;
  /** Runs `soapstone call` for GetUser at an address. */
  call(url: string, ...options: string[]): Promise<CommandResult>;
}

/** Sets up the files and servers for the tests of a file. Stops the servers and resets the environment after each test. */
export function setCallScene(files: Readonly<Record<string, string | Uint8Array>>): CallScene {
  const cwd = directoryOf({ 'users.wsdl': USERS_WSDL, ...files });
  const issued = selfSigned(cwd);
  const servers: Server[] = [];
  afterEach(() => {
    vi.unstubAllEnvs();
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const tls = mutualTls(issued);
  return {
    cwd,
    async userServer(secure = false) {
      const asked: Asked[] = [];
      const server = secure ? createHttpsServer(tls) : createHttpServer();
      server.on('request', async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks).toString('latin1');
        const client = secure ? (request.socket as TLSSocket).getPeerCertificate().subject?.CN : undefined;
        asked.push({ headers: request.headers, body, client: client?.toString() });
        response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(USER);
      });
      return { url: `${secure ? 'https' : 'http'}://127.0.0.1:${await listen(server)}/`, asked };
    },
    serve: async (listener) => `http://127.0.0.1:${await listen(createHttpServer(listener))}/`,
    call: (url, ...options) =>
      runCommand(
        ['call', 'users.wsdl', 'GetUser', '{"userId": 1}', '--endpoint', url, '--result', ...options],
        {
          cwd,
        },
      ),
  };
}
