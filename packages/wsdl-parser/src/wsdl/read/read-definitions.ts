import { defined } from '@soapstone/options/defined';
import type { Diagnostic } from '@soapstone/soap-model';
import { WSDL11 } from '@soapstone/soap-model/namespaces';
import type { PolicyTable } from '../../policy/table.js';
import { attribute, childrenNamed, type XmlElement } from '../../xml/element.js';
import type { Definitions } from '../definitions.js';
import { PLACES_11 } from './element-places.js';
import { moveMisplaced } from './misplaced-elements.js';
import { readBinding } from './read-binding.js';
import { readMessage } from './read-message.js';
import { readPortType } from './read-port-type.js';
import { readService } from './read-service.js';
import { openReader, readDocumentation } from './reader.js';

/**
 * Reads a wsdl:definitions. Its children are accepted in any order (R2022, R2023).
 *
 *     <definitions name="nmtoken"? targetNamespace="uri"?>
 *         <import namespace="uri" location="uri"/> *
 *         <documentation …/> ?
 *         <types> … </types> ?
 *         <message …/> * <portType …/> * <binding …/> * <service …/> *
 *     </definitions>
 *
 * @see https://www.w3.org/TR/2001/NOTE-wsdl-20010315#_document-s
 * @throws {WsdlError} `REQUIRED_EXTENSION` if the whole document depends on an extension that we do not know (R2026)
 */
export function readDefinitions(
  document: XmlElement,
  policies: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): Definitions {
  const root = moveMisplaced(document, PLACES_11, report);
  const reader = openReader(root, policies, report);
  const { targetNamespace } = reader;
  const name = attribute(root, 'name')?.trim();
  const documentation = readDocumentation(root);
  const children = (localName: string): readonly XmlElement[] => childrenNamed(root, WSDL11, localName);
  return {
    ...(name === undefined || name === '' ? {} : { name }),
    targetNamespace,
    ...defined({ documentation }),
    messages: children('message').map((e) => readMessage(e, reader)),
    portTypes: children('portType').map((e) => readPortType(e, reader)),
    bindings: children('binding').map((e) => readBinding(e, reader)),
    services: children('service').map((e) => readService(e, reader)),
  };
}
