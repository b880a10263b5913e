import { Refusal } from './refusal.js';

/** The time that a handler has. Its signal is made when a handler asks for it: most do not, and a signal costs more than a timer. */
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
    // Nobody waits for the outcome of a one-way operation.
    this.#over.catch(() => {});
    this.#timer = setTimeout(() => {
      refuse(new Refusal('Receiver', `the service did not answer within ${timeout} ms`));
      this.#end();
    }, timeout);
  }

  /** Aborts at the deadline, and together with `caller`. */
  signalWith(caller: AbortSignal): AbortSignal {
    if (this.#signal !== undefined) return this.#signal;
    this.#controller = new AbortController();
    this.#signal = AbortSignal.any([caller, this.#controller.signal]);
    if (this.#isOver) this.#end();
    return this.#signal;
  }

  /** The outcome of a handler; a `Refusal` at the deadline. */
  async race<Result>(running: Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([running, this.#over]);
    } finally {
      this.clear();
    }
  }

  /** The handler has ended. */
  clear(): void {
    clearTimeout(this.#timer);
  }

  #end(): void {
    this.#isOver = true;
    this.#controller?.abort(new DOMException('the time of the handler is over', 'TimeoutError'));
  }
}
