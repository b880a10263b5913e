import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** A range that the system never assigns on its own: ephemeral ports begin at 32,768. */
const FIRST = 10_000;
const COUNT = 20_000;

/**
 * Returns a TCP port that nothing listens on and that no other caller gets while this process lives. A server can be started on it
 * seconds later, stopped, and started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/**
 * Binds the UDP port of the same number, which no test uses. Other processes find it taken, and it is released when this process
 * ends.
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const mark = createSocket('udp4');
    mark.once('error', () => {
      mark.close();
      resolve(false);
    });
    mark.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      mark.unref();
      resolve(true);
    });
  });
}

/** Whether a server can listen on all addresses. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
