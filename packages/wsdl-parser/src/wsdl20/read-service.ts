import { defined } from '@soapstone/options/defined';
import { WSDL20 } from '@soapstone/soap-model/namespaces';
import { readAttachedPolicies } from '../policy/attached-policies.js';
import { readPolicyAndAddressing } from '../wsdl/read/read-addressing.js';
import {
  readDocumentation,
  readReference,
  readRequiredExtension,
  type WsdlReader,
} from '../wsdl/read/reader.js';
import { attribute, childrenNamed, type XmlElement } from '../xml/element.js';
import type { Endpoint, Service20 } from './description.js';

/**
 * Reads a service.
 *
 *     <service name="xs:NCName" interface="xs:QName">
 *         <endpoint name="xs:NCName" binding="xs:QName" address="xs:anyURI"?/> +
 *     </service>
 *
 * @see https://www.w3.org/TR/wsdl20/#Service
 */
export function readService20(element: XmlElement, reader: WsdlReader): Service20 {
  const documentation = readDocumentation(element);
  return {
    name: { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' },
    interface: readReference(element, 'interface') ?? { name: { namespace: '', localName: '' }, text: '' },
    ...defined({ documentation }),
    endpoints: childrenNamed(element, WSDL20, 'endpoint').map((e) => readEndpoint(e, reader)),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

function readEndpoint(element: XmlElement, reader: WsdlReader): Endpoint {
  const documentation = readDocumentation(element);
  const address = attribute(element, 'address')?.trim();
  const refused = readRequiredExtension(element);
  return {
    name: attribute(element, 'name')?.trim() ?? '',
    binding: readReference(element, 'binding') ?? { name: { namespace: '', localName: '' }, text: '' },
    ...(address === undefined || address === '' ? {} : { address }),
    ...defined({ documentation }),
    policy: readPolicyAndAddressing(element, reader),
    ...defined({ refused }),
    location: element.location,
  };
}
