import type { ServiceModel } from '@soapstone/soap-model';
import type { OperationInfo } from '../api/operation.js';
import { queryParameters } from '../query/query-parameters.js';
import { assertMapperOptions } from './settings.js';
import { type ShapedExchange, type ShapeOptions, type Shapes, shapeOperations } from './shape-operations.js';

export type { ShapeOptions } from './shape-operations.js';

/** An operation with everything about it that does not depend on a call. */
export interface ShapedOperation extends ShapedExchange {
  readonly info: OperationInfo;
}

/** The Shapes of a model's exposed operations, each built on first use and then shared. */
export type OperationShapes = Shapes<ShapedOperation>;

/**
 * Builds Shapes for a model: the input of mappers and of OpenAPI documents. Throws `OptionError` for an unusable model or option.
 *
 * @example
 * ```ts
 * const { input } = createOperationShapes(model).get('GetUser').shape;
 * ```
 */
export function createOperationShapes(model: ServiceModel, options: ShapeOptions = {}): OperationShapes {
  assertMapperOptions('createOperationShapes', model, options);
  return shapeOperations(model, options, (shaped) => ({ ...shaped, info: withQuery(shaped) }));
}

/** Adds whether the operation can be called with GET (GQ-1). */
function withQuery({ info, shape }: ShapedExchange): OperationInfo {
  const { refusal } = queryParameters(shape.input);
  return { ...info, querySafe: refusal === undefined ? { safe: true } : { safe: false, reason: refusal } };
}
