/**
 * The work budget of one call (§21). A schema and a message that are each small can multiply into work that is not: pattern
 * states times characters, union members times list items, states of a content model times children. Each such step charges
 * units to the meter that is running; a unit is roughly the cost of one look-up (10 to 20 ns). What is linear in the bytes
 * of the message alone is bounded by the byte limits and is not charged.
 *
 * The meter is ambient because simple types, patterns and content models are compiled once and shared by all calls, and
 * have no parameter through which a call could be told apart. Every entry point is synchronous, so exactly one meter runs
 * at a time; an encoding in steps and a decoder that is fed in chunks enter their own meter again for each piece.
 */
export class WorkMeter {
  /** Units charged so far, over all pieces of the call. */
  used = 0;
  /** Units after which `charge` throws `WorkExceeded`. */
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Runs `work` with this meter charged, also where another one is running. */
  run<T>(work: () => T): T {
    const outer = running;
    running = this;
    try {
      return work();
    } finally {
      running = outer;
    }
  }
}

/** Thrown by `charge`. The entry point that started the meter turns it into its typed error, with the place it had reached. */
export class WorkExceeded extends Error {}

let running = new WorkMeter(Number.POSITIVE_INFINITY);

/**
 * Charges work to the call that is running.
 *
 * @param units steps about to be taken, each about as costly as one look-up
 */
export function charge(units: number): void {
  running.used += units;
  if (running.used > running.limit) throw new WorkExceeded('the work budget of the call is used up');
}
