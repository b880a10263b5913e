import { TransportError, type TransportPhase } from '../transport-error.js';

/**
 * The life of one call: its single total deadline and the caller's signal, whichever stage the call is in. A stage sets
 * `onCancel` while it waits for something; when the scope ends early it is told why, once.
 */
export class CallScope {
  phase: TransportPhase = 'prepare';
  /** Whether a byte of the request may have been written. */
  sent = false;
  /** When the request was handed to a connection, on the transport's clock. */
  sentAt: number | undefined;
  /** Why the call ended early. */
  cancelled: TransportError | undefined;
  onCancel: ((error: TransportError) => void) | undefined;
  /** Set by the timer alone, to tell it from an abort in the counters. */
  deadlineHit = false;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort: () => void;

  constructor(deadlineMs: number, signal: AbortSignal | undefined) {
    this.#timer = setTimeout(() => {
      this.deadlineHit = true;
      this.cancel('UPSTREAM_TIMEOUT', `no complete answer within ${deadlineMs} ms`);
    }, deadlineMs);
    this.#signal = signal;
    this.#onAbort = () => this.cancel('ABORTED', 'the call was given up by the caller');
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Ends the call early. Only the first reason counts. */
  cancel(code: 'UPSTREAM_TIMEOUT' | 'ABORTED', message: string): void {
    if (this.cancelled !== undefined) return;
    this.cancelled = new TransportError({ code, phase: this.phase, sent: this.sent, message });
    const listener = this.onCancel;
    this.dispose();
    listener?.(this.cancelled);
  }

  /** Ends the watch. Called once the call is over, whatever its outcome. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.onCancel = undefined;
  }
}
