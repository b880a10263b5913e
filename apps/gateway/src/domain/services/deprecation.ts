import { defined } from '@soapstone/options/defined';
/** The announcement that something will be removed. Times are in milliseconds since the Unix epoch. */
export interface Deprecation {
  /** The time of deprecation. */
  readonly at: number;
  /** The earliest time of removal. */
  readonly sunset?: number;
  /** A page that names the replacement. */
  readonly link?: string;
}

/** The announcement that a revision which waits for a decision removes operations. It ends with the decision. */
export interface Announcement extends Deprecation {
  /** The number of the revision. */
  readonly revision: number;
  /** The live revision that it was compared with. */
  readonly from: number;
  /** The names of the operations that it removes. */
  readonly operations: readonly string[];
}

/** The deprecated parts of a service: itself, some of its operations, or both. */
export interface Deprecations {
  readonly service?: Deprecation;
  /** The deprecations by the owner, by operation name. */
  readonly operations: ReadonlyMap<string, Deprecation>;
  /** The announcements of the revisions that wait for a decision. */
  readonly announced: readonly Announcement[];
}

/** Returns the deprecated operations, by name, whether their owner or a waiting revision deprecates them. */
export function deprecatedOperations({
  operations,
  announced,
}: Deprecations): ReadonlyMap<string, Deprecation> {
  if (announced.length === 0) return operations;
  const all = new Map(operations);
  for (const { revision, from, operations: removed, ...deprecation } of announced) {
    for (const name of removed) all.set(name, mergeDeprecations(all.get(name), deprecation)!);
  }
  return all;
}

/** Combines several deprecations of the same thing: the earliest dates, and the first link. */
export function mergeDeprecations(
  ...candidates: readonly (Deprecation | undefined)[]
): Deprecation | undefined {
  const known = candidates.filter((candidate) => candidate !== undefined);
  const [first, ...rest] = known;
  if (first === undefined || rest.length === 0) return first;
  const sunsets = known.flatMap(({ sunset }) => sunset ?? []);
  const link = known.find((candidate) => candidate.link !== undefined)?.link;
  return {
    at: Math.min(...known.map(({ at }) => at)),
    ...(sunsets.length === 0 ? {} : { sunset: Math.min(...sunsets) }),
    ...defined({ link }),
  };
}

/**
 * Returns the headers of RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`), and the link. The time of `Deprecation` may be in the future.
 */
export function deprecationHeaders({ at, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Math.floor(at / 1000)}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    ...(link === undefined ? {} : { Link: `<${new URL(link).href}>; rel="deprecation"; type="text/html"` }),
  };
}
