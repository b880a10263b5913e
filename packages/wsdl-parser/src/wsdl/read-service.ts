import { defined } from '@soapstone/soap-model/defined';
import { WSDL11 } from '@soapstone/soap-model/namespaces';
import { attribute, childrenNamed, type XmlElement } from '../xml/element.js';
import type { Service, ServicePort } from './definitions.js';
import { readAttachedPolicies } from './policy.js';
import { readPolicyAndAddressing } from './read-addressing.js';
import { soapChild } from './read-soap.js';
import { readDocumentation, readReference, readRequiredExtension, type WsdlReader } from './reader.js';

/**
 * Reads a wsdl:service.
 *
 *     <service name="nmtoken"> *
 *         <port name="nmtoken" binding="qname"> *
 *             <soap:address location="uri"/> ?
 *         </port>
 *     </service>
 *
 * @see https://www.w3.org/TR/2001/NOTE-wsdl-20010315#_services
 */
export function readService(element: XmlElement, reader: WsdlReader): Service {
  const documentation = readDocumentation(element);
  return {
    name: { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' },
    ...defined({ documentation }),
    ports: childrenNamed(element, WSDL11, 'port').map((port) => readPort(port, reader)),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

function readPort(element: XmlElement, reader: WsdlReader): ServicePort {
  const documentation = readDocumentation(element);
  const address = soapChild(element, 'address');
  const location = address === undefined ? undefined : attribute(address, 'location')?.trim();
  const refused = readRequiredExtension(element);
  return {
    name: attribute(element, 'name')?.trim() ?? '',
    ...defined({ documentation }),
    binding: readReference(element, 'binding') ?? { name: { namespace: '', localName: '' }, text: '' },
    ...(location === undefined || location === '' ? {} : { address: location }),
    policy: readPolicyAndAddressing(element, reader),
    ...defined({ refused }),
    location: element.location,
  };
}
