import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';

/** The turns of the event loop between `start` and `stop`. */
export interface Turns {
  /** The longest turn, in milliseconds of CPU time of the thread that the loop runs on. */
  readonly longest: number;
  /** CPU time of that thread, all turns together, in milliseconds. */
  readonly total: number;
  /** The peak memory of the process above its memory at the start, in bytes. */
  readonly memory: number;
}

/**
 * Measures turns of this process's event loop in CPU time, which other processes on the machine cannot lengthen. It keeps
 * the loop turning while it measures. Linux only: it reads `/proc`.
 */
export class TurnProbe {
  readonly #buffer: Buffer = Buffer.alloc(64);
  #file = -1;
  #first = 0;
  #last = 0;
  #longest = 0;
  #memory = 0;

  start(): void {
    (globalThis as { gc?: () => void }).gc?.();
    this.#file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    // Sets the peak of the resident memory back to what is resident now.
    writeFileSync('/proc/self/clear_refs', '5');
    this.#memory = peak();
    this.#longest = 0;
    this.#first = this.#cpu();
    this.#last = this.#first;
    setImmediate(this.#turn);
  }

  stop(): Turns {
    this.#note();
    closeSync(this.#file);
    this.#file = -1;
    return {
      longest: this.#longest,
      total: this.#last - this.#first,
      memory: Math.max(0, peak() - this.#memory),
    };
  }

  readonly #turn = (): void => {
    if (this.#file < 0) return;
    this.#note();
    setImmediate(this.#turn);
  };

  #note(): void {
    const now = this.#cpu();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }

  /** CPU time of the main thread, in milliseconds. */
  #cpu(): number {
    const length = readSync(this.#file, this.#buffer, 0, 64, 0);
    return Number.parseInt(this.#buffer.toString('latin1', 0, length), 10) / 1e6;
  }
}

/** The peak of the resident memory, in bytes. */
function peak(): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
}
