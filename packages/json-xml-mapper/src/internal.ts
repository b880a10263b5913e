/** `@soapstone/json-xml-mapper/internal`: the parts that other packages of Soapstone use. It may change in any release. */
export type { Exchange, Exchanges } from './api/exchange.js';
export type { ExchangeInfo } from './api/operation.js';
// The main entry exports these too, but its built file imports the whole mapper, and bundlers that split code keep what a file
// imports.
export { isDecodeError, isMappingError, OperationNotFoundError } from './errors.js';
export { createExchanges, type MapperParts } from './exchanges.js';
export type { UncommonContent } from './explain/compiler.js';
export { hasUncommonContent, hasUncommonTypes } from './explain/has-uncommon-content.js';
export { RawXmlNotLoaded } from './explain/raw/raw-not-loaded.js';
export { mapperOptionChecks } from './operation/settings.js';
export { compilePatterns, type PatternCompiler } from './pattern/pattern-facet.js';
export type { UnionCodec } from './scalar/codec.js';
export { TypesNotLoaded } from './scalar/types-not-loaded.js';
export { unions } from './scalar/union-codec.js';
export type { ValueKinds } from './scalar/value-forms.js';
export { declaresIdentities } from './shape/has-identities.js';
export { admits } from './shape/wildcard-shape.js';
