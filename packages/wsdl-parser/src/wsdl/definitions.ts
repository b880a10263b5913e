import type { ExpandedName, SourceLocation } from '@soapstone/soap-model';
import type { PolicyFacts } from '../policy/attached-policies.js';

/**
 * WSDL 1.1 as written in documents, one interface per concept of the specification: the output of the readers and the input of
 * linking. References are expanded names here and become components by linking.
 *
 * @see https://www.w3.org/TR/2001/NOTE-wsdl-20010315
 */
export interface Definitions {
  readonly name?: string;
  readonly targetNamespace: string;
  readonly documentation?: string;
  readonly messages: readonly Message[];
  readonly portTypes: readonly PortType[];
  readonly bindings: readonly Binding[];
  readonly services: readonly Service[];
}

/** A reference to a component by QName; `text` is as written. If it is `spelledOut`, it is not a QName, but has the namespace in it. */
export interface ComponentReference {
  readonly name: ExpandedName;
  readonly spelledOut?: true;
  readonly text: string;
}

/** wsdl:message (§2.3). */
export interface Message {
  readonly name: ExpandedName;
  readonly parts: readonly MessagePart[];
  readonly location: SourceLocation;
}

/** wsdl:part (§2.3): `element` and `type` are both kept; linking decides (R2306). */
export interface MessagePart {
  readonly name: string;
  readonly element?: ComponentReference;
  readonly type?: ComponentReference;
  readonly documentation?: string;
  readonly location: SourceLocation;
}

/** wsdl:portType (§2.4). */
export interface PortType {
  readonly name: ExpandedName;
  readonly operations: readonly AbstractOperation[];
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

/** The four transmission primitives (§2.4), determined by which of input and output exist and which comes first. */
export type MessagePattern = 'request-response' | 'one-way' | 'notification' | 'solicit-response' | 'empty';

/** wsdl:operation of a portType (§2.4). */
export interface AbstractOperation {
  readonly name: string;
  readonly documentation?: string;
  readonly pattern: MessagePattern;
  /** `soapAction` in the place of a soap:operation in the bindings. */
  readonly soapAction?: string;
  readonly input?: AbstractMessage;
  readonly output?: AbstractMessage;
  readonly faults: readonly AbstractFault[];
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

/** wsdl:input or wsdl:output of a portType's operation. */
export interface AbstractMessage {
  /** The attribute, or the default of §2.4.5. */
  readonly name: string;
  readonly message: ComponentReference;
  /** `wsam:Action` and its older names. */
  readonly action?: string;
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

export interface AbstractFault {
  readonly name: string;
  readonly message: ComponentReference;
  readonly action?: string;
  readonly documentation?: string;
  readonly location: SourceLocation;
}

/** wsdl:binding (§2.5). Its extension elements determine `protocol`. */
export interface Binding {
  readonly name: ExpandedName;
  readonly portType: ComponentReference;
  readonly protocol: BindingProtocol;
  readonly operations: readonly BindingOperation[];
  readonly policy: PolicyFacts;
  /** An extension that must be understood but is unknown (R2026). */
  readonly refused?: RequiredExtension;
  readonly targetNamespace: string;
  readonly location: SourceLocation;
}

export type BindingProtocol =
  | {
      readonly kind: 'soap';
      readonly version: '1.1' | '1.2';
      readonly style: SoapStyle | undefined;
      readonly transport: string;
    }
  /** HTTP GET/POST, or something else, which `name` describes. */
  | { readonly kind: 'other'; readonly name: string };

export type SoapStyle = 'document' | 'rpc';
export type SoapUse = 'literal' | 'encoded';

/** wsdl:operation of a binding. */
export interface BindingOperation {
  readonly name: string;
  /** `name` of its wsdl:input and wsdl:output, which distinguish overloads (§2.5). */
  readonly inputName?: string;
  readonly outputName?: string;
  readonly style?: SoapStyle;
  readonly soapAction: string;
  readonly input: BindingMessage;
  readonly output: BindingMessage;
  readonly faults: readonly BindingFault[];
  readonly policy: PolicyFacts;
  readonly refused?: RequiredExtension;
  readonly location: SourceLocation;
}

/** The extension elements of a binding operation's input or output: soap:body, soap:header, mime:content. */
export interface BindingMessage {
  readonly body?: SoapBody;
  readonly headers: readonly SoapHeader[];
  readonly attachments: readonly MimeContent[];
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

/** soap:body (§3.5). */
export interface SoapBody {
  readonly use?: SoapUse;
  readonly namespace?: string;
  readonly parts?: readonly string[];
  readonly location: SourceLocation;
}

/** soap:header (§3.7). */
export interface SoapHeader {
  readonly message: ComponentReference;
  readonly part: string;
  readonly use: SoapUse;
  readonly namespace?: string;
  readonly faults: readonly SoapHeaderFault[];
  readonly location: SourceLocation;
}

/** soap:headerfault (§3.7). */
export interface SoapHeaderFault {
  readonly message: ComponentReference;
  readonly part: string;
  readonly location: SourceLocation;
}

/** mime:content (§5.4): one part of the message, in one of several media types. */
export interface MimeContent {
  readonly part?: string;
  readonly contentTypes: readonly string[];
  readonly location: SourceLocation;
}

/** wsdl:fault of a binding operation with its soap:fault (§3.6). */
export interface BindingFault {
  readonly name: string;
  readonly use: SoapUse;
  readonly location: SourceLocation;
}

/** wsdl:service (§2.7). */
export interface Service {
  readonly name: ExpandedName;
  readonly documentation?: string;
  readonly ports: readonly ServicePort[];
  readonly policy: PolicyFacts;
  readonly location: SourceLocation;
}

/** wsdl:port (§2.6). */
export interface ServicePort {
  readonly name: string;
  readonly documentation?: string;
  readonly binding: ComponentReference;
  readonly address?: string;
  readonly policy: PolicyFacts;
  readonly refused?: RequiredExtension;
  readonly location: SourceLocation;
}

/** An unknown extension that must be understood. */
export interface RequiredExtension {
  /** The extension as messages have it: `the unknown extension {urn:x}y`. */
  readonly what: string;
  readonly location: SourceLocation;
}
