import type { OperationShape } from '../../shape/operation-shape.js';
import type { LiftedShape, Scope } from '../../shape/shape.js';
import type { ScopePlan, ValuePlan } from './plan.js';

/** The reader of a document in a text (XM-13): the operation, and the settings of the decoder. */
export interface LiftedContext<S> {
  readonly operation: OperationShape;
  readonly settings: S;
}

/**
 * Compiles the plan of a lifted object (DF-14), which programs without a design do not load.
 *
 * @param object the plan of the object itself
 * @param compileScope compiles the content of an object
 */
// biome-ignore lint/suspicious/noExplicitAny: the state of decoding holds the settings
export type LiftedCode<D = any, S = any> = (
  shape: LiftedShape,
  object: ValuePlan<D>,
  compileScope: (scope: Scope) => ScopePlan<D>,
  context: LiftedContext<S>,
) => ValuePlan<D>;
