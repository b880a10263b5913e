import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientPace } from '../../config/config.js';
import { badRequest, type GatewayError } from '../../errors/errors.js';
import { type Admission, PipelineLimit } from '../limits/pipeline-limit.js';
import { createTurnClock } from '../limits/turn-clock.js';

/** Watches the requests of a server that are in flight. */
export interface ClientWatch {
  /**
   * Reports that the header section of `request` was read. Returns whether the request may be handled, which depends on those that wait on its
   * connection. Its body is watched from now on, unless it is ignored.
   */
  began(request: IncomingMessage, response: ServerResponse): Admission;
  /** The latest request of a connection. */
  latest(socket: Socket): Pick<Exchange, 'request' | 'response'> | undefined;
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
  /** Absent before the client pipelines. */
  pipeline?: PipelineLimit;
  /** When the body was first seen to be incomplete, and how many bytes had arrived by then. */
  seenAt: number;
  seenBytes: number;
  cut: boolean;
  /** The bytes that were written to the connection when the client last made progress, and when that was. */
  written: number;
  readAt: number;
}

/**
 * The interval between two checks of all connections in milliseconds. With one timer for all, requests that arrive at once cost nothing.
 */
const INTERVAL = 1_000;
/**
 * Watches the clients of a server. A body that is too slow fails like one that ends too early, so that its request is answered and logged
 * like any other. `answer` responds if the handler does not listen for errors. `elapsed` returns monotonic milliseconds.
 */
export function watchClients(
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

  /** Closes a connection whose client reads nothing. Node's own timeout sees no progress within a write over TLS. */
  function lookAtReader(socket: Socket, exchange: Exchange, now: number): void {
    const { bytesWritten } = socket;
    // If nothing is waiting, the rest of the response is not ready yet, for which the call has its own deadline.
    if (socket.writableLength === 0 || bytesWritten !== exchange.written) {
      exchange.written = bytesWritten;
      exchange.readAt = now;
    } else if (now - exchange.readAt >= pace.writeStall) {
      socket.destroy();
    }
  }

  const clock = createTurnClock(elapsed, 2 * INTERVAL);
  const timer = setInterval(() => {
    const now = clock();
    for (const [socket, exchange] of exchanges) {
      look(socket, exchange, now);
      lookAtReader(socket, exchange, now);
    }
  }, INTERVAL);
  timer.unref();

  return {
    began(request, response) {
      const { socket } = request;
      const exchange = exchanges.get(socket);
      if (exchange === undefined) {
        socket.once('close', () => forget(socket));
        exchanges.set(socket, {
          request,
          response,
          pipelined: false,
          seenAt: -1,
          seenBytes: 0,
          cut: false,
          written: -1,
          readAt: 0,
        });
        return 'handle';
      }
      let admission: Admission = 'handle';
      exchange.pipelined = !exchange.response.writableFinished;
      if (exchange.pipelined) {
        exchange.pipeline ??= new PipelineLimit();
        admission = exchange.pipeline.admit(exchange.response, response);
        if (admission === 'ignore') return admission;
      }
      exchange.request = request;
      exchange.response = response;
      exchange.seenAt = -1;
      exchange.cut = false;
      return admission;
    },
    latest: (socket) => exchanges.get(socket),
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
