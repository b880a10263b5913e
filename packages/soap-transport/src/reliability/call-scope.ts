import { TransportError, type TransportPhase } from '../transport-error.js';

/** The limits of one call in milliseconds. */
export interface CallLimits {
  /** From the start to the last byte of the answer. */
  readonly deadlineMs: number;
  /** From the first byte of the request to the end of the response header section. */
  readonly firstByteMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** What gives a call up: an `AbortSignal`, or something lighter that fires once in the same way. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: AbortListener, options: { once: true }): void;
  removeEventListener(type: 'abort', listener: AbortListener): void;
}

/** Who hears of it. */
export interface AbortListener {
  handleEvent(): void;
}

/** A stage of a call that waits for something and has to be told when the call ends early. */
export interface Cancellable {
  cancel(error: TransportError): void;
}

/**
 * The life of one call: its total deadline, its first-byte limit and the caller's signal, whichever stage the call is in. The
 * stage that waits is `waiting`; when the call ends early it is told why, once.
 *
 * One timer serves both limits, because a timer per limit is a measurable part of a fast call: it is set to the earlier one and
 * set again when it finds that its time has not come.
 */
export class CallScope implements AbortListener {
  phase: TransportPhase = 'prepare';
  readonly startedAt: number;
  /** When the request was handed to a connection. From then on a byte of it may have been written. */
  sentAt: number | undefined;
  /** Why the call ended early. */
  cancelled: TransportError | undefined;
  waiting: Cancellable | undefined;
  /** Set by the deadline alone, to tell it from an abort in the counters. */
  deadlineHit = false;
  readonly #limits: CallLimits;
  readonly #signal: CallSignal | undefined;
  #timer: ReturnType<typeof setTimeout>;

  constructor(limits: CallLimits, signal: CallSignal | undefined) {
    this.#limits = limits;
    this.startedAt = limits.now();
    this.#timer = setTimeout(checkLimits, Math.min(limits.deadlineMs, limits.firstByteMs), this);
    this.#signal = signal;
    if (signal?.aborted) this.handleEvent();
    else signal?.addEventListener('abort', this, { once: true });
  }

  get sent(): boolean {
    return this.sentAt !== undefined;
  }

  /** The request is handed to a connection. */
  start(): void {
    this.phase = 'await-response';
    this.sentAt = this.#limits.now();
  }

  /** The signal of the caller fired. */
  handleEvent(): void {
    this.#cancel('ABORTED', 'the call was given up by the caller');
  }

  /** @internal Called by the timer. */
  check(): void {
    const { deadlineMs, firstByteMs, now } = this.#limits;
    const time = now();
    const deadlineLeft = this.startedAt + deadlineMs - time;
    // A timer of Node may fire a fraction of a millisecond early.
    if (deadlineLeft < 1) {
      this.deadlineHit = true;
      this.#cancel('UPSTREAM_TIMEOUT', `no complete answer within ${deadlineMs} ms`);
      return;
    }
    const firstByteLeft =
      this.phase === 'read-response' ? deadlineLeft : (this.sentAt ?? time) + firstByteMs - time;
    if (firstByteLeft < 1)
      this.#cancel('UPSTREAM_TIMEOUT', `no answer within ${firstByteMs} ms of the request`);
    else this.#timer = setTimeout(checkLimits, Math.min(deadlineLeft, firstByteLeft), this);
  }

  /** Ends the watch. Called once the call is over, whatever its outcome. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
    this.waiting = undefined;
  }

  #cancel(code: 'UPSTREAM_TIMEOUT' | 'ABORTED', message: string): void {
    if (this.cancelled !== undefined) return;
    this.cancelled = new TransportError({ code, phase: this.phase, sent: this.sent, message });
    const stage = this.waiting;
    this.dispose();
    stage?.cancel(this.cancelled);
  }
}

function checkLimits(scope: CallScope): void {
  scope.check();
}
