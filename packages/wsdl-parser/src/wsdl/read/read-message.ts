import { defined } from '@soapstone/options/defined';
import { WSDL11 } from '@soapstone/soap-model/namespaces';
import { attribute, childrenNamed, type XmlElement } from '../../xml/element.js';
import type { Message, MessagePart } from '../definitions.js';
import { readDocumentation, readReference, type WsdlReader } from './reader.js';

/**
 * Reads a wsdl:message.
 *
 *     <message name="nmtoken"> *
 *         <part name="nmtoken" element="qname"? type="qname"?/> *
 *     </message>
 *
 * @see https://www.w3.org/TR/2001/NOTE-wsdl-20010315#_messages
 */
export function readMessage(element: XmlElement, reader: WsdlReader): Message {
  return {
    name: { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' },
    parts: childrenNamed(element, WSDL11, 'part').map(readPart),
    location: element.location,
  };
}

function readPart(part: XmlElement): MessagePart {
  const element = readReference(part, 'element');
  const type = readReference(part, 'type');
  const documentation = readDocumentation(part);
  return {
    name: attribute(part, 'name')?.trim() ?? '',
    ...defined({ element, type, documentation }),
    location: part.location,
  };
}
