import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Ports that the system gives to nobody who asks for any port, and to no client: those begin at 32,768. */
const FIRST = 10_000;
const COUNT = 20_000;

/**
 * A TCP port that nothing listens on, and that is given to nobody else while this process lives: a server may be started on
 * it seconds later, stopped, and started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** Bind the UDP port of the same number, which no test uses: other processes find it taken, and it is free when this one ends. */
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
