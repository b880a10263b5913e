import { TransportError, type TransportPhase } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';

/** The limits of one call, in milliseconds. */
export interface CallLimits {
  /** From the start to the last byte of the response. */
  readonly deadlineMs: number;
  /** From the first byte of the request to the end of the response header section. */
  readonly firstByteMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Aborts a call: an `AbortSignal`, or something lighter that fires once in the same way. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: AbortListener, options: { once: true }): void;
  removeEventListener(type: 'abort', listener: AbortListener): void;
}

/** The listener of a signal. */
export interface AbortListener {
  handleEvent(): void;
}

/** A stage of a call that waits for something and must be notified when the call ends early. */
export interface Cancellable {
  cancel(error: TransportError): void;
}

const ONCE = { once: true } as const;

/** The interval in milliseconds at which the limits of all calls are checked: the maximum delay in detecting a timeout. */
const LOOK_MS = 20;

/**
 * The lifetime of one call: its total deadline, its first-byte limit and the caller's signal, at every stage. The waiting stage is
 * `waiting`; it is notified once if the call ends early.
 *
 * One timer serves all calls. Creating and clearing a timer per call is a measurable part of a fast call, and no caller needs a
 * limit to the millisecond.
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
  // The calls in flight form a linked list, so that a finished one is removed in constant time.
  static #newest: CallScope | undefined;
  static #timer: ReturnType<typeof setInterval> | undefined;
  #watched = false;
  #older: CallScope | undefined;
  #newer: CallScope | undefined;

  constructor(limits: CallLimits, signal: CallSignal | undefined) {
    this.#limits = limits;
    this.startedAt = limits.now();
    this.#signal = signal;
    if (signal?.aborted) {
      this.handleEvent();
      return;
    }
    signal?.addEventListener('abort', this, ONCE);
    this.#watch();
  }

  get sent(): boolean {
    return this.sentAt !== undefined;
  }

  /** Notes that the request was handed to a connection. */
  start(): void {
    this.phase = 'await-response';
    this.sentAt = this.#limits.now();
  }

  /** The caller's signal fired. */
  handleEvent(): void {
    this.#cancel('ABORTED', 'the caller aborted the call', this.#signal?.reason);
  }

  /** Ends the watch. Called once when the call is over, regardless of its outcome. */
  dispose(): void {
    this.#unwatch();
    this.#signal?.removeEventListener('abort', this);
    this.waiting = undefined;
  }

  #check(): void {
    const { deadlineMs, firstByteMs, now } = this.#limits;
    const time = now();
    if (time >= this.startedAt + deadlineMs) {
      this.deadlineHit = true;
      this.#cancel(
        'UPSTREAM_TIMEOUT',
        `no complete response within ${deadlineMs} ms${raisedBy('deadlineMs')}`,
      );
    } else if (this.phase === 'await-response' && time >= (this.sentAt ?? time) + firstByteMs) {
      this.#cancel(
        'UPSTREAM_TIMEOUT',
        `no response within ${firstByteMs} ms of the request${raisedBy('firstByteMs')}`,
      );
    }
  }

  #watch(): void {
    const older = CallScope.#newest;
    this.#watched = true;
    this.#older = older;
    if (older !== undefined) older.#newer = this;
    CallScope.#newest = this;
    CallScope.#timer ??= setInterval(CallScope.#look, LOOK_MS);
  }

  #unwatch(): void {
    if (!this.#watched) return;
    this.#watched = false;
    if (this.#newer === undefined) CallScope.#newest = this.#older;
    else this.#newer.#older = this.#older;
    if (this.#older !== undefined) this.#older.#newer = this.#newer;
    this.#newer = undefined;
    this.#older = undefined;
  }

  static #look(this: void): void {
    let scope = CallScope.#newest;
    if (scope === undefined) {
      clearInterval(CallScope.#timer);
      CallScope.#timer = undefined;
    }
    while (scope !== undefined) {
      const older: CallScope | undefined = scope.#older;
      scope.#check();
      scope = older;
    }
  }

  #cancel(code: 'UPSTREAM_TIMEOUT' | 'ABORTED', message: string, cause?: unknown): void {
    if (this.cancelled !== undefined) return;
    this.cancelled = new TransportError({ code, phase: this.phase, sent: this.sent, message, cause });
    const stage = this.waiting;
    this.dispose();
    stage?.cancel(this.cancelled);
  }
}
