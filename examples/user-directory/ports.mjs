import { once } from 'node:events';
import { createServer } from 'node:net';

/** @import { AddressInfo } from 'node:net' */

/**
 * Chooses a port: the one that the environment variable `variable` names, which must be free; otherwise `standard`; otherwise
 * any free port, which it reports through `say`. Throws an Error whose message says what to do.
 *
 * @param {string} variable
 * @param {number} standard
 * @param {(text: string) => void} say
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
  const other = /** @type {number} */ (await tryPort(0));
  say(`Port ${standard} is in use; ${variable} is ${other} this time.`);
  return other;
}

/**
 * Resolves to the port if nothing listens on it on loopback, otherwise to undefined; 0 asks for any free port.
 *
 * @param {number} port
 * @returns {Promise<number | undefined>}
 */
async function tryPort(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined;
    throw error;
  }
  const address = /** @type {AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return address.port;
}
