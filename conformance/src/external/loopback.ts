import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A server of a peer, which ends with its connections when it is disposed of. */
interface Loopback extends Disposable {
  readonly port: number;
}

/** Starts a server on a free port of 127.0.0.1. */
export function onLoopback(server: Server | TlsServer): Promise<Loopback> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        [Symbol.dispose]() {
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}
