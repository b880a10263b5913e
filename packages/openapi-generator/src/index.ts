/**
 * Describes the operations of a SOAP service, as the gateway offers them, in OpenAPI 3.1 and 3.0.3.
 *
 * ## Design
 *
 * The schemas are those of the mapper (`@soapstone/json-xml-mapper/json-schema`), which projects the same `Shape`s that it encodes and
 * decodes with; nothing here looks at XML Schema or at Shapes. `contract.ts` adds the HTTP contract: bodies, headers, statuses.
 *
 * The document is generated as OpenAPI 3.1, whose schemas are JSON Schema 2020-12. OpenAPI 3.0, TypeScript types and the comparison of
 * revisions are derived from it.
 *
 * ## Determinism
 *
 * Equal models and options give equal bytes: operations are in the order of the model, components are sorted by name, and names
 * are a function of the model. No clock, no random source, no locale.
 *
 * ## References
 *
 * - OpenAPI Specification 3.0.3: https://spec.openapis.org/oas/v3.0.3
 * - The rules quoted in brackets (`OA-3`, `UW-4`): docs/json-mapping.md
 *
 * ## File layout
 *
 * - `generate.ts`: the document
 * - `operation.ts`, `get-parameters.ts`: one path item
 * - `route-paths.ts`: the routes of a design, in place of path items by name
 * - `contract.ts`: the public HTTP contract as OpenAPI
 * - `proven-examples.ts`: examples, on request
 * - `openapi-30.ts`, `schema/schema-30.ts`: the same document in OpenAPI 3.0
 * - `schema/document-schema.ts`: the schemas of a document for code that reads them
 * - `print.ts`: JSON and YAML
 * - `client/`: the document as a TypeScript module, of types or of a client
 * - `types/`: one schema as a TypeScript type
 * - `changes/`: the differences between two revisions of a service, for its clients
 * - `compatibility/`: the grade of each operation: exact, degraded, unsupported
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export type { OpenAPIObject } from 'openapi3-ts/oas30';
export {
  type ComparisonOptions,
  type ContractComparison,
  compareContracts,
} from './changes/compare-contracts.js';
export type { ContractChange, ContractChangeKind, ContractMessage } from './changes/contract-change.js';
export { type GenerateClientOptions, generateClient } from './client/generate-client.js';
export { printTypes, type TypeOptions } from './client/print-types.js';
export type { OfferedService } from './client/prune-model.js';
export {
  type DescribedContract,
  type DescribedMapper,
  generateOpenApi,
  type OpenAPI31Object,
  type OpenApiOptions,
} from './generate.js';
export { ambiguityFindings } from './grades/ambiguity-findings.js';
export { type Grade, type GradedOperation, gradeOperations } from './grades/grade-operations.js';
export { patternFindings } from './grades/pattern-findings.js';
export { toOpenApi30 } from './openapi-30.js';
export type { DescribedOperation, MethodPolicy } from './operation.js';
export { printOpenApi } from './print.js';
export { type ProvenExamples, provenExamples } from './proven-examples.js';
