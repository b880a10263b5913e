import type { ExpandedName } from '@soapstone/soap-model';
import type { DeclaredElement, ObjectShape, Shape, Use } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import type { NamedTypePlan } from '../content/named-type.js';
import type { ObjectPlan } from '../content/object.js';
import type { SimplePlan } from '../content/simple.js';
import type { ElementPlan, ValuePlan } from './plan.js';
import type { WordMemory } from './word-memory.js';

/** The plan sources for literal and for encoded content (§12). */
export type PlanSources = (use: Use) => PlanSource;

/** Provides plans: each is compiled when it is first needed and then shared by all documents of the operation. */
export interface PlanSource {
  /** The encoding of all plans from this source. */
  readonly memory: WordMemory;
  value(shape: Shape): ValuePlan;
  simple(shape: SimpleShape): SimplePlan;
  object(shape: ObjectShape): ObjectPlan;
  /** A declared element; its `key` belongs to its place. */
  element(member: DeclaredElement): ElementPlan;
  /** An unknown element (AN-6). */
  readonly untypedElement: ElementPlan;
  /** The same below a wildcard with `processContents="skip"`: declarations are ignored there. */
  readonly skippedElement: ElementPlan;
  /** A global element of the schema, for wildcards (AN-1). */
  globalElement(name: ExpandedName): ElementPlan | undefined;
  /** A type that a document names in an open position (AN-6): of the schema, or built in. */
  namedType(name: ExpandedName): NamedTypePlan | undefined;
}
