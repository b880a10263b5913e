import fc from 'fast-check';

/** Draws random choices for a generator written as plain code; fast-check replays and shrinks them. */
export interface Draw {
  /** An integer, both ends included. */
  int(min: number, max: number): number;
  /** True once in `outOf` times. */
  chance(outOf: number): boolean;
  pick<T>(list: readonly T[]): T;
  bytes(min: number, max: number): Uint8Array;
}

/** A `Draw` on fast-check's generator of values. */
export function createDraw(g: fc.GeneratorValue): Draw {
  const int = (min: number, max: number) => g(fc.integer, { min, max });
  return {
    int,
    chance: (outOf) => int(1, outOf) === outOf,
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[int(0, list.length - 1)] as (typeof list)[number];
    },
    bytes: (min, max) => g(fc.uint8Array, { minLength: min, maxLength: max }),
  };
}
