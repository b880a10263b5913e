import type { MinuteState } from './decision.js';

/** The default length of the window, in milliseconds. */
export const MINUTE = 60_000;

/**
 * The times of the calls in the window, oldest first, in a ring buffer that grows on demand. It makes the limit exact: two
 * fixed windows, or a token bucket, let twice the limit pass across a boundary.
 */
export interface MinuteWindow {
  /** The length of the window, in milliseconds. */
  readonly span: number;
  instants: Float64Array;
  first: number;
  count: number;
}

/** Creates an empty window. It allocates almost nothing until it is used. */
export function createMinuteWindow(span: number): MinuteWindow {
  return { span, instants: new Float64Array(8), first: 0, count: 0 };
}

/** Drops the calls that have left the window by `now` (milliseconds). */
export function expire(window: MinuteWindow, now: number): void {
  const { instants, span } = window;
  while (window.count > 0 && now - instants[window.first]! >= span) {
    window.first = (window.first + 1) % instants.length;
    window.count -= 1;
  }
}

/** Records a call at `now`, which must not be earlier than the last recorded call. */
export function record(window: MinuteWindow, now: number): void {
  if (window.count === window.instants.length) grow(window);
  window.instants[(window.first + window.count) % window.instants.length] = now;
  window.count += 1;
}

/** Milliseconds until the window holds fewer than `limit` calls; 0 if it already does. Call `expire` first. */
export function timeUntilBelow(window: MinuteWindow, limit: number, now: number): number {
  if (window.count < limit) return 0;
  // A limit of 0 never opens. After a limit was lowered, more than the oldest call must leave.
  if (limit <= 0) return window.span;
  const leaving = window.first + window.count - limit;
  return window.instants[leaving % window.instants.length]! + window.span - now;
}

/**
 * The state of a window, as a decision reports it. Call `expire` first.
 *
 * @param share the number of calls that this node may admit, if that is less than the limit
 */
export function minuteState(
  window: MinuteWindow,
  limit: number,
  now: number,
  share: number = limit,
): MinuteState {
  return {
    limit,
    remaining: Math.max(0, share - window.count),
    resetAfter: window.count === 0 ? 0 : timeUntilBelow(window, window.count, now),
  };
}

function grow(window: MinuteWindow): void {
  const larger = new Float64Array(window.instants.length * 2);
  for (let index = 0; index < window.count; index += 1) {
    larger[index] = window.instants[(window.first + index) % window.instants.length]!;
  }
  window.instants = larger;
  window.first = 0;
}
