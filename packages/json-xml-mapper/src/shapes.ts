/**
 * `@soapstone/json-xml-mapper/shapes`: what the JSON of an operation looks like, as data. For tools that describe operations, such as
 * generators of documents and types; calls need none of it.
 *
 * @packageDocumentation
 */

export type { BoundOperation } from './build/build-operation.js';
export {
  createOperationShapes,
  type OperationShapes,
  type ShapedOperation,
  type ShapeOptions,
} from './operation/operation-shapes.js';
export { toEcmaPattern } from './pattern/ecma-pattern.js';
export { patternProblem } from './pattern/pattern-problem.js';
export { BUILTIN_TYPES, type BuiltinFamily, type BuiltinType } from './shape/builtin-types.js';
export type { Fill } from './shape/fill.js';
export type * from './shape/operation-shape.js';
export type * from './shape/shape.js';
export type * from './shape/simple-shape.js';
export type { WildcardShape } from './shape/wildcard-shape.js';
