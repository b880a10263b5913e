/** Returns an integer from 0 up to, but not including, `below`. */
export type Random = (below: number) => number;

/** mulberry32: small, and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed * 0x9e3779b9;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)]!;
}
