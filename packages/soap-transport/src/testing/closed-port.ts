import { createServer } from 'node:net';

/** Ports that the system gives to nobody who asks for any port (those begin at 32,768), and on which no test listens. */
const FIRST = 30_000;
const COUNT = 2_768;

/** A port on which nobody listens, and will listen: that of a server that was closed may be another one's a moment later. */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
