/**
 * Reads WSDL 1.1 and 2.0 descriptions, with all the XML Schema documents that they lead to, into one `ServiceModel`: plain,
 * immutable, serialisable data that says which operations there are and what their messages hold. A problem of the documents that can
 * still be served is a `Diagnostic` with file, line, effect and advice; what cannot is a `WsdlError`.
 *
 * # Design
 *
 *     location --Resolver--> bytes --decode--> text --engine--> XmlElement --read--> components --link--> ServiceModel
 *
 * The package performs no input or output of its own: it is handed a `Resolver` and asks it for every document, the first one
 * included. Documents are decoded before they are parsed, and parsed into a small tree whose names are expanded: no prefix and
 * no document node goes further than the readers. Reading (one function per element of the specifications, with its grammar in
 * the docstring) and linking (a QName becomes the component it means) are two steps, because references point forward.
 * `selectOperations` then decides what is exposed and under which name.
 *
 * # Limitations
 *
 * It loads no DTD, no external and no parameter entity, follows no XInclude, `xsi:schemaLocation` or `xml:base`, and guesses no
 * location. It offers SOAP over HTTP only: other bindings are named in a diagnostic and left out. A document of the wrong kind
 * is rejected with what it is instead.
 *
 * # Determinism
 *
 * The same documents give the same model, the same diagnostics in the same order, byte for byte. Documents come breadth first
 * in the order of their references, however long each takes to load; components come in document order; no clock, no random
 * source and no environment is read.
 *
 * # Limits
 *
 * Everything in a document is a stranger's: `ParseLimits` bounds bytes, documents, elements, nesting, names, types and particles, and
 * nothing recurses over the depth of a document or of a type. Names such as `__proto__` are data in maps, never properties.
 *
 * # File layout
 *
 *     parse-wsdl.ts     the front door: load, read, link, select
 *     documents/        the graph of documents: locations, resolvers, bundles, zip archives, what a document is
 *     xml/              decoding, the prolog with its entities, the element tree, QNames, positions
 *     engine/           saxes, the default, and libxmljs2, optional: text -> element tree
 *     wsdl/, wsdl20/    readers and linking of WSDL 1.1 and of WSDL 2.0
 *     schema/           readers and linking of XML Schema, and the schemas that are always known
 *     select.ts         which operations are exposed
 *     diagnostics.ts    every code with its severity, effect and advice; errors.ts, limits.ts
 *     file.ts           files and directories, Node only (`@soapstone/wsdl-parser/file`)
 *     internal.ts       what other packages of Soapstone use as well, with no promise
 *
 * # Types of the model
 *
 * `ServiceModel` and what it consists of are types of `@soapstone/soap-model`. This entry has those that a program names to read
 * services, ports, operations and diagnostics; the types of schema components are there.
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export {
  type Diagnostic,
  type DiagnosticCode,
  type ExposedOperation,
  isServiceModel,
  type Operation,
  type Port,
  type ServiceModel,
  type SourceLocation,
  type WsdlService,
} from '@soapstone/soap-model';
export { assertServiceModel } from './assert-service-model.js';
export { type BundleFiles, bundleResolver } from './documents/bundle.js';
export { findDescriptions } from './documents/find-descriptions.js';
export type { IncompleteOperation } from './documents/incomplete-operations.js';
export type { WantedDocument } from './documents/look-up.js';
export type { ResolvedDocument, Resolver, SourceDocument } from './documents/resolver.js';
export { DEFAULT_ZIP_LIMITS, readZip, type ZipLimits } from './documents/zip.js';
export { isWsdlError, WsdlError, type WsdlErrorCode } from './errors.js';
export { DEFAULT_PARSE_LIMITS, type ParseLimits } from './limits.js';
export {
  type ParsedWsdl,
  type ParseOptions,
  type ParseTextOptions,
  parseWsdl,
  parseWsdlText,
} from './parse-wsdl.js';
export {
  operationsByPort,
  type SelectableModel,
  type SelectableService,
  type SelectedPort,
  type SelectionCriteria,
  selectOperations,
} from './select.js';
