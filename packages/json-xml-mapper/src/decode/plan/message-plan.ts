import { clarkName } from '@soapstone/soap-model';
import type { FaultShape, HeadersShape, MessageShape, OperationShape } from '../../shape/operation-shape.js';
import { accessorOf } from '../envelope/accessor.js';
import { compileScope } from './compile-scope.js';
import type { ElementPlan, ScopePlan, Target, ValuePlan } from './plan.js';
import type { PlanSource, PlanSources } from './plan-source.js';

/** A compiled message: the position of its JSON root in the Body (§4.1). */
export interface MessagePlan {
  /** Absent for an operation without output: whatever the Body contains, the result is `{}` (UW-8). */
  readonly shape: MessageShape | undefined;
  /** Clark name and local name of the Body child, for `element`. */
  readonly name: string;
  readonly localName: string;
  /** The root as an element: the Body child, or the Body itself. */
  readonly root: ElementPlan | undefined;
  /** The local name of an element that may wrap the content of the Body (BD-6). */
  readonly accessor: string | undefined;
  /** The record element that the result omits (UW-4). */
  readonly record: Target | undefined;
  /** Scope of the wrapper, if there is a record. */
  readonly wrapper: ScopePlan | undefined;
  readonly headers: HeadersPlan | undefined;
  readonly faultHeaders: HeadersPlan | undefined;
  readonly faults: readonly FaultPlan[];
}

/** Declared header blocks (HD-6, HD-7). */
export interface HeadersPlan {
  readonly scope: ScopePlan;
  /** Keys of the blocks that are encoded (EN-9). */
  readonly encodedBlocks: ReadonlySet<string>;
}

/** A declared fault (FL-2). */
export interface FaultPlan {
  readonly name: string;
  /** Clark name of the detail element, or the part name of a part by type. */
  readonly elementName: string;
  /** Clark name of the detail element's type, which can identify encoded faults. */
  readonly typeName: string | undefined;
  readonly element: ElementPlan;
}

/** Compiles a message. */
export function compileMessage(
  shape: MessageShape | undefined,
  faults: readonly FaultShape[],
  operation: OperationShape,
  sources: PlanSources,
): MessagePlan {
  const plans = sources(shape?.encoded === true ? 'encoded' : 'literal');
  const root = shape === undefined ? undefined : plans.value(shape.root);
  const rootScope = shape?.root.kind === 'object' ? plans.object(shape.root).scope : undefined;
  if (shape?.rpc === true && rootScope !== undefined) allowAnyAccessor(rootScope);
  const recordName = shape?.record === undefined ? undefined : clarkName(shape.record.name);
  return {
    shape,
    name: shape?.name === undefined ? '' : clarkName(shape.name),
    localName: shape?.name?.localName ?? '',
    root: root === undefined ? undefined : rootElement(root, shape?.nillable === true),
    accessor: shape === undefined ? undefined : accessorOf(shape),
    record: recordName === undefined ? undefined : rootScope?.byName.get(recordName)?.[0],
    wrapper: recordName === undefined ? undefined : rootScope,
    headers: compileBlocks(shape?.headers, sources),
    faultHeaders: compileBlocks(operation.headerFaults, sources),
    faults: faults.map((fault) => ({
      name: fault.name,
      elementName: clarkName(fault.detail.name),
      typeName: typeNameOf(fault),
      element: plans.element(fault.detail),
    })),
  };
}

function rootElement(value: ValuePlan, nillable: boolean): ElementPlan {
  return { key: '', value, nillable, whenEmpty: undefined, substitute: undefined };
}

/** Each block has the plan of its own use. */
function compileBlocks(headers: HeadersShape | undefined, sources: PlanSources): HeadersPlan | undefined {
  if (headers === undefined) return undefined;
  const { encodedBlocks } = headers;
  const literal = sources('literal');
  const blocks: PlanSource = {
    ...literal,
    element: (member) =>
      encodedBlocks.has(member.key) ? sources('encoded').element(member) : literal.element(member),
  };
  return { scope: compileScope(headers, blocks, false), encodedBlocks };
}

function typeNameOf({ detail }: FaultShape): string | undefined {
  const { shape } = detail;
  const named = shape.kind === 'polymorphic' ? shape.declared : shape;
  return 'name' in named && named.name !== undefined ? clarkName(named.name) : undefined;
}

/** BD-6: with one accessor, any name is accepted. */
function allowAnyAccessor(scope: ScopePlan): void {
  const [only] = scope.slots;
  if (scope.slots.length !== 1 || only?.element === undefined || only.array) return;
  scope.anyName = [...scope.byName.values()][0]?.[0];
}
