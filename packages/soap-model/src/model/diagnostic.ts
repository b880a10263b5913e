/**
 * A finding in the documents: what is where, and how it affects the JSON. `severity`: `error` = a component is lost; `warning` =
 * served, but not exactly; `info` = nothing is lost.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning' | 'info';
  /** The finding, as one sentence without a full stop. */
  readonly message: string;
  readonly file: string;
  /** Starting at 1; 0 for the whole file. */
  readonly line: number;
  readonly column: number;
  /** A description of the component: `element {urn:x}Order`, `operation GetUser`. */
  readonly component?: string;
  /** The effect on the JSON or on the operation. */
  readonly effect?: string;
  /** The advice for the owner of the WSDL or of the service. */
  readonly advice?: string;
}

/** The closed set of codes; `DIAGNOSTICS` of `@soapstone/wsdl-parser` has the severity, effect and advice of each. */
export type DiagnosticCode =
  | 'AMBIGUOUS_CONTENT'
  | 'BAD_ENCODING'
  | 'BAD_EXTENSION_VALUE'
  | 'BINDING_SKIPPED'
  | 'CIRCULAR_DEFINITION'
  | 'DOCTYPE_REFUSED'
  | 'DUPLICATE_COMPONENT'
  | 'EMPTY_SERVICE'
  | 'ENCODING_CONTRADICTION'
  | 'ENDLESS_TYPE'
  | 'INVALID_ARRAY_TYPE'
  | 'INVALID_FACET'
  | 'INVALID_NAME'
  | 'INVALID_OCCURRENCE'
  | 'INVALID_QNAME_VALUE'
  | 'INVALID_SCHEMA_VALUE'
  | 'LIMIT_EXCEEDED'
  | 'LOAD_FAILED'
  | 'MESSAGE_PATTERN_UNSUPPORTED'
  | 'MISPLACED_ELEMENT'
  | 'NAMESPACE_MISMATCH'
  | 'NOT_WELL_FORMED'
  | 'NOT_WSDL'
  | 'NO_ADDRESS'
  | 'NO_SERVICE'
  | 'NO_SOAP_OPERATION'
  | 'OBSOLETE_XSD'
  | 'OPERATION_NOT_BOUND'
  | 'OPERATION_NOT_OFFERED'
  | 'OPERATION_RENAMED'
  | 'OWN_NAMESPACE_ASSUMED'
  | 'PART_AMBIGUOUS'
  | 'PART_UNBOUND'
  | 'POLICY_UNRESOLVED'
  | 'REFERENCE_CORRECTED'
  | 'REQUIRED_EXTENSION'
  | 'SCHEMA_LIMIT'
  | 'SERVICE_NOT_SELECTED'
  | 'SOAP_BODY_MISSING'
  | 'TOO_MANY_DIAGNOSTICS'
  | 'UNBOUND_PREFIX'
  | 'UNEXPECTED_SCHEMA_ELEMENT'
  | 'UNKNOWN_ATTRIBUTE'
  | 'UNRESOLVED_ATTRIBUTE'
  | 'UNRESOLVED_ATTRIBUTE_GROUP'
  | 'UNRESOLVED_BASE_TYPE'
  | 'UNRESOLVED_BINDING'
  | 'UNRESOLVED_ELEMENT'
  | 'UNRESOLVED_FAULT'
  | 'UNRESOLVED_GROUP'
  | 'UNRESOLVED_MESSAGE'
  | 'UNRESOLVED_OPERATION'
  | 'UNRESOLVED_PART'
  | 'UNRESOLVED_PORT_TYPE'
  | 'UNRESOLVED_TYPE'
  | 'UNSUPPORTED_EXTENSION'
  | 'UNUSUAL_IMPORT'
  | 'UNUSUAL_NAME'
  | 'WRAPPER_NAMESPACE_MISSING'
  | 'WRONG_KIND_OF_TYPE'
  | 'XSD_1_1';
