import { TransportError, type TransportPhase } from '../transport-error.js';
import { raisedBy } from '../transport-options.js';

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

const ONCE = { once: true } as const;

/** Milliseconds between two looks at the limits of all calls: how late one may be found to be over. */
const LOOK_MS = 20;

/**
 * The life of one call: its total deadline, its first-byte limit and the caller's signal, whichever stage the call is in. The
 * stage that waits is `waiting`; when the call ends early it is told why, once.
 *
 * One timer serves all calls: making and clearing one per call is a measurable part of a fast call, and nobody needs a limit to
 * the millisecond.
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
  // The calls under way are a list, so that one that ends is taken out of it wherever it stands.
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

  /** The request is handed to a connection. */
  start(): void {
    this.phase = 'await-response';
    this.sentAt = this.#limits.now();
  }

  /** The signal of the caller fired. */
  handleEvent(): void {
    this.#cancel('ABORTED', 'the call was given up by the caller');
  }

  /** Ends the watch. Called once the call is over, whatever its outcome. */
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
      this.#cancel('UPSTREAM_TIMEOUT', `no complete answer within ${deadlineMs} ms${raisedBy('deadlineMs')}`);
    } else if (this.phase === 'await-response' && time >= (this.sentAt ?? time) + firstByteMs) {
      this.#cancel(
        'UPSTREAM_TIMEOUT',
        `no answer within ${firstByteMs} ms of the request${raisedBy('firstByteMs')}`,
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

  #cancel(code: 'UPSTREAM_TIMEOUT' | 'ABORTED', message: string): void {
    if (this.cancelled !== undefined) return;
    this.cancelled = new TransportError({ code, phase: this.phase, sent: this.sent, message });
    const stage = this.waiting;
    this.dispose();
    stage?.cancel(this.cancelled);
  }
}
