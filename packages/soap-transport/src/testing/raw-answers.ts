import type { Socket } from 'node:net';
import { type LoopbackServer, serveTcp } from './loopback-server.js';

/** A server that waits for the whole request and then runs its script. */
export function answering(answer: (socket: Socket) => void): Promise<LoopbackServer> {
  return serveTcp((socket) => {
    let seen = '';
    const read = (chunk: Buffer): void => {
      seen += chunk.toString('latin1');
      if (!seen.includes('</soapenv:Envelope>')) return;
      socket.off('data', read);
      socket.resume();
      answer(socket);
    };
    socket.on('data', read);
  });
}

/** Writes `opening`, then acts every `ms` until the connection is gone. */
export function every(ms: number, socket: Socket, opening: string, drop: string): void {
  if (opening !== '') socket.write(opening);
  const timer = setInterval(() => (socket.writable ? socket.write(drop) : clearInterval(timer)), ms);
  socket.once('close', () => clearInterval(timer));
}

/** Writes all parts and closes. */
export function say(socket: Socket, ...parts: (string | Buffer)[]): void {
  for (const part of parts) socket.write(part);
  socket.end();
}

/** Writes `opening`, then `chunk` repeatedly, as fast as the client reads. */
export function endless(socket: Socket, opening: string, chunk: Buffer): void {
  const pump = (): void => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', pump);
  socket.write(opening);
  pump();
}
