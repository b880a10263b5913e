import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientPace } from '../config/config.js';
import { badRequest, type GatewayError } from '../errors/errors.js';

/** Watches the requests of a server that are in flight. */
export interface ClientWatch {
  /** Reports that the header section of `request` was read. Its body is watched from now on. */
  began(request: IncomingMessage, response: ServerResponse): void;
  /** Whether part of a response was sent on this connection, so that nothing may be written after it. */
  isAnswering(socket: Socket): boolean;
  close(): void;
}

/** The latest request of a connection; with pipelining, the only one whose body can be arriving. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Whether it arrived before the previous response was finished. */
  pipelined: boolean;
  /** When the body was first seen to be incomplete, and how many bytes had arrived by then. */
  seenAt: number;
  seenBytes: number;
  cut: boolean;
}

/**
 * The interval between two checks of all connections in milliseconds. With one timer for all, requests that arrive at once cost nothing.
 */
const INTERVAL = 1_000;

/**
 * Watches the clients of `server`. A body that is too slow fails like one that ends too early, so that its request is answered and logged
 * like any other. `answer` responds if the handler does not listen for errors. `elapsed` returns monotonic milliseconds.
 */
export function watchClients(
  server: Server,
  pace: ClientPace,
  elapsed: () => number,
  answer: (request: IncomingMessage, response: ServerResponse, error: GatewayError) => void,
): ClientWatch {
  const exchanges = new Map<Socket, Exchange>();
  const forget = (socket: Socket) => exchanges.delete(socket);

  function look(socket: Socket, exchange: Exchange, now: number): void {
    const { request, response } = exchange;
    if (request.complete || request.destroyed || pace.minBodyRate === 0) return;
    // If the gateway is not reading, the client is not the slow side.
    const full = request.isPaused() || request.readableLength >= request.readableHighWaterMark;
    if (exchange.seenAt < 0 || full) {
      exchange.seenAt = now;
      exchange.seenBytes = socket.bytesRead;
      return;
    }
    const allowed = pace.bodyGrace + ((socket.bytesRead - exchange.seenBytes) / pace.minBodyRate) * 1000;
    if (now - exchange.seenAt <= allowed) return;
    if (exchange.cut) {
      // The client kept sending after the error response.
      socket.destroy();
      return;
    }
    exchange.cut = true;
    const error = badRequest(
      'REQUEST_INCOMPLETE',
      `The body arrives slower than ${pace.minBodyRate} bytes a second`,
    );
    if (!response.headersSent && request.listenerCount('error') > 0) request.emit('error', error);
    else answer(request, response, error);
  }

  const timer = setInterval(() => {
    const now = elapsed();
    for (const [socket, exchange] of exchanges) {
      look(socket, exchange, now);
      // Node's own timeout notices progress within a write but costs every request two timers, so it is set only while bytes are waiting.
      if (socket.writableLength > 0 && socket.timeout !== pace.writeStall) socket.setTimeout(pace.writeStall);
    }
  }, INTERVAL);
  timer.unref();

  server.on('timeout', (socket: Socket) => {
    const exchange = exchanges.get(socket);
    const waiting =
      exchange !== undefined && !exchange.response.writableFinished && socket.writableLength === 0;
    // The client has read what was buffered, and the rest of the response is not ready yet. The call has its own deadline for that.
    if (waiting) socket.setTimeout(0);
    else socket.destroy();
  });

  return {
    began(request, response) {
      const { socket } = request;
      const exchange = exchanges.get(socket);
      if (exchange === undefined) {
        socket.once('close', () => forget(socket));
        exchanges.set(socket, { request, response, pipelined: false, seenAt: -1, seenBytes: 0, cut: false });
        return;
      }
      exchange.pipelined = !exchange.response.writableFinished;
      exchange.request = request;
      exchange.response = response;
      exchange.seenAt = -1;
      exchange.cut = false;
    },
    isAnswering(socket) {
      const exchange = exchanges.get(socket);
      if (exchange === undefined || exchange.response.writableFinished) return false;
      return exchange.pipelined || exchange.response.headersSent;
    },
    close() {
      clearInterval(timer);
    },
  };
}
