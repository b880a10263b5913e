/**
 * Returns the ticks of an axis from 0 to at least `most`: two to six values, spaced by one, two or five times a power of ten.
 *
 * @example ticksOf(43) // [0, 10, 20, 30, 40, 50]
 */
export function ticksOf(most: number): readonly number[] {
  const rough = Math.max(most, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10));
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Returns the indices of at most `most` of `count` points that get a label, evenly spaced.
 *
 * @example labelledOf(24, 5) // [0, 5, 10, 15, 20]
 */
export function labelledOf(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** Half the length of a point without neighbours, in pixels. */
const DASH = 4;

/**
 * Returns the path of a line through points, as the `d` of an SVG path. A null value interrupts the line; a point without
 * neighbours is a short line.
 */
export function linePath(
  values: readonly (number | null)[],
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): string {
  const isPoint = (index: number) => (values[index] ?? null) !== null;
  return values
    .map((value, index) => {
      if (value === null) return '';
      const [x, y] = [xOf(index), yOf(value).toFixed(1)];
      if (isPoint(index - 1)) return `L${x.toFixed(1)} ${y}`;
      if (isPoint(index + 1)) return `M${x.toFixed(1)} ${y}`;
      return `M${(x - DASH).toFixed(1)} ${y}L${(x + DASH).toFixed(1)} ${y}`;
    })
    .join('');
}
