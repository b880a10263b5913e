import { limitCpu } from './limit-cpu.js';

/** The gateway as a task in a child process sees it. */
export interface Channel<Received, Sent> {
  /** Sets the function that gets each message of the gateway. */
  receive(listener: (message: Received) => void): void;
  send(message: Sent): void;
  /**
   * Limits the processor time from now on, in milliseconds.
   *
   * @returns a check to call before the result is sent
   */
  limitCpu(limit: number): () => void;
}

/** The channel of this process to its parent. The process ends with the channel, because without a parent there is no work. */
export function parentChannel<Received, Sent>(): Channel<Received, Sent> {
  process.on('disconnect', () => process.exit(0));
  return {
    receive: (listener) => void process.on('message', listener),
    send: (message) => void process.send?.(message),
    limitCpu,
  };
}
