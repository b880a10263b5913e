/**
 * Creates a clock for a repeating timer, which counts at most `longest` milliseconds between two readings. A process that was suspended, or
 * whose event loop was busy, did not read what its clients sent in the meantime, so that this time says nothing about them.
 *
 * @param elapsed monotonic milliseconds
 */
export function createTurnClock(elapsed: () => number, longest: number): () => number {
  let last = elapsed();
  let counted = 0;
  return () => {
    const now = elapsed();
    counted += Math.min(now - last, longest);
    last = now;
    return counted;
  };
}
