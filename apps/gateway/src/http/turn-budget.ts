/** Decides which calls one turn of the event loop takes. */
export interface TurnBudget {
  /** Whether a call that is handled now is one too many. */
  refuses(): boolean;
  /** Calls that were refused since the start. */
  readonly refused: number;
}

/** What a turn budget is told of the event loop. */
export interface EventLoop {
  /** Milliseconds that never go back. */
  readonly elapsed: () => number;
  /** Calls back when the turn has handled everything that it found. */
  readonly afterTurn: (callback: () => void) => void;
}

/**
 * The budget of a turn, in limits of how late the event loop may be. A call takes two or three turns, and what waits for a second is
 * still worth its answer.
 */
const BUDGET = 2;
/** So many budgets are too much for one turn, whatever the turn before was like. */
const LONGEST = 2;

/**
 * A process that gets more calls than it can answer finds more of them at each turn of its event loop: turns become longer, and
 * with them everything that waits, the answers to the calls that were taken first of all. A turn that takes calls until its budget is
 * used and refuses the rest, at a small part of what an answer costs, stays short: those who are taken are answered about
 * as fast as before, and nearly as many of them.
 *
 * One long turn is one large message or a moment's crowd, which is better made to wait than sent away; a second one behind it is
 * not. There is nothing to unlearn when the crowd leaves: a turn that is short refuses nobody. `lagLimit` is milliseconds.
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
      if (spent <= budget || (!follows && spent <= LONGEST * budget)) return false;
      refused += 1;
      return true;
    },
    get refused() {
      return refused;
    },
  };
}
