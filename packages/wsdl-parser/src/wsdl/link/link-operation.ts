import { defined } from '@soapstone/options/defined';
import type { BoundFault, Operation } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import type {
  AbstractFault,
  AbstractOperation,
  Binding,
  BindingOperation,
  PortType,
  SoapStyle,
} from '../definitions.js';
import { defaultAction, defaultFaultAction, inputAction } from './addressing.js';
import { linkMessage, type MessageContext } from './link-message.js';

/**
 * Links the operations of a SOAP binding with those of its portType, in the order of the portType. An operation that cannot be
 * linked is reported and dropped; the others stay.
 */
export function linkOperations(
  binding: Binding & { readonly protocol: { readonly kind: 'soap' } },
  portType: PortType,
  context: MessageContext,
): readonly Operation[] {
  const matched = matchOperations(binding, portType, context);
  return portType.operations.flatMap((operation): readonly Operation[] => {
    const bound = matched.get(operation);
    if (bound === undefined) {
      const what = `binding ${binding.name.localName} does not bind the operation (R2718)`;
      context.report(
        diagnose('OPERATION_NOT_BOUND', operation.location, what, `operation ${operation.name}`),
      );
      return [];
    }
    const linked = linkOperation(operation, bound, binding, portType, context);
    return linked === undefined ? [] : [linked];
  });
}

/**
 * Which portType operation each binding operation means: the name decides; for overloads, the names of input and output if the
 * binding states them (§2.5), otherwise their order.
 */
function matchOperations(
  binding: Binding,
  portType: PortType,
  context: MessageContext,
): ReadonlyMap<AbstractOperation, BindingOperation> {
  const byName = new Map<string, AbstractOperation[]>();
  for (const operation of portType.operations) {
    const same = byName.get(operation.name);
    if (same === undefined) byName.set(operation.name, [operation]);
    else same.push(operation);
  }
  const matched = new Map<AbstractOperation, BindingOperation>();
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
    } else {
      const what = `binding ${binding.name.localName} binds an operation that portType ${clarkName(portType.name)} does not have`;
      context.report(diagnose('UNRESOLVED_OPERATION', bound.location, what, `operation ${bound.name}`));
    }
  }
  return matched;
}

function linkOperation(
  operation: AbstractOperation,
  bound: BindingOperation,
  binding: Binding & { readonly protocol: { readonly kind: 'soap' } },
  portType: PortType,
  context: MessageContext,
): Operation | undefined {
  const component = `operation ${operation.name}`;
  if (bound.refused !== undefined) {
    const { name, location } = bound.refused;
    const what = `the operation requires the unknown extension ${clarkName(name)}`;
    context.report(diagnose('REQUIRED_EXTENSION', location, what, component));
    return undefined;
  }
  const { pattern } = operation;
  if (pattern !== 'request-response' && pattern !== 'one-way') {
    const what =
      pattern === 'empty'
        ? 'the operation has no message'
        : `a ${pattern} operation is called by the service`;
    context.report(diagnose('MESSAGE_PATTERN_UNSUPPORTED', operation.location, what, component));
    return undefined;
  }
  // The reader has already reported a message without a name.
  if (operation.input === undefined) return undefined;
  const style: SoapStyle = bound.style ?? binding.protocol.style ?? 'document';
  const wrapper = (suffix: string): { wrapper?: { namespace: string; localName: string } } =>
    style === 'rpc'
      ? { wrapper: { namespace: binding.targetNamespace, localName: `${operation.name}${suffix}` } }
      : {};
  const { name: inputName } = operation.input;
  const input = linkMessage(
    operation.input,
    bound.input,
    {
      action: inputAction(operation.input.action, bound.soapAction, () =>
        defaultAction(portType.name, inputName),
      ),
      ...wrapper(''),
      operation: operation.name,
    },
    context,
  );
  if (input === undefined) return undefined;
  const output =
    operation.output === undefined
      ? undefined
      : linkMessage(
          operation.output,
          bound.output,
          {
            action: operation.output.action ?? defaultAction(portType.name, operation.output.name),
            ...wrapper('Response'),
            operation: operation.name,
          },
          context,
        );
  const oneWay = pattern === 'one-way';
  if (!oneWay && output === undefined) return undefined;
  return {
    name: operation.name,
    ...defined({ documentation: operation.documentation }),
    style,
    soapAction: bound.soapAction,
    oneWay,
    input,
    ...defined({ output }),
    faults: operation.faults.flatMap((fault) => linkFault(fault, operation, bound, portType, context) ?? []),
    location: operation.location,
  };
}

/** Links a fault: the only part of its message (§3.6). A binding that does not mention it binds it as literal (R2754). */
function linkFault(
  fault: AbstractFault,
  operation: AbstractOperation,
  bound: BindingOperation,
  portType: PortType,
  context: MessageContext,
): BoundFault | undefined {
  const component = `operation ${operation.name}`;
  const message = context.messages.find(fault.message, fault.location, component, 'UNRESOLVED_PART');
  if (message === undefined) return undefined;
  const [part] = message.parts;
  if (part === undefined) {
    const what = `message ${message.name.localName} of fault ${fault.name} has no part`;
    context.report(diagnose('UNRESOLVED_PART', fault.location, what, component));
    return undefined;
  }
  return {
    name: fault.name,
    use: bound.faults.find((f) => f.name === fault.name)?.use ?? 'literal',
    part: context.parts.link(part, component),
    action: fault.action ?? defaultFaultAction(portType.name, operation.name, fault.name),
    ...defined({ documentation: fault.documentation }),
  };
}
