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
  SoapUse,
} from '../definitions.js';
import { defaultAction, defaultFaultAction, inputAction } from './addressing.js';
import { linkMessage, type MessageContext } from './link-message.js';
import { type MatchedOperation, matchFaults } from './match-operations.js';

/**
 * Links the operations of a SOAP binding with those of its portType, in the order of the portType. An operation that cannot be
 * linked is reported and dropped; the others stay.
 */
export function linkOperations(
  binding: Binding & { readonly protocol: { readonly kind: 'soap' } },
  portType: PortType,
  matched: readonly MatchedOperation[],
  context: MessageContext,
): readonly Operation[] {
  return matched.flatMap(({ operation, bound }): readonly Operation[] => {
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

function linkOperation(
  operation: AbstractOperation,
  bound: BindingOperation,
  binding: Binding & { readonly protocol: { readonly kind: 'soap' } },
  portType: PortType,
  context: MessageContext,
): Operation | undefined {
  const component = `operation ${operation.name}`;
  if (bound.refused !== undefined) {
    const { what, location } = bound.refused;
    context.report(diagnose('REQUIRED_EXTENSION', location, `the operation requires ${what}`, component));
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
  const soapAction = bound.soapAction === '' ? (operation.soapAction ?? '') : bound.soapAction;
  const input = linkMessage(
    operation.input,
    bound.input,
    {
      direction: 'input',
      action: inputAction(operation.input.action, soapAction, () => defaultAction(portType.name, inputName)),
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
            direction: 'output',
            action: operation.output.action ?? defaultAction(portType.name, operation.output.name),
            ...wrapper('Response'),
            operation: operation.name,
          },
          context,
        );
  const oneWay = pattern === 'one-way';
  if (!oneWay && output === undefined) return undefined;
  const boundFaults = matchFaults(operation, bound, context);
  return {
    name: operation.name,
    ...defined({ documentation: operation.documentation }),
    style,
    soapAction,
    oneWay,
    input,
    ...defined({ output }),
    faults: distinctFaults(operation, context).flatMap(
      (fault) => linkFault(fault, operation, boundFaults.get(fault)?.use, portType, context) ?? [],
    ),
    location: operation.location,
  };
}

/** The faults of an operation. One with the name and the message of an earlier one is left out; both it and a name with two messages are reported. */
function distinctFaults(operation: AbstractOperation, context: MessageContext): readonly AbstractFault[] {
  const names = new Set<string>();
  const identities = new Set<string>();
  return operation.faults.filter(({ name, message, location }) => {
    const identity = JSON.stringify([name, clarkName(message.name)]);
    const isAgain = identities.has(identity);
    if (names.has(name)) {
      const what = isAgain
        ? `fault "${name}" is declared again, with the same message`
        : `fault "${name}" is declared again, with another message; both are read`;
      context.report(diagnose('DUPLICATE_COMPONENT', location, what, `operation ${operation.name}`));
    }
    names.add(name);
    identities.add(identity);
    return !isAgain;
  });
}

/** Links a fault: the only part of its message (§3.6). A binding that does not mention it binds it as literal (R2754). */
function linkFault(
  fault: AbstractFault,
  operation: AbstractOperation,
  use: SoapUse | undefined,
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
    use: use ?? 'literal',
    part: context.parts.link(part, component),
    action: fault.action ?? defaultFaultAction(portType.name, operation.name, fault.name),
    ...defined({ documentation: fault.documentation }),
  };
}
