import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:net';

/** A listener that must stay unreached, and a count of every client socket that this process opens. */
export interface Canary {
  readonly port: number;
  /** Connections that were accepted. */
  hits(): number;
  /** Bytes that were received. */
  bytes(): number;
  /** Client sockets created in this process, regardless of their target. */
  clientSockets(): number;
  close(): Promise<void>;
}

/** Listens on the same port of 127.0.0.1 and, if the machine has IPv6, of ::1. */
export async function openCanary(): Promise<Canary> {
  let hits = 0;
  let bytes = 0;
  let sockets = 0;
  const count = (): void => {
    sockets += 1;
  };
  // Node's own diagnostics channel also reports connections that are refused or never complete.
  subscribe('net.client.socket', count);
  const servers: Server[] = [];
  const open = (host: string, port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        hits += 1;
        socket.on('error', () => {});
        socket.on('data', (chunk) => {
          bytes += chunk.length;
        });
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret');
      });
      server.once('error', reject);
      server.listen(port, host, () => resolve(server));
    });
  const first = await open('127.0.0.1', 0);
  servers.push(first);
  const { port } = first.address() as { port: number };
  const second = await open('::1', port).catch(() => undefined);
  if (second !== undefined) servers.push(second);
  return {
    port,
    hits: () => hits,
    bytes: () => bytes,
    clientSockets: () => sockets,
    async close() {
      unsubscribe('net.client.socket', count);
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
