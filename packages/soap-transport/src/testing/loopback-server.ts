import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on a free port of 127.0.0.1. */
export interface LoopbackServer {
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly port: number;
  /** Connections accepted since the start. */
  connections(): number;
  /** Connections open now. */
  open(): number;
  close(): Promise<void>;
}

/** Serves HTTP with `handler`. */
export function serveHttp(handler: RequestListener): Promise<LoopbackServer> {
  return listen(createHttpServer(handler));
}

/** Serves HTTPS with `handler`. */
export function serveHttps(options: ServerOptions, handler: RequestListener): Promise<LoopbackServer> {
  return listen(createHttpsServer(options, handler));
}

/** Serves raw TCP, for data that no HTTP library would send. */
export function serveTcp(handler: (socket: Socket) => void): Promise<LoopbackServer> {
  return listen(createTcpServer(handler));
}

/** A listener on another loopback address, if the machine has it, that must see no connection. */
export function openTrap(host: string, port: number): Promise<LoopbackServer | undefined> {
  return listen(createTcpServer(), host, port).catch(() => undefined);
}

async function listen(server: Server, address = '127.0.0.1', wanted = 0): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, address, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `${address}:${port}`,
    port,
    connections: () => accepted,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
