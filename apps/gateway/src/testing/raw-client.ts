import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A client that writes what a test says and records the response. */
export interface RawClient {
  readonly socket: Socket;
  text(): string;
  /** Resolves to milliseconds since the connection started. */
  readonly closed: Promise<number>;
}

/** Connects to a port of this machine, over TLS with the certificate of an authority in PEM or over plain TCP. */
export function openRawClient(port: number, ca: string | undefined): RawClient {
  const options = { port, host: '127.0.0.1' };
  const socket =
    ca === undefined ? connectTcp(options) : connectTls({ ...options, ca, servername: 'localhost' });
  const began = performance.now();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(performance.now() - began)),
  );
  return { socket, text: () => text, closed };
}
