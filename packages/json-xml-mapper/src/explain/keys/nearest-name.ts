import { chargeHint } from '../../work.js';

/**
 * The maximum length of names that are compared: typing errors are rare in longer ones, and the distance costs the product
 * of the lengths.
 */
const MAX_LENGTH = 64;

/** The maximum number of candidates, unless the caller has another one. */
const MAX_CANDIDATES = 500;

/** How many pairs of letters one unit of work compares. */
const PAIRS_PER_UNIT = 8;

/** The known name that an unknown one most likely means; `undefined` if none is near, or if the call has searched enough. */
export function nearestName(
  name: string,
  candidates: Iterable<string>,
  most: number = MAX_CANDIDATES,
): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > most) break;
    if (candidate.length > MAX_LENGTH || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    if (!chargeHint(1 + Math.floor((name.length * candidate.length) / PAIRS_PER_UNIT))) break;
    // Differences in case are the most common mistake, so they count least.
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance, one row at a time. Two letters in the wrong order count once. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  let before = previous;
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swap = isSwapped ? (before[column - 2] ?? row) + 1 : row + column;
      current.push(Math.min(substitution, swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
