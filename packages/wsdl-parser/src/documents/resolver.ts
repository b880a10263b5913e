import type { WantedDocument } from './look-up.js';

/**
 * Loads documents: the only way in which this package reaches the outside. It receives absolute URIs, or normalised paths for a
 * bundle, and rejects for what it does not have or refuses to fetch; a diagnostic quotes the reason. Schemes, hosts, response
 * sizes, redirects and deadlines are the resolver's responsibility. `wanted` says what else is known about the document.
 */
export type Resolver = (uri: string, wanted?: WantedDocument) => Promise<ResolvedDocument>;

export interface ResolvedDocument {
  readonly bytes: Uint8Array;
  /** The HTTP Content-Type, for its charset. */
  readonly contentType?: string;
  /** The final location after redirects: the base of relative locations in the document. */
  readonly uri?: string;
}

/** Finds the only schema with a target namespace; `undefined` if none or several have it. */
export type NamespaceFinder = (namespace: string) => Promise<ResolvedDocument | undefined>;

const finders = new WeakMap<Resolver, NamespaceFinder>();

/** Gives a resolver over files what finds schemas by namespace alone, for imports that name no document. Other resolvers have none. */
export function findingByNamespace(resolver: Resolver, find: NamespaceFinder | undefined): Resolver {
  if (find !== undefined) finders.set(resolver, find);
  return resolver;
}

/** Finds schemas by namespace among the files of a resolver. */
export function namespaceFinderOf(resolver: Resolver): NamespaceFinder | undefined {
  return finders.get(resolver);
}

/** A document of the description, in a form that the caller can store. */
export interface SourceDocument extends ResolvedDocument {
  /** The location of the document. */
  readonly uri: string;
}
