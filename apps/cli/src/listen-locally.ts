import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from './errors.js';
import { EXIT } from './exit-code.js';

/**
 * Whether a request names this machine. It prevents DNS rebinding: a foreign page must not reach a local server through a host name that
 * it controls.
 *
 * @param host the `Host` header
 */
export function isForThisMachine(host: string | undefined): boolean {
  const address = `http://${host ?? ''}`;
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  return hostname === '127.0.0.1' || hostname === 'localhost';
}

/**
 * Listens on 127.0.0.1 alone: nobody is authenticated here.
 *
 * @param port 0 for a free one
 * @returns the port
 * @throws {CliError} where the port is taken
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
