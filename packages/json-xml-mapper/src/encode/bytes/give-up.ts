/**
 * Thrown by the fast path whenever the input is not what it expects: invalid, unusual, or over a limit. The slow path then
 * processes the same input and explains it, or accepts it after all. A single instance, because its stack is never read.
 */
export const GIVE_UP: Error = new Error('not for the fast path');

/** Leaves the fast path. */
export function giveUp(): never {
  throw GIVE_UP;
}
