import { executionAsyncResource } from 'node:async_hooks';
import { Socket } from 'node:net';
import { currentActivity } from '../../log/activity.js';
import type { Log } from '../../log/log.js';

/** The handling of exceptions that reach the process. */
export interface Containment {
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** Ends the request whose code was running on `socket`. Returns false if there is none. */
  failRequest(socket: Socket, error: unknown): boolean;
  /** Called after an exception that interrupted the code of an event, which may have left something half done. */
  onInterrupted(): void;
}

/** The maximum number of exceptions per minute that are logged. A log that cannot be written must not be an endless loop. */
const LOGGED_PER_MINUTE = 60;

/**
 * Keeps the process alive after exceptions that no lane caught: those in events of streams and processes, and in timers. Logs each with the
 * operation that the event loop was working on, and ends the request if it was the data of its connection that led to the exception
 * ([decision 0100](../../../../docs/decisions/0100-exceptions-of-requests.md)). A call needs nothing for it.
 */
export function containExceptions({ log, failRequest, onInterrupted }: Containment): void {
  let minute = 0;
  let logged = 0;
  const report = (message: string, error: unknown): void => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) {
      minute = now;
      logged = 0;
    }
    logged += 1;
    if (logged > LOGGED_PER_MINUTE) return;
    log.error(message, error);
    const activity = currentActivity();
    if (activity !== undefined) log.warn('the operation of the exception', { ...activity });
  };
  process.on('unhandledRejection', (error) => {
    try {
      report('a rejection was not handled', error);
    } catch {
      // Nothing is left that could report it.
    }
  });
  process.on('uncaughtException', (error) => {
    try {
      report('an exception was not caught', error);
      // Node's HTTP parser runs the listeners of a request within the resource of its connection.
      const { socket } = executionAsyncResource() as { readonly socket?: unknown };
      if (socket instanceof Socket) failRequest(socket, error);
      onInterrupted();
    } catch {
      // As above.
    }
  });
}
