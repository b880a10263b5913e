import { kindOf, OptionError } from '@soapstone/soap-model/options';

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
  /** Units spent on what only makes a message better: see `chargeHint`. */
  hints = 0;

  /** Throws `OptionError` where `limit` is no number from 0 on; infinity is no limit. */
  constructor(limit: number) {
    if (typeof limit !== 'number' || !(limit >= 0)) {
      const expected = `expected a number from 0, not ${kindOf(limit)}`;
      throw new OptionError('WorkMeter', { path: '/limit', expected });
    }
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

  /** Runs each step of `steps` with this meter charged; what runs during a pause is not. */
  *runSteps<T>(steps: Generator<undefined, T, undefined>): Generator<undefined, T, undefined> {
    for (;;) {
      const step = this.run(() => steps.next());
      if (step.done === true) return step.value;
      yield;
    }
  }
}

/** Thrown by `charge`. The entry point that started the meter turns it into its typed error, with the place it had reached. */
export class WorkExceeded extends Error {
  /** The budget that was used up, in units. */
  readonly limit: number;

  constructor(limit: number) {
    super('the work budget of the call is used up');
    this.limit = limit;
  }
}

let running = new WorkMeter(Number.POSITIVE_INFINITY);

/**
 * Charges work to the call that is running.
 *
 * @param units steps about to be taken, each about as costly as one look-up
 */
export function charge(units: number): void {
  running.used += units;
  if (running.used > running.limit) throw new WorkExceeded(running.limit);
}

/** The units charged so far to the call that is running: what an encoding in steps measures its steps with. */
export function workDone(): number {
  return running.used;
}

/** The part of the budget that hints of error messages may use, and the part after which an encoding in steps pauses. */
const PART = 20;

/** How many units one step of an encoding in steps may charge before it pauses. */
export function workPerStep(): number {
  return running.limit / PART;
}

/**
 * Charges work that a call can do without, such as the search for the name that a wrong one was meant to be.
 *
 * @param units steps about to be taken
 * @returns false where hints have used their part of the budget: nothing is charged then, and the hint is to be left out
 */
export function chargeHint(units: number): boolean {
  running.hints += units;
  if (running.hints > running.limit / PART) return false;
  charge(units);
  return true;
}
