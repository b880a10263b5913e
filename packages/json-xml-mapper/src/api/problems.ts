/** A problem of a request (§17). */
export interface ValidationProblem {
  /** RFC 6901 pointer into the request; a missing member is reported at parent + name (VE-3). */
  readonly path: string;
  readonly keyword: Keyword;
  readonly message: string;
  readonly expected?: unknown;
  /** For GET: the query parameter as sent. */
  readonly parameter?: string | undefined;
}

/** The closed list of validation keywords (docs/json-mapping.md, Annex B). */
export type Keyword =
  | 'json'
  | 'duplicateKey'
  | 'type'
  | 'required'
  | 'additionalProperties'
  | 'nullable'
  | 'nil'
  | 'choice'
  | 'content'
  | 'wildcard'
  | 'abstract'
  | 'xsiType'
  | 'substitution'
  | 'array'
  | 'minItems'
  | 'maxItems'
  | 'enum'
  | 'const'
  | 'pattern'
  | 'length'
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'totalDigits'
  | 'fractionDigits'
  | 'format'
  | 'xmlChar'
  | 'duplicate'
  | 'identity'
  | 'header'
  | 'limit';

/** A deviation of a response that did not stop the decoding (TR-7). */
export interface Warning {
  readonly code: string;
  /** RFC 6901 pointer into `result`. */
  readonly path: string;
  readonly message: string;
}
