import type { BoundMessage, ServiceModel, TypeReference } from '@soapstone/wsdl-parser';
import { escapeAttribute } from './escape-attribute.js';

/**
 * The wrapper elements of rpc/literal messages as schemas, one per namespace: no schema declares them, SOAP's rpc convention
 * does (WS-I R2735: accessors are unqualified and in part order). `isDeclared` says which elements a schema has already.
 */
export function rpcWrapperSchemas(
  model: ServiceModel,
  isDeclared: (namespace: string, localName: string) => boolean,
): string[] {
  const byNamespace = new Map<string, Map<string, string>>();
  for (const { ports } of model.services) {
    for (const { operations } of ports) {
      for (const { style, input, output } of operations) {
        if (style !== 'rpc') continue;
        for (const message of [input, output]) {
          const wrapper = message?.wrapper;
          if (message === undefined || wrapper === undefined || message.use === 'encoded') continue;
          if (isDeclared(wrapper.namespace, wrapper.localName)) continue;
          const elements = byNamespace.get(wrapper.namespace) ?? new Map<string, string>();
          byNamespace.set(wrapper.namespace, elements);
          elements.set(wrapper.localName, wrapperElement(wrapper.localName, message, model));
        }
      }
    }
  }
  return [...byNamespace].map(([namespace, elements]) => {
    const target = namespace === '' ? '' : ` targetNamespace="${escapeAttribute(namespace)}"`;
    return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${target}>${[...elements.values()].join('')}</xs:schema>`;
  });
}

function wrapperElement(name: string, message: BoundMessage, model: ServiceModel): string {
  const accessors = message.parts.map((part) => {
    if (part.kind === 'element') {
      const { namespace, localName } = part.element;
      return `<xs:element xmlns:p="${escapeAttribute(namespace)}" ref="p:${localName}"/>`;
    }
    const { prefix, namespace, localName } = typeName(part.type, model);
    const declaration = namespace === undefined ? '' : ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
    return `<xs:element${declaration} name="${part.name}" type="${prefix === '' ? '' : `${prefix}:`}${localName}"/>`;
  });
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${accessors.join('')}</xs:sequence></xs:complexType></xs:element>`;
}

function typeName(
  type: TypeReference,
  model: ServiceModel,
): { prefix: string; namespace?: string; localName: string } {
  const name = typeof type === 'number' ? model.schema.types[type]?.name : undefined;
  if (name === undefined) {
    return { prefix: 'xs', localName: typeof type === 'string' ? type : 'anyType' };
  }
  return name.namespace === ''
    ? { prefix: '', localName: name.localName }
    : { prefix: 'p', namespace: name.namespace, localName: name.localName };
}
