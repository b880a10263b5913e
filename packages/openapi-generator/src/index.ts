/**
 * Describes the operations of a SOAP service, as the gateway offers them, in OpenAPI 3.0.3.
 *
 * ## Design
 *
 * The document is a projection of the same `Shape`s that the mapper encodes and decodes with; nothing here looks at XML
 * Schema. Keys, arrays, nullability and unwrapping were decided when the Shapes were built, so that the document and the
 * behaviour cannot differ. `contract.ts` is what the gateway adds to that: bodies, headers, statuses.
 *
 * Schemas are built from a queue, never by recursion, because Shapes are cyclic and their size is a stranger's choice.
 * Every use of a shared schema is an empty object until all schemas are known; only then is decided what is a component,
 * what it is called, and what is written in place.
 *
 * ## Determinism
 *
 * Equal models and options give equal bytes: operations stand in the order of the model, components by name, and names
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
 * - `operation.ts`, `message-schemas.ts`, `get-parameters.ts`: one path item
 * - `contract.ts`: the public HTTP contract as OpenAPI
 * - `schema/projection.ts`: Shape to Schema Object; beside it one file per kind of Shape
 * - `schema/schema-registry.ts`, `schema/component-names.ts`: what becomes a component, and its name
 * - `proven-examples.ts`: examples, where they are asked for
 * - `openapi-31.ts`: the same document in OpenAPI 3.1
 * - `print.ts`: JSON and YAML
 * - `types/`: the document as TypeScript declarations
 * - `changes/`: what two revisions of a service differ in, for its clients
 * - `compatibility/`: what a client gets of each operation: exact, degraded, unsupported
 */

export { OptionError, type OptionProblem } from '@soapstone/soap-model/options';
export type { OpenAPIObject } from 'openapi3-ts/oas30';
export type { OpenAPIObject as OpenAPI31Object } from 'openapi3-ts/oas31';
export {
  type ComparisonOptions,
  type ContractComparison,
  compareContracts,
} from './changes/compare-contracts.js';
export type { ContractChange, ContractChangeKind, ContractMessage } from './changes/contract-change.js';
export { type Grade, type GradedOperation, gradeOperations } from './compatibility/grade-operations.js';
export { patternFindings } from './compatibility/pattern-findings.js';
export { type DescribedMapper, generateOpenApi, type OpenApiOptions } from './generate.js';
export { toOpenApi31 } from './openapi-31.js';
export type { DescribedOperation, MethodPolicy } from './operation.js';
export { printOpenApi } from './print.js';
export { type ProvenExamples, provenExamples } from './proven-examples.js';
export { printTypes } from './types/print-types.js';
