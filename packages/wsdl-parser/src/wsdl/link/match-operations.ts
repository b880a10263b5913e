import { clarkName } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import type {
  AbstractFault,
  AbstractOperation,
  Binding,
  BindingFault,
  BindingOperation,
  PortType,
} from '../definitions.js';
import type { MessageContext } from './link-message.js';

/** A portType operation with the binding operation that binds it, if there is one. */
export interface MatchedOperation {
  readonly operation: AbstractOperation;
  readonly bound?: BindingOperation;
}

/**
 * Which portType operation each binding operation means, in the order of the portType: the name decides; for overloads, the names of input
 * and output if the binding states them (§2.5), otherwise their order. A name that no operation has means the only unbound operation whose
 * name differs in case alone. An operation that the portType declares again, with the same messages and the same SOAPAction, is left out.
 * Every deviation is reported.
 */
export function matchOperations(
  binding: Binding,
  portType: PortType,
  context: MessageContext,
): readonly MatchedOperation[] {
  const byName = groupBy(portType.operations, ({ name }) => name);
  const matched = new Map<AbstractOperation, BindingOperation>();
  const nameless: BindingOperation[] = [];
  for (const bound of binding.operations) {
    const free = (byName.get(bound.name) ?? []).filter((o) => !matched.has(o));
    const named = free.filter(
      (o) =>
        (bound.inputName === undefined || bound.inputName === o.input?.name) &&
        (bound.outputName === undefined || bound.outputName === o.output?.name),
    );
    const found = named[0] ?? free[0];
    if (found !== undefined) matched.set(found, bound);
    else if (byName.has(bound.name)) {
      const what = `binding ${binding.name.localName} binds the operation again`;
      context.report(diagnose('DUPLICATE_COMPONENT', bound.location, what, `operation ${bound.name}`));
    } else nameless.push(bound);
  }
  const unbound = portType.operations.filter((operation) => !matched.has(operation));
  for (const [bound, meant] of meantByCase(nameless, unbound)) {
    if (meant !== undefined) matched.set(meant, bound);
    const owner = `portType ${clarkName(portType.name)}`;
    const finding =
      meant === undefined
        ? diagnose(
            'UNRESOLVED_OPERATION',
            bound.location,
            `binding ${binding.name.localName} binds an operation that ${owner} does not have`,
            `operation ${bound.name}`,
          )
        : diagnose(
            'REFERENCE_CORRECTED',
            bound.location,
            `${owner} has no operation "${bound.name}"; "${meant.name}" is meant`,
            `operation ${meant.name}`,
          );
    context.report(finding);
  }
  return withoutRepetitions(portType, matched, context);
}

function withoutRepetitions(
  portType: PortType,
  matched: ReadonlyMap<AbstractOperation, BindingOperation>,
  context: MessageContext,
): readonly MatchedOperation[] {
  const firsts = new Map<string, AbstractOperation>();
  return portType.operations.flatMap((operation): readonly MatchedOperation[] => {
    const { name, pattern, input, output } = operation;
    const bound = matched.get(operation);
    const identity = JSON.stringify([
      name,
      pattern,
      ...[input, output].map((m) => m && [m.name, m.message.name]),
    ]);
    const first = firsts.get(identity);
    if (first === undefined) {
      firsts.set(identity, operation);
      return [{ operation, ...(bound !== undefined && { bound }) }];
    }
    const isOther = bound !== undefined && bound.soapAction !== matched.get(first)?.soapAction;
    if (isOther) return [{ operation, bound }];
    const { file, line } = first.location;
    const what = `portType ${clarkName(portType.name)} declares the operation again, first at ${file}:${line}, with the same messages`;
    context.report(diagnose('DUPLICATE_COMPONENT', operation.location, what, `operation ${name}`));
    return [];
  });
}

/**
 * Returns the binding's fault of each fault of an operation. A name that no fault has means the only unbound one whose name differs in case
 * alone, or the only fault if the binding names none. Others are reported: their details have no type.
 */
export function matchFaults(
  operation: AbstractOperation,
  bound: BindingOperation,
  context: MessageContext,
): ReadonlyMap<AbstractFault, BindingFault> {
  const component = `operation ${operation.name}`;
  const byName = groupBy(operation.faults, ({ name }) => name);
  const matched = new Map<AbstractFault, BindingFault>();
  const nameless: BindingFault[] = [];
  for (const fault of bound.faults) {
    const same = byName.get(fault.name);
    if (same === undefined) nameless.push(fault);
    for (const each of same ?? []) if (!matched.has(each)) matched.set(each, fault);
  }
  const unbound = operation.faults.filter((fault) => !matched.has(fault));
  for (const [fault, alike] of meantByCase(nameless, unbound)) {
    const only = fault.name === '' && nameless.length === 1 && unbound.length === 1 ? unbound[0] : undefined;
    const meant = alike ?? only;
    if (meant !== undefined) matched.set(meant, fault);
    const lacks = fault.name === '' ? 'the fault has no name' : `the operation has no fault "${fault.name}"`;
    const finding =
      meant === undefined
        ? diagnose('UNRESOLVED_FAULT', fault.location, lacks, component)
        : diagnose('REFERENCE_CORRECTED', fault.location, `${lacks}; "${meant.name}" is meant`, component);
    context.report(finding);
  }
  return matched;
}

/** For each name, the only one of `candidates` whose name differs in case alone, unless another name means it too. */
function meantByCase<N extends { readonly name: string }, C extends { readonly name: string }>(
  names: readonly N[],
  candidates: readonly C[],
): readonly (readonly [named: N, meant: C | undefined])[] {
  if (names.length === 0) return [];
  const alike = groupBy(candidates, ({ name }) => name.toLowerCase());
  const sharing = groupBy(names, ({ name }) => name.toLowerCase());
  return names.map((named) => {
    const spelling = named.name.toLowerCase();
    const meant = alike.get(spelling) ?? [];
    const isOnly = meant.length === 1 && sharing.get(spelling)?.length === 1;
    return [named, isOnly ? meant[0] : undefined] as const;
  });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
