/** Decides which calls one turn of the event loop accepts. */
export interface TurnBudget {
  /** Whether the current call exceeds the budget. */
  refuses(): boolean;
  /** Rejected calls since the start. */
  readonly refused: number;
}

/** The functions of the event loop that a turn budget needs. */
export interface EventLoop {
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  /** Calls back when the turn has handled everything that was waiting when it began. */
  readonly afterTurn: (callback: () => void) => void;
}

/**
 * The budget of a turn, in multiples of the lag limit. A call takes two or three turns, and a call that has waited for a second is still
 * worth answering.
 */
const BUDGET = 2;
/** The maximum for a single turn, in budgets, regardless of the previous turn. */
const MAX_BUDGETS_ALONE = 2;

/**
 * A process that receives more calls than it can handle finds more of them in each turn of its event loop. Turns become longer, and so does
 * every wait, even for calls that were already accepted. A turn that accepts calls until its budget is used and rejects the rest, at a
 * fraction of the cost of a response, stays short: accepted calls are answered about as fast as before, and nearly as many of them.
 *
 * A single long turn is a large message or a short burst, which should wait rather than be rejected; a second long turn in a row is
 * overload. Nothing needs to recover afterwards: a short turn rejects no call. `lagLimit` is in milliseconds.
 */
export function createTurnBudget(lagLimit: number, { elapsed, afterTurn }: EventLoop): TurnBudget {
  const budget = lagLimit * BUDGET;
  let began: number | undefined;
  let follows = false;
  let refused = 0;
  const end = () => {
    follows = began !== undefined && elapsed() - began > budget;
    began = undefined;
  };
  return {
    refuses() {
      const now = elapsed();
      if (began === undefined) {
        began = now;
        afterTurn(end);
        return false;
      }
      const spent = now - began;
      if (spent <= budget || (!follows && spent <= MAX_BUDGETS_ALONE * budget)) return false;
      refused += 1;
      return true;
    },
    get refused() {
      return refused;
    },
  };
}
