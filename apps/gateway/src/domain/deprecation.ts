/** That something will go away, and when. Instants are milliseconds since the Unix epoch. */
export interface Deprecation {
  /** From when on it is better not used. */
  readonly at: number;
  /** From when on it may be gone. */
  readonly sunset?: number;
  /** A page that says what to use instead. */
  readonly link?: string;
}

/** What is deprecated of a service: itself, some of its operations, or both. */
export interface Deprecations {
  readonly service?: Deprecation;
  /** By operation name. */
  readonly operations: ReadonlyMap<string, Deprecation>;
}

/** Several reasons for the same thing to go: the earliest dates of them, and the first page. */
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
    ...(link === undefined ? {} : { link }),
  };
}

/**
 * The headers of RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`), and the page as a `Link`. The instant of `Deprecation` may
 * be yet to come.
 */
export function deprecationHeaders({ at, sunset, link }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Math.floor(at / 1000)}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    ...(link === undefined ? {} : { Link: `<${new URL(link).href}>; rel="deprecation"; type="text/html"` }),
  };
}
