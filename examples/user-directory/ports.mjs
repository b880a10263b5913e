import { createServer } from 'node:net';

/**
 * Chooses a port: the one that the environment variable `variable` names, which must be free; otherwise `standard`; otherwise
 * any free port, which it reports through `say`. Throws an Error whose message says what to do.
 */
export async function choosePort(variable, standard, say) {
  const wanted = process.env[variable];
  if (wanted) {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(`${variable} must be a port number, is ${JSON.stringify(wanted)}`);
    }
    if ((await tryPort(port)) === undefined) {
      throw new Error(`port ${port} of ${variable} is in use: free it, or set ${variable} to another one`);
    }
    return port;
  }
  const port = await tryPort(standard);
  if (port !== undefined) return port;
  const other = await tryPort(0);
  say(`Port ${standard} is in use; ${variable} is ${other} this time.`);
  return other;
}

/** Resolves to the port if nothing listens on it on loopback, otherwise to undefined; 0 asks for any free port. */
function tryPort(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve() : reject(error),
    );
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address();
      server.close(() => resolve(got));
    });
  });
}
