/**
 * `@soapstone/json-xml-mapper` turns JSON into SOAP XML and SOAP XML into JSON, driven by the schema of a service and
 * never by the data: one JSON shape per operation, exact numbers, every problem of a request at once.
 *
 * A `ServiceModel` (created by `@soapstone/wsdl-parser`) becomes one `Shape` per message; encoder, decoder, validator,
 * query-string reader, examples and JSON Schema are projections of it. The rules have ids such as `UW-4`; they are written
 * down in `docs/json-mapping.md`.
 *
 *     build/        ServiceModel -> shape/: keys, content plans, roots, records
 *     json/         exact JSON in and out          scalar/, pattern/  simple types and their facets
 *     encode/       JSON -> XML in one pass        explain/  the slow path: accepts the unusual, explains every problem
 *     design/       Shape -> Shape: what the owner of a service decides about its JSON
 *     xml/, decode/ XML -> JSON, incremental, without a tree
 *     query/        query string -> JSON           example/  what documentation shows
 *     json-schema/  Shape -> JSON Schema, the one projection: of a message alone, and of an OpenAPI document
 *
 * Pure: no input or output, no clock, no environment. Everything from a stranger has a limit and nothing recurses over it.
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export type { ServiceModel } from '@soapstone/soap-model';
export type * from './api/design.js';
export type * from './api/fills.js';
export type * from './api/messages.js';
export type * from './api/operation.js';
export type * from './api/options.js';
export type * from './api/problems.js';
export type * from './api/session.js';
export type * from './api/values.js';
export type * from './api/xml-design.js';
export { DesignError, type DesignProblem, isDesignError } from './design/design-error.js';
export {
  DecodeError,
  type DecodeErrorCode,
  FillError,
  type FillErrorCode,
  isDecodeError,
  isFillError,
  isMappingError,
  isOperationNotFoundError,
  isSchemaSizeError,
  MappingError,
  type MappingErrorCode,
  OperationNotFoundError,
  SchemaSizeError,
} from './errors.js';
export { isJsonNumber, JsonNumber } from './json/json-number.js';
export { type ParseJsonOptions, parseJson } from './json/parse-json.js';
export { stringify } from './json/stringify.js';
export { DEFAULT_MAPPER_LIMITS } from './limits.js';
export { createMapper } from './mapper.js';
export { type QueryParameter, type QueryParameters, queryParameters } from './query/query-parameters.js';
export { WorkMeter } from './work.js';
