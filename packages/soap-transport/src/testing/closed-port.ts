import { createServer } from 'node:net';

/** Ports below the ephemeral range (which begins at 32,768), on which no test listens. */
const FIRST = 30_000;
const COUNT = 2_768;

/** Returns a port on which nothing listens or will listen. The port of a closed server may be reassigned a moment later. */
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
