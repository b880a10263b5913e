/**
 * Thrown by the fast path wherever the input is anything but what it expects: wrong, unusual, or over a limit. The
 * collector then runs over the same input and explains, or accepts after all: the fast path accepts, the slow path
 * explains. Made once: nobody reads its stack.
 */
export const GIVE_UP: Error = new Error('not for the fast path');

/** Leave the fast path. */
export function giveUp(): never {
  throw GIVE_UP;
}
