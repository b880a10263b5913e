import { clarkName } from '@soapstone/soap-model';
import type { FaultShape, HeadersShape, MessageShape, OperationShape } from '../../shape/operation-shape.js';
import { accessorOf } from '../envelope/accessor.js';
import type {
  ElementPlan,
  HeadersPlan,
  MessagePlan,
  PlanSource,
  PlanSources,
  ScopePlan,
  ValuePlan,
} from '../state/decoding.js';
import { compileScope } from './compile-scope.js';

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
  // BD-6 is for responses: the accessors of a request have the names of parameters.
  if (shape?.rpc === true && rootScope !== undefined && shape !== operation.input)
    allowAnyAccessor(rootScope);
  const recordName = shape?.record === undefined ? undefined : clarkName(shape.record.name);
  return {
    shape,
    name: shape?.name === undefined ? '' : clarkName(shape.name),
    localName: shape?.name?.localName ?? '',
    root: root === undefined ? undefined : rootElement(root, shape!),
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

function rootElement(value: ValuePlan, { nillable, fixed }: MessageShape): ElementPlan {
  return {
    key: '',
    value,
    nillable,
    block: undefined,
    whenEmpty: fixed,
    substitute: undefined,
    bare: undefined,
  };
}

/** Compiles the header blocks, each by its own use (literal or encoded). */
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
  if (scope.slots.length !== 1 || scope.omitted !== undefined || only?.element === undefined || only.array)
    return;
  scope.anyName = [...scope.byName.values()][0]?.[0];
}
