import { defined } from '@soapstone/options/defined';
import { clarkName } from '@soapstone/soap-model';
import { WSDL20, WSDL20_SOAP } from '@soapstone/soap-model/namespaces';
import { readAttachedPolicies } from '../policy/attached-policies.js';
import type { RequiredExtension } from '../wsdl/definitions.js';
import { readPolicyAndAddressing } from '../wsdl/read/read-addressing.js';
import { readReference, readRequiredExtension, readWord, type WsdlReader } from '../wsdl/read/reader.js';
import { readSoapAction } from '../wsdl/read/soap-action.js';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../xml/element.js';
import { KEYWORDS } from '../xml/keywords.js';
import type { Binding20, BindingOperation20, SoapHeader20 } from './description.js';

/**
 * Reads a binding with its SOAP extensions.
 *
 *     <binding name="xs:NCName" interface="xs:QName"? type="xs:anyURI"
 *              wsoap:version="string"? wsoap:protocol="xs:anyURI" wsoap:mepDefault="xs:anyURI"?>
 *         [ <fault/> | <operation/> ]*
 *     </binding>
 *
 * `wsoap:version` defaults to 1.2 (OP-6).
 *
 * @see https://www.w3.org/TR/wsdl20-adjuncts/#soap-binding
 */
export function readBinding20(element: XmlElement, reader: WsdlReader): Binding20 {
  const refused = requiredIn(element, ['fault']);
  const bound = readReference(element, 'interface');
  const name = { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' };
  return {
    name,
    ...defined({ interface: bound }),
    type: attribute(element, 'type')?.trim() ?? '',
    soapVersion:
      readWord(
        element,
        'wsoap:version',
        soapAttribute(element, 'version'),
        KEYWORDS.soapVersion,
        `binding ${clarkName(name)}`,
        reader,
      ) ?? '1.2',
    protocol: soapAttribute(element, 'protocol') ?? '',
    operations: childrenNamed(element, WSDL20, 'operation').flatMap((o) => readOperation(o, reader)),
    policy: readPolicyAndAddressing(element, reader),
    ...defined({ refused }),
    location: element.location,
  };
}

/**
 * Reads a binding operation; one without `ref` binds nothing.
 *
 *     <operation ref="xs:QName" wsoap:mep="xs:anyURI"? wsoap:action="xs:anyURI"?>
 *         <input messageLabel="xs:NCName"?> <wsoap:header …/> * </input> *
 *         <output messageLabel="xs:NCName"?> <wsoap:header …/> * </output> *
 *     </operation>
 */
function readOperation(element: XmlElement, reader: WsdlReader): readonly BindingOperation20[] {
  const operation = readReference(element, 'ref');
  if (operation === undefined) return [];
  const refused = requiredIn(element, ['input', 'output', 'infault', 'outfault']);
  const headers = (direction: 'input' | 'output'): readonly SoapHeader20[] =>
    childrenNamed(element, WSDL20, direction).flatMap((message) =>
      childrenNamed(message, WSDL20_SOAP, 'header').flatMap((header) =>
        readHeader(header, operation.name.localName, reader),
      ),
    );
  const policyOf = (direction: 'input' | 'output') =>
    readAttachedPolicies(childNamed(element, WSDL20, direction), reader.policies, reader.report);
  return [
    {
      operation,
      soapAction: readSoapAction(soapAttribute(element, 'action') ?? '', element, reader),
      inputHeaders: headers('input'),
      outputHeaders: headers('output'),
      policy: readPolicyAndAddressing(element, reader),
      inputPolicy: policyOf('input'),
      outputPolicy: policyOf('output'),
      ...defined({ refused }),
      location: element.location,
    },
  ];
}

/** The first extension that a component, or one of these parts of it, requires and that is unknown. */
function requiredIn(element: XmlElement, parts: readonly string[]): RequiredExtension | undefined {
  const places = [element, ...parts.flatMap((part) => childrenNamed(element, WSDL20, part))];
  return places.flatMap((place) => readRequiredExtension(place) ?? []).at(0);
}

/** `<wsoap:header element="xs:QName" mustUnderstand="xs:boolean"? required="xs:boolean"?/>` */
function readHeader(element: XmlElement, operation: string, reader: WsdlReader): readonly SoapHeader20[] {
  const name = readReference(element, 'element');
  if (name === undefined) return [];
  const text = attribute(element, 'required');
  const component = `operation ${operation}`;
  const required = readWord(element, 'required', text, KEYWORDS.boolean, component, reader);
  return [{ element: name, required: required === 'true' || required === '1', location: element.location }];
}

function soapAttribute(element: XmlElement, localName: string): string | undefined {
  return element.attributes
    .find((a) => a.name.localName === localName && a.name.namespace === WSDL20_SOAP)
    ?.value.trim();
}
