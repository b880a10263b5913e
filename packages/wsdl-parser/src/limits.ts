import { type Check, limit, members } from '@soapstone/soap-model/options';

/**
 * How much of a stranger's description is read before it is refused. Every figure is a count, or a size in the unit that
 * its comment names; a description over one of them ends in a `WsdlError` with code `LIMIT_EXCEEDED`. Over
 * `types`, `particles`, `effectiveText`, `contentDepth` or `unionMembers` only the types that do not fit are passed on
 * untyped (`SCHEMA_LIMIT`).
 */
export interface Limits {
  /** Bytes of all documents together, as they arrive. */
  readonly bytes: number;
  /** Documents asked of the resolver. */
  readonly documents: number;
  /** `xs:schema` elements that take part, inline ones and each namespace of a chameleon counted. */
  readonly schemaDocuments: number;
  /** Steps from the first document to another, along imports and includes, by the shortest way. */
  readonly importDepth: number;
  /** Elements of all documents together. */
  readonly elements: number;
  /** Nesting of elements. */
  readonly depth: number;
  /** Attributes of one element, namespace declarations not counted. */
  readonly attributes: number;
  /** Namespace declarations of one element. */
  readonly namespaceDeclarations: number;
  /** Characters of an element or attribute name, prefix included. */
  readonly nameLength: number;
  /** Characters that the entities of one document may add, when declared and when referred to. */
  readonly entityText: number;
  /** Operations of all portTypes or interfaces together. */
  readonly operations: number;
  /** Complex and simple types, anonymous ones counted. */
  readonly types: number;
  /** Particles and attributes of all complex types, with groups and base types expanded: each use counts. */
  readonly particles: number;
  /** Characters that types hold in names, documentation, default, fixed and facet values, expanded likewise. */
  readonly effectiveText: number;
  /** Nesting of model groups in a content model, and of lists and unions in a simple type, with references expanded. */
  readonly contentDepth: number;
  /** Member types of a union, with the unions among them expanded: a value may be tried against each. */
  readonly unionMembers: number;
  /** Diagnostics kept; those beyond are counted only. */
  readonly diagnostics: number;
}

/**
 * The figures used where the caller names none. The largest public descriptions known (about 5 MB, 100 documents) fit
 * with room; a document of 20 MiB that is all tags ends at `elements`.
 */
export const DEFAULT_LIMITS: Limits = {
  bytes: 20 * 1024 * 1024,
  documents: 100,
  schemaDocuments: 200,
  importDepth: 10,
  elements: 1_000_000,
  depth: 100,
  attributes: 100,
  // Generated WSDL declares a prefix per schema on its root; 32, enough for a SOAP message, refuses real ones.
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
export const parseLimits: Check = members<Limits>(
  Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, limit])) as Record<keyof Limits, Check>,
);

/** The default limits with those replaced that are given. */
export function limitsWith(given: Partial<Record<keyof Limits, number | undefined>> = {}): Limits {
  const limits = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(limits, { [name]: value });
  }
  return limits;
}

/** The end of a message about a limit that was reached: the option that raises it. */
export function raisedBy(name: keyof Limits): string {
  return ` (option "limits.${name}", default ${DEFAULT_LIMITS[name]})`;
}
