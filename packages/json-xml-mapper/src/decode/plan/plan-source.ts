import type { DerivationMethod, ExpandedName } from '@soapstone/soap-model';
import type { DeclaredElement, ObjectShape, Shape, Use } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import type { WordMemory } from '../lanes/word-memory.js';
import type { ElementPlan, NamedType, ScopePlan, ValuePlan } from './plan.js';

/** The plan sources for literal and for encoded content (§12). */
export type PlanSources<D> = (use: Use) => PlanSource<D>;

/** Provides plans: each is compiled when it is first needed and then shared by all documents of the operation. */
export interface PlanSource<D> {
  /** The encoding of all plans from this source. */
  readonly memory: WordMemory;
  value(shape: Shape): ValuePlan<D>;
  object(shape: ObjectShape): { readonly scope: ScopePlan<D> };
  /** A declared element; its `key` belongs to its place. */
  element(member: DeclaredElement): ElementPlan<D>;
  /** An unknown element (AN-6). */
  readonly untypedElement: ElementPlan<D>;
  /** The same below a wildcard with `processContents="skip"`: declarations are ignored there. */
  readonly skippedElement: ElementPlan<D>;
  /** A global element of the schema, for wildcards (AN-1). */
  globalElement(name: ExpandedName): ElementPlan<D> | undefined;
  /** The problem with an `xsi:type` of a request (TR-2): see `typeProblem`. `shape` is absent for anyType. */
  typeProblem(
    type: ExpandedName,
    shape: SimpleShape | undefined,
    block: readonly DerivationMethod[] | undefined,
  ): string | undefined;
  /** A type that a document names in an open position (AN-6): of the schema, or built in. */
  namedType(name: ExpandedName): NamedType<D> | undefined;
  /** Whether a type of the schema says no more than xs:anySimpleType. */
  isAnySimple(name: ExpandedName): boolean;
}
