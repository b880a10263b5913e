import type { ExpandedName } from '@soapstone/soap-model';
import type { DeclaredElement, ObjectShape, Shape, SimpleShape, Use } from '../shape/shape.js';
import type { NamedTypePlan } from './named-type.js';
import type { ObjectPlan } from './object.js';
import type { ElementPlan, ValuePlan } from './plan.js';
import type { SimplePlan } from './simple.js';
import type { WordMemory } from './word-memory.js';

/** The plans of what is literal, and of what is encoded (§12). */
export type PlanSources = (use: Use) => PlanSource;

/** Where plans come from: each is compiled when it is first met and then shared by all documents of the operation. */
export interface PlanSource {
  /** Of all plans that come from here. */
  readonly memory: WordMemory;
  value(shape: Shape): ValuePlan;
  simple(shape: SimpleShape): SimplePlan;
  object(shape: ObjectShape): ObjectPlan;
  /** A declared element; its `key` is that of its place. */
  element(member: DeclaredElement): ElementPlan;
  /** An element of which nothing is known (AN-6). */
  readonly untypedElement: ElementPlan;
  /** The same below a wildcard with `processContents="skip"`: no declaration counts there. */
  readonly skippedElement: ElementPlan;
  /** A global element of the schema, for what wildcards admit (AN-1). */
  globalElement(name: ExpandedName): ElementPlan | undefined;
  /** A type that a document names in an open position (AN-6): of the schema, or built in. */
  namedType(name: ExpandedName): NamedTypePlan | undefined;
}
