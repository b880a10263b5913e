import { defined } from '@soapstone/options/defined';
import type { Diagnostic, DiagnosticCode, SourceLocation } from '@soapstone/soap-model';

export interface DiagnosticTemplate {
  readonly severity: Diagnostic['severity'];
  readonly effect?: string;
  readonly advice?: string;
}

/**
 * The severity, effect and advice of each code. The message is written at the place of the finding, because it names what was
 * found.
 */
export const DIAGNOSTICS: Readonly<Record<DiagnosticCode, DiagnosticTemplate>> = {
  AMBIGUOUS_CONTENT: {
    severity: 'warning',
    effect:
      'requests and responses are read and written; validators reject the schema, or do not judge this type',
    advice: 'merge the particles that start with the same element, so that each element has one place',
  },
  BAD_ENCODING: {
    severity: 'error',
    effect: 'the document is not read',
    advice: 'save the document as UTF-8',
  },
  BAD_EXTENSION_VALUE: {
    severity: 'warning',
    effect: 'the attribute is read as the message says',
    advice: 'correct the attribute',
  },
  BINDING_SKIPPED: {
    severity: 'info',
    effect: 'its operations are not offered',
  },
  CIRCULAR_DEFINITION: {
    severity: 'warning',
    effect: 'the reference that closes the cycle counts as unresolved (MO-4)',
    advice: 'remove one of the references of the cycle',
  },
  DOCTYPE_REFUSED: {
    severity: 'error',
    effect: 'the document is not read',
    advice: 'write the value in place of the entity',
  },
  DUPLICATE_COMPONENT: {
    severity: 'warning',
    effect: 'the first one is used, unless the message says otherwise',
    advice: 'give each component its own name',
  },
  EMPTY_SERVICE: {
    severity: 'info',
    effect: 'the service offers nothing',
    advice: 'add a port, or remove the service',
  },
  ENCODING_CONTRADICTION: {
    severity: 'info',
    effect: 'the encoding that the bytes show is used',
  },
  ENDLESS_TYPE: {
    severity: 'warning',
    effect: 'messages that require a value of this type cannot be written, and it has no example',
    advice: 'make the recursive element optional or nillable',
  },
  INVALID_ARRAY_TYPE: {
    severity: 'warning',
    effect: 'the items of the array are passed on untyped',
    advice: 'write the arrayType as a type name with brackets',
  },
  INVALID_FACET: {
    severity: 'warning',
    effect: 'values are not checked against this facet',
    advice: 'correct the facet',
  },
  INVALID_NAME: {
    severity: 'error',
    effect: 'the component is left out',
    advice: 'use a valid XML name',
  },
  INVALID_OCCURRENCE: {
    severity: 'warning',
    effect: 'the number of occurrences may differ from what the service expects',
    advice: 'correct minOccurs and maxOccurs',
  },
  INVALID_QNAME_VALUE: {
    severity: 'warning',
    effect: 'the value is used as it is written',
    advice: 'declare the prefix',
  },
  INVALID_SCHEMA_VALUE: {
    severity: 'warning',
    effect: 'the schema is read as the message says',
    advice: 'correct the schema',
  },
  LIMIT_EXCEEDED: {
    severity: 'error',
    effect: 'the description is rejected',
    advice: 'split the description, or raise the limit',
  },
  LOAD_FAILED: {
    severity: 'warning',
    effect: 'components declared only in this document are missing',
    advice: 'supply the document',
  },
  MESSAGE_PATTERN_UNSUPPORTED: {
    severity: 'info',
    effect: 'the operation is not offered',
  },
  MISPLACED_ELEMENT: {
    severity: 'warning',
    effect: 'the element is read, or not, as the message says',
    advice: 'move the element to the place that WSDL gives it',
  },
  NAMESPACE_MISMATCH: {
    severity: 'info',
    effect: 'the document is used under its own target namespace',
    advice: 'correct the import',
  },
  NOT_WELL_FORMED: {
    severity: 'error',
    effect: 'the document is not read',
    advice: 'correct the XML',
  },
  NOT_WSDL: {
    severity: 'error',
    effect: 'nothing can be offered',
    advice: 'give the address of the WSDL document',
  },
  NO_ADDRESS: {
    severity: 'warning',
    effect: 'calls fail until the service settings contain an endpoint',
    advice: 'give the port a soap:address that is a URL',
  },
  NO_SERVICE: {
    severity: 'warning',
    effect: 'the SOAP bindings are offered without an address',
    advice: 'add a service, or set the address',
  },
  NO_SOAP_OPERATION: {
    severity: 'error',
    effect: 'nothing can be offered',
    advice: 'give a description with a SOAP binding',
  },
  OBSOLETE_XSD: {
    severity: 'info',
    effect: 'it is read as XML Schema 2001',
    advice: 'name http://www.w3.org/2001/XMLSchema',
  },
  OPERATION_NOT_BOUND: {
    severity: 'info',
    effect: 'the operation is not offered through this binding',
  },
  OPERATION_NOT_OFFERED: {
    severity: 'error',
    effect: 'the operation is lost',
    advice: 'bind the operation to SOAP over HTTP and name the binding in a port',
  },
  OPERATION_RENAMED: {
    severity: 'info',
    effect: 'the operation is offered under another name (OP-3)',
  },
  OWN_NAMESPACE_ASSUMED: {
    severity: 'warning',
    effect: 'the component of the target namespace is used',
    advice: 'write the name with a prefix of the target namespace',
  },
  PART_AMBIGUOUS: {
    severity: 'warning',
    effect: 'the element is used (R2306)',
    advice: 'keep one of the two attributes',
  },
  PART_UNBOUND: {
    severity: 'info',
    effect: 'the part is not sent and not read (R2209)',
  },
  POLICY_UNRESOLVED: {
    severity: 'info',
    effect: 'what this policy asks for is not known',
    advice: 'supply the document that declares the policy',
  },
  REFERENCE_CORRECTED: {
    severity: 'warning',
    effect: 'the component that is meant is used',
    advice: 'correct the reference',
  },
  REQUIRED_EXTENSION: {
    severity: 'error',
    effect: 'the component is not offered (R2026)',
    advice: 'remove the extension, or its wsdl:required',
  },
  SCHEMA_LIMIT: {
    severity: 'warning',
    effect: 'types over the limit are passed on untyped',
    advice: 'raise the limit, or split the description',
  },
  SERVICE_NOT_SELECTED: {
    severity: 'info',
    effect: 'its operations are not offered',
    advice: 'select the service by its name',
  },
  SOAP_BODY_MISSING: {
    severity: 'warning',
    effect: 'the parts without another place are sent and read in the body, as literal',
    advice: 'add a soap:body to the input or output of the binding',
  },
  TOO_MANY_DIAGNOSTICS: {
    severity: 'info',
    advice: 'fix the reported problems and read the description again',
  },
  UNBOUND_PREFIX: {
    severity: 'warning',
    effect: 'the named component counts as missing',
    advice: 'declare the prefix',
  },
  UNEXPECTED_SCHEMA_ELEMENT: {
    severity: 'warning',
    effect: 'the schema is read as the message says',
    advice: 'correct the schema',
  },
  UNKNOWN_ATTRIBUTE: {
    severity: 'info',
    effect: 'the attribute is ignored',
    advice: 'remove or correct the attribute',
  },
  UNRESOLVED_ATTRIBUTE: {
    severity: 'warning',
    effect: 'attributes of its namespace are passed on untyped (MO-4)',
    advice: 'supply the schema that declares the attribute',
  },
  UNRESOLVED_ATTRIBUTE_GROUP: {
    severity: 'warning',
    effect: 'attributes of any name are passed on untyped (MO-4)',
    advice: 'supply the schema that declares the attribute group',
  },
  UNRESOLVED_BASE_TYPE: {
    severity: 'warning',
    effect: 'inherited members are passed on untyped (MO-4)',
    advice: 'supply the schema that declares the base type',
  },
  UNRESOLVED_BINDING: {
    severity: 'error',
    effect: 'the operations of the port are lost',
    advice: 'supply the document that declares the binding',
  },
  UNRESOLVED_ELEMENT: {
    severity: 'warning',
    effect: 'the value is passed on untyped (MO-4)',
    advice: 'supply the schema that declares the element',
  },
  UNRESOLVED_FAULT: {
    severity: 'info',
    effect: 'the details of this fault are passed on untyped',
    advice: 'declare the fault in the portType, or remove it from the binding',
  },
  UNRESOLVED_GROUP: {
    severity: 'warning',
    effect: 'elements of any name are passed on untyped (MO-4)',
    advice: 'supply the schema that declares the group',
  },
  UNRESOLVED_MESSAGE: {
    severity: 'error',
    effect: 'the operation is lost',
    advice: 'supply the document that declares the message',
  },
  UNRESOLVED_OPERATION: {
    severity: 'error',
    effect: 'the operation is lost',
    advice: 'use the operation name of the portType in the binding',
  },
  UNRESOLVED_PART: {
    severity: 'warning',
    effect: 'the part is left out',
    advice: 'name a part that the message has',
  },
  UNRESOLVED_PORT_TYPE: {
    severity: 'error',
    effect: 'the operations of the binding are lost',
    advice: 'supply the document that declares the portType',
  },
  UNRESOLVED_TYPE: {
    severity: 'warning',
    effect: 'the value is passed on untyped (MO-4)',
    advice: 'supply the schema that declares the type',
  },
  UNSUPPORTED_EXTENSION: {
    severity: 'warning',
    effect: 'the extension has no effect on calls',
  },
  UNUSUAL_IMPORT: {
    severity: 'info',
    effect: 'nothing is lost',
  },
  UNUSUAL_NAME: {
    severity: 'info',
    effect: 'the name is used as it is, except in messages',
    advice: 'use a valid XML name',
  },
  WRAPPER_NAMESPACE_MISSING: {
    severity: 'info',
    effect: 'the target namespace of the WSDL is used (R2717)',
    advice: 'add the namespace to soap:body',
  },
  WRONG_KIND_OF_TYPE: {
    severity: 'warning',
    effect: 'the type is read as the message says',
    advice: 'refer to a type of the right kind',
  },
  XSD_1_1: {
    severity: 'warning',
    effect: 'the schema is read without it',
    advice: 'check the result, or use XML Schema 1.0',
  },
};

/** The maximum length of a quoted text in a diagnostic, because the documents choose the names and addresses. */
const MAX_QUOTED_CHARACTERS = 2000;
const clip = (text: string) =>
  text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text;

/** Creates the diagnostic of `code` at `location`. */
export function diagnose(
  code: DiagnosticCode,
  { file, line, column }: SourceLocation,
  message: string,
  component?: string,
): Diagnostic {
  return {
    code,
    ...DIAGNOSTICS[code],
    message: clip(message),
    file: clip(file),
    line,
    column,
    ...defined({ component: component && clip(component) }),
  };
}
