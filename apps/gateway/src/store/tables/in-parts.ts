/** The number of ids in one statement: databases limit its parameters. */
export const IDS_AT_ONCE = 500;

/**
 * Splits a list, because databases limit the parameters of a statement, and a long statement holds up others.
 *
 * @param most the length of each part but the last
 *
 * @example
 * ```ts
 * for (const some of inParts(ids, IDS_AT_ONCE)) await db.deleteFrom('artefacts').where('id', 'in', some).execute();
 * ```
 */
export function* inParts<Value>(values: readonly Value[], most: number): Generator<readonly Value[]> {
  for (let at = 0; at < values.length; at += most) yield values.slice(at, at + most);
}
