import { kindOf, OptionError } from '@soapstone/options';

/**
 * The work budget of one call (§21). A schema and a message that are each small can multiply into work that is not: pattern
 * states times characters, union members times list items, states of a content model times children. Each such step charges
 * units to the meter that is running; a unit is roughly the cost of one look-up (10 to 20 ns). What is linear in the bytes
 * of the message alone is bounded by the byte limits and is not charged.
 *
 * The meter is ambient because simple types, patterns and content models are compiled once and shared by all calls, and
 * have no parameter that identifies the call. Every entry point is synchronous, so exactly one meter runs
 * at a time; a decoder that is fed in chunks enters its own meter again for each chunk.
 */
export class WorkMeter {
  /** Units charged so far, over all pieces of the call. */
  used = 0;
  /** The number of units after which `charge` throws `WorkExceeded`. */
  readonly limit: number;
  /** Units spent on improving messages only: see `chargeHint`. */
  hints = 0;
  /** Whether the limit was reached: the call was stopped, and may be repeated with a larger meter. */
  exhausted = false;
  /** Units that hints may use. */
  readonly hintLimit: number;
  /** Whether compiling counts as work of this call. */
  readonly countsCompiling: boolean;

  /** Throws `OptionError` if `limit` is not a number from 0 on; infinity means no limit. */
  constructor(limit: number) {
    if (typeof limit !== 'number' || !(limit >= 0)) {
      const expected = `expected a number from 0, not ${kindOf(limit)}`;
      throw new OptionError('WorkMeter', { path: '/limit', expected });
    }
    this.limit = limit;
    this.hintLimit = limit / HINT_PART;
    this.countsCompiling = false;
  }

  /**
   * Creates a meter for an attempt: a call that stops after a little work, to be repeated elsewhere, such as in a worker
   * thread. Unlike an ordinary meter it counts the compiling of types that the message is the first to need, and does not
   * shorten error messages.
   *
   * @param limit units after which the attempt is stopped with code `TOO_COMPLEX`; `exhausted` is true then
   */
  static attempt(limit: number): WorkMeter {
    const meter = new WorkMeter(limit) as { -readonly [Key in keyof WorkMeter]: WorkMeter[Key] };
    meter.hintLimit = Number.POSITIVE_INFINITY;
    meter.countsCompiling = true;
    return meter as WorkMeter;
  }

  /** Runs `work` with this meter charged, even if another one is running. Throws `OptionError` for anything but a function. */
  run<T>(work: () => T): T {
    if (typeof work !== 'function') {
      const expected = `expected a function, not ${kindOf(work)}`;
      throw new OptionError('WorkMeter.run', { path: '/work', expected });
    }
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
export class WorkExceeded extends Error {
  /** The exhausted budget, in units. */
  readonly limit: number;

  constructor(limit: number) {
    super('the work budget of the call is used up');
    this.limit = limit;
  }
}

/** The part of the budget that hints of error messages may use. */
const HINT_PART = 20;

let running = new WorkMeter(Number.POSITIVE_INFINITY);

/**
 * Charges work to the running call.
 *
 * @param units steps about to be taken, each about as costly as one lookup
 */
export function charge(units: number): void {
  running.used += units;
  if (running.used <= running.limit) return;
  running.exhausted = true;
  throw new WorkExceeded(running.limit);
}

/** The meter of the running call, for a decoder that is part of it. */
export function runningMeter(): WorkMeter {
  return running;
}

/**
 * Charges the compiling of a type, to an attempt alone (`WorkMeter.attempt`): what is compiled serves every later call. To be
 * called before anything of the type is compiled, so that one that is stopped leaves nothing half done.
 *
 * @param parts members and attributes that are about to be compiled
 */
export function chargeCompiling(parts: number): void {
  if (running.countsCompiling) charge(parts * UNITS_PER_PART);
}

/** Compiling a member for one direction takes some 3 to 7 microseconds. */
const UNITS_PER_PART = 250;

/**
 * Charges work that a call can do without, such as the search for a name similar to an unknown one.
 *
 * @param units steps about to be taken
 * @returns false if hints have used up their share of the budget: then nothing is charged, and the hint must be omitted
 */
export function chargeHint(units: number): boolean {
  running.hints += units;
  if (running.hints > running.hintLimit) return false;
  charge(units);
  return true;
}
