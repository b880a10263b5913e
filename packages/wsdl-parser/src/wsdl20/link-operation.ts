import { defined } from '@soapstone/options/defined';
import type {
  BoundFault,
  BoundHeader,
  BoundMessage,
  Diagnostic,
  Operation,
  Part,
} from '@soapstone/soap-model';
import { diagnose } from '../diagnostics.js';
import { defaultAction20, defaultFaultAction20, inputAction } from '../wsdl/link/addressing.js';
import type { ComponentTable } from '../wsdl/link/component-table.js';
import type { PartLinker } from '../wsdl/link/link-parts.js';
import type {
  BindingOperation20,
  Interface,
  InterfaceFault,
  InterfaceMessage,
  InterfaceOperation,
  SoapHeader20,
} from './description.js';

/** The parts of a description that linking WSDL 2.0 operations needs. */
export interface OperationContext {
  readonly faults: ComponentTable<InterfaceFault>;
  readonly parts: PartLinker;
  report(diagnostic: Diagnostic): void;
}

/** The patterns in which a client initiates the call (OP-1); `oneWay` if no response with content follows. */
const PATTERNS: ReadonlyMap<string, { readonly oneWay: boolean }> = new Map([
  ['in-out', { oneWay: false }],
  ['in-only', { oneWay: true }],
  ['robust-in-only', { oneWay: true }],
]);

/**
 * Links an interface operation with its SOAP binding: document/literal with one part by element (OP-6). `undefined`, with a
 * diagnostic, if it cannot be offered.
 */
export function linkOperation20(
  operation: InterfaceOperation,
  owner: Interface,
  bound: BindingOperation20 | undefined,
  context: OperationContext,
): Operation | undefined {
  const component = `operation ${operation.name.localName}`;
  const refuse = (what: string): undefined => {
    context.report(diagnose('MESSAGE_PATTERN_UNSUPPORTED', operation.location, what, component));
    return undefined;
  };
  if (bound?.refused !== undefined) {
    const { what, location } = bound.refused;
    context.report(diagnose('REQUIRED_EXTENSION', location, `the operation requires ${what}`, component));
    return undefined;
  }
  const pattern = PATTERNS.get(operation.pattern);
  if (pattern === undefined)
    return refuse(`the message pattern ${operation.pattern} is not one that a client calls`);
  for (const message of [operation.input, operation.output]) {
    if (message?.content.kind === 'other') return refuse('the message is not described by an element');
  }

  const { localName } = operation.name;
  const link = (
    message: InterfaceMessage | undefined,
    direction: 'Request' | 'Response',
    headers: readonly SoapHeader20[],
  ): BoundMessage => ({
    name: message?.label ?? (direction === 'Request' ? 'In' : 'Out'),
    action: inputAction(message?.action, direction === 'Request' ? (bound?.soapAction ?? '') : '', () =>
      defaultAction20(owner.name, localName, pattern.oneWay ? '' : direction),
    ),
    use: 'literal',
    parts: partsOf(message, component, context),
    headers: headers.map((header) => linkHeader(header, component, context)),
    attachments: [],
    ...(message?.content.kind === 'any' ? { anyElement: true } : {}),
  });
  const { documentation, safe } = operation;
  return {
    name: localName,
    ...defined({ documentation }),
    style: 'document',
    soapAction: bound?.soapAction ?? '',
    oneWay: pattern.oneWay,
    ...defined({ safe }),
    input: link(operation.input, 'Request', bound?.inputHeaders ?? []),
    ...(pattern.oneWay ? {} : { output: link(operation.output, 'Response', bound?.outputHeaders ?? []) }),
    faults: operation.faults.flatMap(({ fault, action, location }): readonly BoundFault[] => {
      const found = context.faults.find(fault, location, component);
      if (found === undefined) return [];
      return linkFault(
        found,
        action ?? defaultFaultAction20(owner.name, found.name.localName),
        component,
        context,
      );
    }),
    location: operation.location,
  };
}

function partsOf(
  message: InterfaceMessage | undefined,
  component: string,
  context: OperationContext,
): readonly Part[] {
  if (message?.content.kind !== 'element') return [];
  const element = context.parts.element(message.content.element, message.location, component);
  return [{ kind: 'element', name: element.localName, element }];
}

function linkHeader(header: SoapHeader20, component: string, context: OperationContext): BoundHeader {
  const element = context.parts.element(header.element, header.location, component);
  const part: Part = { kind: 'element', name: element.localName, element };
  return { part, use: 'literal', required: header.required, faults: [] };
}

/** An interface fault as a fault of the operation, under the same name (OP-6). One without an element has no part. */
function linkFault(
  fault: InterfaceFault,
  action: string,
  component: string,
  context: OperationContext,
): readonly BoundFault[] {
  if (fault.content.kind !== 'element') return [];
  const element = context.parts.element(fault.content.element, fault.location, component);
  const { documentation } = fault;
  return [
    {
      name: fault.name.localName,
      use: 'literal',
      part: { kind: 'element', name: element.localName, element },
      action,
      ...defined({ documentation }),
    },
  ];
}
