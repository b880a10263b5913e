import type { ExpandedName } from '@soapstone/soap-model';

/**
 * The action of an input (WA-1, WS-Addressing Metadata §4.4.1): the one that the description states, else the SOAPAction of the binding,
 * else the default. A server may reject a message whose SOAPAction is neither its action nor empty (WS-Addressing SOAP Binding §4.2).
 *
 * @param stated `wsam:Action` of the input, or an older name of it
 * @param soapAction `''` if the binding has none
 * @param defaultAction the default action pattern
 *
 * @example
 * ```ts
 * inputAction(undefined, 'urn:u/GetUser', () => 'urn:u:P:GetUserRequest'); // 'urn:u/GetUser'
 * ```
 */
export function inputAction(
  stated: string | undefined,
  soapAction: string,
  defaultAction: () => string,
): string {
  return stated ?? (soapAction === '' ? defaultAction() : soapAction);
}

/**
 * The default action of an input or output (WA-1, WS-Addressing Metadata §4.4.4):
 *
 *     target namespace, delimiter, portType name, delimiter, input or output name
 *
 * The delimiter is `:` if the target namespace is a URN and `/` otherwise, and is not doubled.
 */
export function defaultAction(portType: ExpandedName, messageName: string): string {
  return join(portType.namespace, [portType.localName, messageName]);
}

/** The default action of a fault: `…portType/operation/Fault/faultName`. */
export function defaultFaultAction(portType: ExpandedName, operation: string, fault: string): string {
  return join(portType.namespace, [portType.localName, operation, 'Fault', fault]);
}

/** The default action of WSDL 2.0 (§4.4.5): `direction` is `Request`, `Response`, or `''` for a message alone. */
export function defaultAction20(interfaceName: ExpandedName, operation: string, direction: string): string {
  return join(interfaceName.namespace, [interfaceName.localName, `${operation}${direction}`]);
}

/** The default action of a WSDL 2.0 fault: `…interface/fault`. */
export function defaultFaultAction20(interfaceName: ExpandedName, fault: string): string {
  return join(interfaceName.namespace, [interfaceName.localName, fault]);
}

function join(targetNamespace: string, segments: readonly string[]): string {
  const delimiter = /^urn:/i.test(targetNamespace) ? ':' : '/';
  const start = targetNamespace.endsWith(delimiter) ? targetNamespace.slice(0, -1) : targetNamespace;
  return [start, ...segments].join(delimiter);
}
