import type { BoundMessage, Part, TypeReference } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/**
 * The rpc messages of a description as elements that libxml2 can validate. Wrappers are defined by SOAP's rpc convention and not by
 * a schema, and several messages may share a wrapper's name: overloads, and schema elements with the name of an operation. So each
 * wrapper is declared in its own generated namespace, and a message is valid if one of its candidates accepts it.
 */
export interface RpcMessages {
  /** One schema per generated namespace. */
  readonly schemas: readonly string[];
  /** The candidates for an element of the Body, by name; empty if it is not a wrapper. */
  candidates(namespace: string, localName: string): readonly RpcMessage[];
  /** Whether some message is encoded; then the Body may contain referenced elements. */
  readonly hasEncoded: boolean;
}

/** One message, whose wrapper is declared in `namespace`. */
export interface RpcMessage {
  readonly namespace: string;
  readonly encoded: boolean;
  /** Accessors of encoded structs and arrays, whose content no schema describes. */
  readonly opaque: ReadonlySet<string>;
}

/** The maximum number of messages of one name; there are as many namespaces. */
const MAX_CANDIDATES = 32;

/** Declares the wrapper of every rpc message of every port. */
export function rpcMessages(model: ServiceModel): RpcMessages {
  /** The declarations by local name, indexed by namespace. */
  const declared: Map<string, string>[] = [];
  const found = new Map<string, RpcMessage[]>();
  let hasEncoded = false;
  for (const message of messagesOf(model)) {
    const { wrapper } = message;
    if (wrapper === undefined) continue;
    const encoded = message.use === 'encoded';
    hasEncoded ||= encoded;
    const { localName } = wrapper;
    const text = wrapperElement(localName, message, model);
    let layer = declared.findIndex((names) => names.get(localName) === text);
    if (layer === -1) layer = declared.findIndex((names) => !names.has(localName));
    if (layer === -1) {
      if (declared.length >= MAX_CANDIDATES) continue;
      layer = declared.push(new Map()) - 1;
    }
    declared[layer]?.set(localName, text);
    const key = `{${wrapper.namespace}}${localName}`;
    const same = found.get(key) ?? [];
    found.set(key, same);
    const namespace = namespaceOf(layer);
    if (same.some((each) => each.namespace === namespace)) continue;
    const opaque = message.parts.filter((part) => encoded && !isSimple(part, model));
    same.push({ namespace, encoded, opaque: new Set(opaque.map(({ name }) => name)) });
  }
  return {
    schemas: declared.map(
      (names, layer) =>
        `<xs:schema xmlns:xs="${XSD}" targetNamespace="${namespaceOf(layer)}">${[...names.values()].join('')}</xs:schema>`,
    ),
    // Literal messages first, because encoded ones are modified before validation.
    candidates: (namespace, localName) =>
      [...(found.get(`{${namespace}}${localName}`) ?? [])].sort(
        (one, other) => Number(one.encoded) - Number(other.encoded),
      ),
    hasEncoded,
  };
}

/** Whether some document-style message has a part by `type`: the Body itself has that type (WSDL 1.1 §3.5). */
export function hasTypedBody({ services }: ServiceModel): boolean {
  const operations = services.flatMap(({ ports }) => ports.flatMap((port) => port.operations));
  return operations.some(
    ({ style, input, output }) =>
      style === 'document' && [...input.parts, ...(output?.parts ?? [])].some(({ kind }) => kind === 'type'),
  );
}

function namespaceOf(layer: number): string {
  return `urn:soapstone:rpc:${layer}`;
}

function* messagesOf(model: ServiceModel): Generator<BoundMessage> {
  for (const { ports } of model.services) {
    for (const { operations } of ports) {
      for (const { style, input, output } of operations) {
        if (style !== 'rpc') continue;
        yield input;
        if (output !== undefined) yield output;
      }
    }
  }
}

function wrapperElement(name: string, message: BoundMessage, model: ServiceModel): string {
  if (message.use === 'encoded') return encodedElement(name, message, model);
  // WS-I R2735: accessors are unqualified and in part order.
  const accessors = message.parts.map((part) => {
    if (part.kind === 'element') {
      const { namespace, localName } = part.element;
      const own = `<xs:element xmlns:p="${escapeAttribute(namespace)}" ref="p:${localName}"/>`;
      // WS-I R2203 forbids a part by element here; some servers name the accessor like the part.
      return namespace === '' ? own : `<xs:choice>${own}<xs:element name="${part.name}"/></xs:choice>`;
    }
    const { declaration, qname } = typeName(part.type, model);
    return `<xs:element${declaration} name="${part.name}" type="${qname}"/>`;
  });
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${accessors.join('')}</xs:sequence></xs:complexType></xs:element>`;
}

/**
 * SOAP 1.1 §5 and §7: accessors are identified by name, any may be absent or nil (EN-8), and attributes of the encoding are allowed
 * everywhere. A simple value has its type; structs and arrays have no schema.
 */
function encodedElement(name: string, { parts }: BoundMessage, model: ServiceModel): string {
  const anyAttribute = '<xs:anyAttribute processContents="skip"/>';
  const accessors = new Map(
    parts.map((part) => {
      const start = `<xs:element name="${part.name}" minOccurs="0" nillable="true">`;
      if (part.kind === 'element' || !isSimple(part, model)) {
        const anything = '<xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/>';
        const type = `<xs:complexType mixed="true"><xs:sequence>${anything}</xs:sequence>${anyAttribute}</xs:complexType>`;
        return [part.name, `${start}${type}</xs:element>`] as const;
      }
      const { declaration, qname } = typeName(part.type, model);
      const content = `<xs:extension${declaration} base="${qname}">${anyAttribute}</xs:extension>`;
      const type = `<xs:complexType><xs:simpleContent>${content}</xs:simpleContent></xs:complexType>`;
      return [part.name, `${start}${type}</xs:element>`] as const;
    }),
  );
  const content = `<xs:all>${[...accessors.values()].join('')}</xs:all>${anyAttribute}`;
  return `<xs:element name="${name}"><xs:complexType>${content}</xs:complexType></xs:element>`;
}

function isSimple(part: Part, model: ServiceModel): boolean {
  if (part.kind === 'element') return false;
  if (typeof part.type === 'string') return part.type !== 'anyType';
  const type = model.schema.types[part.type];
  return type?.kind === 'simple' && type.name !== undefined;
}

/** The QName of a type, and the declaration of its prefix. */
function typeName(type: TypeReference, model: ServiceModel): { declaration: string; qname: string } {
  const name = typeof type === 'number' ? model.schema.types[type]?.name : undefined;
  if (name === undefined) {
    return { declaration: '', qname: `xs:${typeof type === 'string' ? type : 'anyType'}` };
  }
  if (name.namespace === '') return { declaration: '', qname: name.localName };
  return { declaration: ` xmlns:p="${escapeAttribute(name.namespace)}"`, qname: `p:${name.localName}` };
}
