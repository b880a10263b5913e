import { type Check, limit, members } from '@soapstone/options';

/**
 * How much of an untrusted description is read before it is rejected. Every number is a count, or a size in the unit given in its
 * comment. A description that exceeds one ends in a `WsdlError` with code `LIMIT_EXCEEDED`; for `types`, `particles`,
 * `effectiveText`, `contentDepth` and `unionMembers`, only the types that do not fit are passed on untyped (`SCHEMA_LIMIT`).
 */
export interface ParseLimits {
  /** Total bytes of all documents, as they arrive. */
  readonly bytes: number;
  /** Documents requested from the resolver. */
  readonly documents: number;
  /** `xs:schema` elements, including inline ones and each namespace of a chameleon. */
  readonly schemaDocuments: number;
  /** The distance of a document from the first one, in imports and includes along the shortest path. */
  readonly importDepth: number;
  /** Elements of all documents together. */
  readonly elements: number;
  /** Nesting of elements. */
  readonly depth: number;
  /** Attributes of one element, without namespace declarations. */
  readonly attributes: number;
  /** Namespace declarations of one element. */
  readonly namespaceDeclarations: number;
  /** Characters of an element or attribute name, including the prefix. */
  readonly nameLength: number;
  /** Characters that the entities of one document may add, when declared and when referenced. */
  readonly entityText: number;
  /** Operations of all portTypes or interfaces together. */
  readonly operations: number;
  /** Complex and simple types, including anonymous ones. */
  readonly types: number;
  /** Particles and attributes of all complex types, with groups and base types expanded: each use counts. */
  readonly particles: number;
  /** Characters that types hold in names, documentation, default, fixed and facet values, with the same expansion. */
  readonly effectiveText: number;
  /** Nesting of model groups in a content model, and of lists and unions in a simple type, with references expanded. */
  readonly contentDepth: number;
  /** Member types of a union, with nested unions expanded: a value may be tried against each. */
  readonly unionMembers: number;
  /** Diagnostics to keep; further ones are only counted. */
  readonly diagnostics: number;
}

/**
 * The defaults. The largest known public descriptions (about 5 MB, 100 documents) fit easily; a document of 20 MiB made of tags
 * only ends at `elements`.
 */
export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  bytes: 20 * 1024 * 1024,
  documents: 100,
  schemaDocuments: 200,
  importDepth: 10,
  elements: 1_000_000,
  depth: 100,
  attributes: 100,
  // Generated WSDLs declare a prefix per schema on their root, so the 32 that suffice for a SOAP message would reject real ones.
  namespaceDeclarations: 256,
  nameLength: 1024,
  entityText: 64 * 1024,
  operations: 10_000,
  types: 20_000,
  particles: 200_000,
  effectiveText: 50_000_000,
  contentDepth: 100,
  unionMembers: 1000,
  diagnostics: 1000,
};

/** The members of `ParseOptions.limits`. */
export const parseLimits: Check = members<ParseLimits>(
  Object.fromEntries(Object.keys(DEFAULT_PARSE_LIMITS).map((name) => [name, limit])) as Record<
    keyof ParseLimits,
    Check
  >,
);

/** The default limits with the given ones replaced. */
export function limitsWith(given: Partial<Record<keyof ParseLimits, number | undefined>> = {}): ParseLimits {
  const limits = { ...DEFAULT_PARSE_LIMITS };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(limits, { [name]: value });
  }
  return limits;
}

/** The end of the message about an exceeded limit: the option that raises it. */
export function raisedBy(name: keyof ParseLimits): string {
  return ` (option "limits.${name}", default ${DEFAULT_PARSE_LIMITS[name]})`;
}
