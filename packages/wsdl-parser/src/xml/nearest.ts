/**
 * The meaning of the word nearest to a text, of those within `limit` mistakes; `undefined` if there is none, or if two with different
 * meanings are equally near.
 *
 * @param words in lower case, with what they stand for
 */
export function nearest<T extends string>(
  word: string,
  words: ReadonlyMap<string, T>,
  limit: number,
): T | undefined {
  let best: T | undefined;
  let least = limit;
  let isTied = false;
  for (const [other, meaning] of words) {
    const mistakes = mistakesBetween(word, other, least);
    if (mistakes > least) continue;
    isTied = mistakes === least && best !== undefined && (isTied || best !== meaning);
    best = meaning;
    least = mistakes;
  }
  return isTied ? undefined : best;
}

/** The letters added, left out, replaced or swapped with a neighbour (optimal string alignment); `limit + 1` for more than `limit`. */
function mistakesBetween(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwap) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return Math.min(previous[other.length]!, limit + 1);
}
