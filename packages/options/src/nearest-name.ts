/** See `nearestOf`. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const lower = name.slice(0, 64).toLowerCase();
  const ranked = known
    .map((each) => ({
      each,
      distance: distanceOf(lower, each.toLowerCase()),
      surplus: Math.abs(each.length - lower.length),
    }))
    .filter(
      ({ each, distance }) => distance <= Math.max(1, Math.floor(Math.min(each.length, lower.length) / 2)),
    )
    .sort((one, other) => one.distance - other.distance || one.surplus - other.surplus);
  return ranked[0]?.each;
}

/** The letters to change, add or remove (Levenshtein); at most one if one name contains the other. */
function distanceOf(left: string, right: string): number {
  if (left === right) return 0;
  if (left.length > 2 && (left.includes(right) || right.includes(left))) return 1;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
