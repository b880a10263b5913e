/**
 * One of the W3C's databinding patterns, with our own schema for it. The schema has the target namespace `urn:p` (prefix `p`,
 * elements qualified unless `schemaAttributes` says otherwise) and declares the global element `p`, which an operation echoes.
 */
export interface Pattern {
  readonly name: string;
  /** The content of `xs:schema`. */
  readonly declarations: string;
  readonly instances: readonly Instance[];
  /** Values of `p` that are rejected. */
  readonly refused?: readonly Refusal[];
  /** The attributes of `xs:schema`, if they differ from those of the other patterns. */
  readonly schemaAttributes?: string;
  /** Other schema documents by location. */
  readonly documents?: Readonly<Record<string, string>>;
  /** Further schemas in `wsdl:types`, found by their namespace only. */
  readonly inline?: readonly string[];
  /** Puts the pattern's own schema into `wsdl:types` instead of a document. */
  readonly inTypes?: true | undefined;
  /** The expected codes of the parser's diagnostics. */
  readonly diagnostics?: readonly string[];
  /** The prolog that libxml2 needs to validate the document. */
  readonly prolog?: string;
  /** Why libxml2 cannot validate the instances at all. */
  readonly notForLibxml2?: string;
}

/**
 * The element `p` as XML (prefixes `p`, `xsi`, `xs` are declared around it), its JSON as text, and the XML that is written for
 * this JSON where it is another lexical form of the same value.
 */
export type Instance = readonly [xml: string, json: string, written?: string];

/** JSON text, and the errors: `keyword pointer` from the value of `p`, joined by `, `. */
export type Refusal = readonly [json: string, errors: string];

/** A row of a table of patterns. */
export type Row = readonly [
  name: string,
  declarations: string,
  instances: readonly Instance[],
  refused?: readonly Refusal[],
  more?: Partial<Pattern>,
];

export const patternsOf = (rows: readonly Row[]): Pattern[] =>
  rows.map(([name, declarations, instances, refused = [], more = {}]) => ({
    name,
    declarations,
    instances,
    refused,
    ...more,
  }));

/** An element `p` with an anonymous complex type around a content model and attributes. */
export const record = (content: string, attributes = ''): string =>
  `<xs:element name="p"><xs:complexType>${content}${attributes}</xs:complexType></xs:element>`;

/** A global element `p` of the global type `p:T`. */
export const typed = (type: string): string => `<xs:element name="p" type="p:T"/>${type}`;
