import type { ExpandedName, SourceLocation } from '@soapstone/soap-model';
import type { PolicyFacts } from '../policy/attached-policies.js';
import type { ComponentReference, RequiredExtension } from '../wsdl/definitions.js';

/**
 * WSDL 2.0 as written in documents: the output of the readers and the input of linking.
 *
 * @see https://www.w3.org/TR/wsdl20/
 */
export interface Description {
  readonly targetNamespace: string;
  readonly documentation?: string;
  readonly interfaces: readonly Interface[];
  readonly bindings: readonly Binding20[];
  readonly services: readonly Service20[];
}

/** interface (§2.2): the counterpart of a portType in WSDL 1.1. */
export interface Interface {
  readonly name: ExpandedName;
  readonly extends: readonly ComponentReference[];
  readonly faults: readonly InterfaceFault[];
  readonly operations: readonly InterfaceOperation[];
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

/** interface fault (§2.3). */
export interface InterfaceFault {
  readonly name: ExpandedName;
  readonly content: MessageContent;
  readonly documentation?: string;
  readonly location: SourceLocation;
}

/** interface operation (§2.4). */
export interface InterfaceOperation {
  readonly name: ExpandedName;
  /** The last segment of the pattern's URI: `in-out`, `in-only`, `robust-in-only`, …. */
  readonly pattern: string;
  readonly safe?: boolean;
  readonly documentation?: string;
  readonly input?: InterfaceMessage;
  readonly output?: InterfaceMessage;
  /** References to interface faults, in both directions. */
  readonly faults: readonly FaultReference[];
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

/** input or output of an interface operation (§2.5). */
export interface InterfaceMessage {
  readonly label: string;
  readonly content: MessageContent;
  readonly action?: string;
  readonly location: SourceLocation;
}

/** `element` of an input, output or fault: one element, any, none, or a different type system. */
export type MessageContent =
  | { readonly kind: 'element'; readonly element: ComponentReference }
  | { readonly kind: 'any' }
  | { readonly kind: 'none' }
  | { readonly kind: 'other' };

/** outfault or infault (§2.6). */
export interface FaultReference {
  readonly fault: ComponentReference;
  readonly action?: string;
  readonly location: SourceLocation;
}

/** binding (§2.9) with its SOAP binding extensions (Adjuncts §5). */
export interface Binding20 {
  readonly name: ExpandedName;
  /** Absent for a binding that serves any interface. */
  readonly interface?: ComponentReference;
  readonly type: string;
  readonly soapVersion: '1.1' | '1.2';
  /** `wsoap:protocol`; `''` if there is none. */
  readonly protocol: string;
  readonly operations: readonly BindingOperation20[];
  readonly policy: PolicyFacts;
  readonly refused?: RequiredExtension;
  readonly location: SourceLocation;
}

/** binding operation (§2.11). */
export interface BindingOperation20 {
  readonly operation: ComponentReference;
  readonly soapAction: string;
  readonly inputHeaders: readonly SoapHeader20[];
  readonly outputHeaders: readonly SoapHeader20[];
  readonly policy: PolicyFacts;
  readonly inputPolicy: PolicyFacts;
  readonly outputPolicy: PolicyFacts;
  readonly refused?: RequiredExtension;
  readonly location: SourceLocation;
}

/** wsoap:header (Adjuncts §5.9). */
export interface SoapHeader20 {
  readonly element: ComponentReference;
  readonly required: boolean;
  readonly location: SourceLocation;
}

/** service (§2.14). */
export interface Service20 {
  readonly name: ExpandedName;
  readonly interface: ComponentReference;
  readonly documentation?: string;
  readonly endpoints: readonly Endpoint[];
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

/** endpoint (§2.15): the counterpart of a port in WSDL 1.1. */
export interface Endpoint {
  readonly name: string;
  readonly binding: ComponentReference;
  readonly address?: string;
  readonly documentation?: string;
  readonly policy: PolicyFacts;
  readonly refused?: RequiredExtension;
  readonly location: SourceLocation;
}
