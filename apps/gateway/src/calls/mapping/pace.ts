import { threadClock } from '../../children/thread-clock.js';
import type { JobCost } from './messages.js';

/**
 * The limits of mapping on the event loop: bytes of a message, units of work, milliseconds to compile an operation, and milliseconds per
 * message. Anything beyond goes to the mapping thread.
 */
export interface LoopLimits {
  readonly bytes: number;
  readonly units: number;
  readonly compileMs: number;
  readonly ms: number;
}

/** After how many slow messages in a row the thread takes over. */
const SLOW_IN_A_ROW = 3;

let loopClock: (() => number) | undefined;

/** Decides whether one direction of an operation is quick enough for the event loop, from the time that earlier messages took. */
export class Pace {
  readonly #limits: LoopLimits;
  /** Whether compiling the operation takes too long for the event loop. */
  readonly #isHeavy: boolean;
  /** The slow messages since the last quick one. */
  #slow = 0;
  isQuick: boolean;

  constructor(limits: LoopLimits, compileCpu: number) {
    this.#limits = limits;
    this.#isHeavy = compileCpu > limits.compileMs;
    this.isQuick = !this.#isHeavy;
  }

  /** Records the time that the thread needed. */
  ranInThread({ cpu }: JobCost): void {
    // Half the limit, so that messages do not switch back and forth.
    if (cpu < this.#limits.ms / 2) this.isQuick = !this.#isHeavy;
  }

  /**
   * Returns the clock for the next message. A slow message may have waited for a garbage collection, for other programs or for a suspended
   * machine. So the messages after it are measured in processor time, which takes longer to read, and one alone decides nothing.
   */
  clock(): () => number {
    if (this.#slow === 0) return now;
    loopClock ??= threadClock();
    return loopClock;
  }

  /** Records the time that the event loop needed, in milliseconds of `clock`. */
  ranOnLoop(ms: number): void {
    if (ms <= this.#limits.ms) {
      this.#slow = 0;
      return;
    }
    this.#slow += 1;
    if (this.#slow < SLOW_IN_A_ROW) return;
    this.#slow = 0;
    this.isQuick = false;
  }
}

const now = (): number => performance.now();
