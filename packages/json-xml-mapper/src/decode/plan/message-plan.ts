import type { MessageShape } from '../../shape/operation-shape.js';
import type { ElementPlan, ScopePlan, Target } from './plan.js';

/** A compiled message: the position of its JSON root in the Body (§4.1). */
export interface MessagePlan<D> {
  /** Absent for an operation without output: the result is `{}` for every Body (UW-8). */
  readonly shape: MessageShape | undefined;
  /** Clark name and local name of the Body child, for `element`. */
  readonly name: string;
  readonly localName: string;
  /** The root as an element: the Body child, or the Body itself. */
  readonly root: ElementPlan<D> | undefined;
  /** The local name of an element that may wrap the content of the Body (BD-6). */
  readonly accessor: string | undefined;
  /** The record element that the result omits (UW-4). */
  readonly record: Target<D> | undefined;
  /** Scope of the wrapper, if there is a record. */
  readonly wrapper: ScopePlan<D> | undefined;
  readonly headers: HeadersPlan<D> | undefined;
  readonly faultHeaders: HeadersPlan<D> | undefined;
  readonly faults: readonly FaultPlan<D>[];
}

/** Declared header blocks (HD-6, HD-7). */
export interface HeadersPlan<D> {
  readonly scope: ScopePlan<D>;
  /** Keys of the blocks that are encoded (EN-9). */
  readonly encodedBlocks: ReadonlySet<string>;
}

/** A declared fault (FL-2). */
export interface FaultPlan<D> {
  readonly name: string;
  /** Clark name of the detail element, or the part name of a part by type. */
  readonly elementName: string;
  /** Clark name of the detail element's type, which can identify encoded faults. */
  readonly typeName: string | undefined;
  readonly element: ElementPlan<D>;
}
