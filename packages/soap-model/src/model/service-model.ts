import type { ExpandedName, SourceLocation } from './names.js';
import type { SchemaSet, TypeReference } from './schema.js';
import type { SecurityPolicy } from './security-policy.js';

/**
 * The resolved content of a WSDL 1.1 or 2.0 description: plain, immutable, serialisable data that a gateway stores and a mapper
 * compiles. It never contains a prefix, a document node or an unresolved reference.
 */
export interface ServiceModel {
  readonly modelVersion: 1;
  readonly wsdlVersion: '1.1' | '2.0';
  /** `definitions/@name` (1.1); absent if the document has none. */
  readonly name?: string;
  readonly targetNamespace: string;
  readonly documentation?: string;
  readonly services: readonly WsdlService[];
  readonly schema: SchemaSet;
  /** The operations that are offered to JSON clients, under their external names (OP-1 to OP-3). Created by `selectOperations`. */
  readonly exposed: readonly ExposedOperation[];
}

/** An exposed operation: positions in `services`, its `ports` and their `operations`. */
export interface ExposedOperation {
  /** The WSDL name, or `name~inputName` for an overload, or `PortType::name` for a name of another portType (OP-3). Unique. */
  readonly name: string;
  readonly service: number;
  readonly port: number;
  readonly operation: number;
}

/** wsdl:service (1.1 §2.7). */
export interface WsdlService {
  readonly name: ExpandedName;
  readonly documentation?: string;
  /** SOAP ports only; others are reported in a diagnostic. */
  readonly ports: readonly Port[];
}

/** wsdl:port with its SOAP binding (1.1 §2.6, §3); a WSDL 2.0 endpoint. */
export interface Port {
  readonly name: string;
  readonly documentation?: string;
  /** `soap:address/@location`; absent if the document has none. */
  readonly address?: string;
  readonly binding: ExpandedName;
  readonly portType: ExpandedName;
  readonly soapVersion: '1.1' | '1.2';
  /** WS-Addressing, if `wsaw:UsingAddressing` or a policy asks for it (WA-1). */
  readonly addressing?: 'optional' | 'required';
  /** MTOM, if `wsoma:OptimizedMimeSerialization` asks for it (AT-1). */
  readonly mtom?: 'optional' | 'required';
  /** Clark names of the WS-SecurityPolicy assertions found (WA-2). */
  readonly securityPolicies: readonly string[];
  /** The requirements of these assertions; absent if there are none. */
  readonly security?: SecurityPolicy;
  readonly operations: readonly Operation[];
  readonly location?: SourceLocation;
}

/** A bound operation: the portType's operation with its SOAP binding. */
export interface Operation {
  /** `wsdl:operation/@name`, exactly. */
  readonly name: string;
  readonly documentation?: string;
  readonly style: 'document' | 'rpc';
  /** `''` if there is none. */
  readonly soapAction: string;
  readonly oneWay: boolean;
  /** Whether `wsdlx:safe` of WSDL 2.0 is true. */
  readonly safe?: boolean;
  readonly input: BoundMessage;
  /** Absent for a one-way operation. */
  readonly output?: BoundMessage;
  readonly faults: readonly BoundFault[];
  readonly location?: SourceLocation;
}

/** A message as its binding arranges it in the envelope. */
export interface BoundMessage {
  /** `wsdl:input/@name` or `wsdl:output/@name`, with the default of WSDL 1.1 §2.4.5. */
  readonly name: string;
  /** `wsam:Action` / `wsaw:Action`; else, of an input, the SOAPAction; else the default action pattern (WA-1). */
  readonly action: string;
  readonly use: 'literal' | 'encoded';
  /** rpc only: the wrapper element in the Body. */
  readonly wrapper?: ExpandedName;
  /** The parts in the Body, in order (OP-4, UW-2). */
  readonly parts: readonly Part[];
  readonly headers: readonly BoundHeader[];
  /** Parts bound by `mime:content` (AT-3). */
  readonly attachments: readonly BoundAttachment[];
  /** WSDL 2.0 `element="#any"`: the payload is one element of any kind (OP-6). */
  readonly anyElement?: true;
}

/** A message part: by element, or by type. The two are distinct. */
export type Part =
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly element: ExpandedName;
      readonly documentation?: string;
    }
  | {
      readonly kind: 'type';
      readonly name: string;
      readonly type: TypeReference;
      /** Set if the type is not declared, as for an element. */
      readonly unknownType?: true;
      /** Set if the name of the type is misspelt, as for an element. */
      readonly correctedType?: true;
      readonly documentation?: string;
    };

/** soap:header (1.1 §3.7). */
export interface BoundHeader {
  readonly part: Part;
  readonly use: 'literal' | 'encoded';
  /** For a part by type: the namespace of the header block. */
  readonly namespace?: string;
  /** Whether the block is required. Only WSDL 2.0 can express this (HD-1). */
  readonly required: boolean;
  /** soap:headerfault parts. */
  readonly faults: readonly Part[];
}

/** mime:content (1.1 §5.4): `contentTypes` in document order, the first is the default. */
export interface BoundAttachment {
  readonly name: string;
  readonly contentTypes: readonly string[];
}

/** wsdl:fault with its soap:fault binding (1.1 §3.6). */
export interface BoundFault {
  readonly name: string;
  readonly use: 'literal' | 'encoded';
  readonly part: Part;
  readonly action?: string;
  readonly documentation?: string;
}
