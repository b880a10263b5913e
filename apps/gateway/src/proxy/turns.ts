import { currentActivity, markActivity } from '../watchdog/activity.js';

/** Lets pieces of work that take long go one after the other, one in each turn of the event loop. */
export interface Turns {
  /**
   * Resolves when the account may do one short step of its work. In one turn of the event loop one account has one step, and
   * accounts take turns: neither much work of one nor that of many makes the calls between two steps wait for more than one.
   */
  next(accountId: string): Promise<void>;
}

/** @param afterTurn calls back when the event loop has turned, such as `setImmediate` */
export function createTurns(afterTurn: (callback: () => void) => unknown = setImmediate): Turns {
  /** Who waits, by account: the account that had the last step stands behind the others. */
  const waiting = new Map<string, (() => void)[]>();

  function begin(): void {
    const [entry] = waiting;
    if (entry === undefined) return;
    const [accountId, steps] = entry;
    const step = steps.shift()!;
    waiting.delete(accountId);
    if (steps.length > 0) waiting.set(accountId, steps);
    if (waiting.size > 0) afterTurn(begin);
    step();
  }

  return {
    next: (accountId) => {
      const activity = currentActivity();
      return new Promise((resolve) => {
        const step = () => {
          markActivity(activity);
          resolve();
        };
        if (waiting.size === 0) afterTurn(begin);
        const steps = waiting.get(accountId);
        if (steps === undefined) waiting.set(accountId, [step]);
        else steps.push(step);
      });
    },
  };
}

/** The turns of this process. */
const turns: Turns = createTurns();

/** Waits for the account's next step: see `Turns`. */
export function nextTurn(accountId: string): Promise<void> {
  return turns.next(accountId);
}

/**
 * Runs work that comes in short steps. Rejects with what a step throws.
 *
 * @param atOnce how many steps go before the first wait: small work ends within them
 */
export async function runInTurns<T>(
  accountId: string,
  steps: Generator<undefined, T, undefined>,
  atOnce = 0,
): Promise<T> {
  for (let count = 0; ; count += 1) {
    if (count >= atOnce) await turns.next(accountId);
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
