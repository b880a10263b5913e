import { defined } from '@soapstone/options/defined';
import type { Diagnostic } from '@soapstone/soap-model';
import { WSDL20 } from '@soapstone/soap-model/namespaces';
import type { PolicyTable } from '../policy/table.js';
import { PLACES_20 } from '../wsdl/read/element-places.js';
import { moveMisplaced } from '../wsdl/read/misplaced-elements.js';
import { openReader, readDocumentation } from '../wsdl/read/reader.js';
import { childrenNamed, type XmlElement } from '../xml/element.js';
import type { Description } from './description.js';
import { readBinding20 } from './read-binding.js';
import { readInterface } from './read-interface.js';
import { readService20 } from './read-service.js';

/**
 * Reads a description of WSDL 2.0. Elements in the wrong place are read where they can have only one.
 *
 *     <description targetNamespace="xs:anyURI">
 *         <documentation/> * [ <import/> | <include/> ]*
 *         <types/> ? [ <interface/> | <binding/> | <service/> ]*
 *     </description>
 *
 * @see https://www.w3.org/TR/wsdl20/#Description
 * @throws {WsdlError} `REQUIRED_EXTENSION` if the whole document depends on an extension that we do not know
 */
export function readDescription(
  document: XmlElement,
  policies: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): Description {
  const root = moveMisplaced(document, PLACES_20, report);
  const reader = openReader(root, policies, report);
  const { targetNamespace } = reader;
  const documentation = readDocumentation(root);
  return {
    targetNamespace,
    ...defined({ documentation }),
    interfaces: childrenNamed(root, WSDL20, 'interface').map((e) => readInterface(e, reader)),
    bindings: childrenNamed(root, WSDL20, 'binding').map((e) => readBinding20(e, reader)),
    services: childrenNamed(root, WSDL20, 'service').map((e) => readService20(e, reader)),
  };
}
