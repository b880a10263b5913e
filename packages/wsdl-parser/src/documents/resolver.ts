/**
 * Where documents come from: the only way by which this package reaches anything outside. It is handed absolute URIs, or
 * for a bundle normalised paths, and rejects for what it does not have or will not fetch; the reason is quoted in a
 * diagnostic. Schemes, hosts, sizes of a single answer, redirects and deadlines are the resolver's own to refuse.
 */
export type Resolver = (uri: string) => Promise<ResolvedDocument>;

export interface ResolvedDocument {
  readonly bytes: Uint8Array;
  /** The Content-Type of HTTP, for its charset. */
  readonly contentType?: string;
  /** Where the document really is, after redirects: relative locations inside it start there. */
  readonly uri?: string;
}

/** A document that took part, as the caller would store it. */
export interface SourceDocument extends ResolvedDocument {
  /** Where the document is. */
  readonly uri: string;
}
