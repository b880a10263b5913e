import { Refusal } from '../fault/refusal.js';

/** The deadline of a handler. Its signal is created on demand: most handlers do not use it, and a signal costs more than a timer. */
export class Deadline {
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #over: Promise<never>;
  #controller: AbortController | undefined;
  #signal: AbortSignal | undefined;
  #isOver = false;

  /** @param timeout in milliseconds */
  constructor(timeout: number) {
    let refuse: (refusal: Refusal) => void;
    this.#over = new Promise((_, reject) => {
      refuse = reject;
    });
    // Without this, a one-way operation, whose outcome nobody awaits, would cause an unhandled rejection.
    this.#over.catch(() => {});
    this.#timer = setTimeout(() => {
      refuse(new Refusal('Receiver', `the service did not answer within ${timeout} ms`));
      this.#end();
    }, timeout);
  }

  /** Returns a signal that aborts at the deadline, or when `caller` aborts. */
  signalWith(caller: AbortSignal): AbortSignal {
    if (this.#signal !== undefined) return this.#signal;
    this.#controller = new AbortController();
    this.#signal = AbortSignal.any([caller, this.#controller.signal]);
    if (this.#isOver) this.#end();
    return this.#signal;
  }

  /** Resolves to the outcome of a handler. Rejects with a `Refusal` at the deadline. */
  async race<Result>(running: Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([running, this.#over]);
    } finally {
      this.clear();
    }
  }

  /** Stops the timer, because the handler has ended. */
  clear(): void {
    clearTimeout(this.#timer);
  }

  #end(): void {
    this.#isOver = true;
    this.#controller?.abort(new DOMException('the handler timed out', 'TimeoutError'));
  }
}
