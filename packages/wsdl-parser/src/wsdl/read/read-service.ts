import { defined } from '@soapstone/options/defined';
import { WSDL11 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import { mergePolicies, readAttachedPolicies, readExternalPolicies } from '../../policy/attached-policies.js';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../../xml/element.js';
import type { Service, ServicePort } from '../definitions.js';
import { readPolicyAndAddressing } from './read-addressing.js';
import { reportRepeated, soapChild } from './read-soap.js';
import {
  elementIdentifier,
  readDocumentation,
  readReference,
  readRequiredExtension,
  type WsdlReader,
} from './reader.js';

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
  const name = attribute(element, 'name')?.trim() ?? '';
  const own = readAttachedPolicies(element, reader.policies, reader.report);
  const external = readExternalPolicies(
    [elementIdentifier(reader, 'service', name)],
    reader.policies,
    reader.report,
  );
  return {
    name: { namespace: reader.targetNamespace, localName: name },
    ...defined({ documentation }),
    ports: childrenNamed(element, WSDL11, 'port').map((port) => readPort(port, name, reader)),
    policy: mergePolicies(own, external),
    location: element.location,
  };
}

function readPort(element: XmlElement, service: string, reader: WsdlReader): ServicePort {
  const documentation = readDocumentation(element);
  const refused = readRequiredExtension(element);
  const name = attribute(element, 'name')?.trim() ?? '';
  const location = readAddress(element, `port ${name}`, reader);
  const subjects = [location ?? '', elementIdentifier(reader, 'port', `${service}/${name}`)];
  const external = readExternalPolicies(subjects, reader.policies, reader.report);
  return {
    name,
    ...defined({ documentation }),
    binding: readReference(element, 'binding') ?? { name: { namespace: '', localName: '' }, text: '' },
    ...(location === undefined || location === '' ? {} : { address: location }),
    policy: mergePolicies(readPolicyAndAddressing(element, reader), external),
    ...defined({ refused }),
    location: element.location,
  };
}

/** The address of a port. One that is written in another form of soap:address, or on the port itself, is read and reported. */
function readAddress(port: XmlElement, component: string, reader: WsdlReader): string | undefined {
  const address = soapChild(port, 'address');
  const location = address === undefined ? undefined : attribute(address, 'location')?.trim();
  reportRepeated(port, ['address'], component, reader);
  if (location !== undefined) return location;
  const unprefixed = childNamed(port, WSDL11, 'address');
  const [found, place] = [
    [address?.text, 'the text of soap:address'],
    [unprefixed && attribute(unprefixed, 'location'), 'wsdl:address'],
    [unprefixed?.text, 'wsdl:address'],
    [attribute(port, 'location') ?? attribute(port, 'address'), 'wsdl:port'],
  ].find(([text]) => text !== undefined && text.trim() !== '') ?? [undefined, ''];
  if (found === undefined) return undefined;
  const what = `the address is in ${place}; read as the location of soap:address`;
  reader.report(diagnose('BAD_EXTENSION_VALUE', port.location, what, component));
  return found.trim();
}
