import { defined } from '@soapstone/options/defined';
import { WSDL20, WSDL20_EXTENSIONS } from '@soapstone/soap-model/namespaces';
import { readAttachedPolicies } from '../policy/attached-policies.js';
import { readAction } from '../wsdl/read/read-addressing.js';
import {
  readDocumentation,
  readReference,
  readWord,
  referenceTo,
  type WsdlReader,
} from '../wsdl/read/reader.js';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../xml/element.js';
import { KEYWORDS, type KeywordValues, readKeyword } from '../xml/keywords.js';
import type {
  FaultReference,
  Interface,
  InterfaceFault,
  InterfaceMessage,
  InterfaceOperation,
  MessageContent,
} from './description.js';

/**
 * Reads an interface.
 *
 *     <interface name="xs:NCName" extends="list of xs:QName"? styleDefault="list of xs:anyURI"?>
 *         <documentation/> * [ <fault/> | <operation/> ]*
 *     </interface>
 *
 * Styles say how a schema was made and change nothing on the wire (OP-6).
 *
 * @see https://www.w3.org/TR/wsdl20/#Interface
 */
export function readInterface(element: XmlElement, reader: WsdlReader): Interface {
  const extended = attribute(element, 'extends') ?? '';
  return {
    name: { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' },
    extends: extended
      .split(/\s+/)
      .filter((text) => text !== '')
      .map((text) => referenceTo(text, element)),
    faults: childrenNamed(element, WSDL20, 'fault').map((fault) => readInterfaceFault(fault, reader)),
    operations: childrenNamed(element, WSDL20, 'operation').map((o) => readInterfaceOperation(o, reader)),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

/** `<fault name="xs:NCName" element="union of xs:QName, xs:token"?/>` */
function readInterfaceFault(element: XmlElement, reader: WsdlReader): InterfaceFault {
  const documentation = readDocumentation(element);
  return {
    name: { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' },
    content: readContent(element, `fault ${attribute(element, 'name')?.trim() ?? ''}`, reader),
    ...defined({ documentation }),
    location: element.location,
  };
}

/**
 * Reads an interface operation.
 *
 *     <operation name="xs:NCName" pattern="xs:anyURI"? style="list of xs:anyURI"? wsdlx:safe="xs:boolean"?>
 *         <input messageLabel="xs:NCName"? element="union of xs:QName, xs:token"?/> *
 *         <output messageLabel="xs:NCName"? element="union of xs:QName, xs:token"?/> *
 *         [ <infault ref="xs:QName" …/> | <outfault ref="xs:QName" messageLabel="xs:NCName"?/> ]*
 *     </operation>
 *
 * The pattern defaults to in-out.
 */
function readInterfaceOperation(element: XmlElement, reader: WsdlReader): InterfaceOperation {
  const input = childNamed(element, WSDL20, 'input');
  const output = childNamed(element, WSDL20, 'output');
  const documentation = readDocumentation(element);
  const name = attribute(element, 'name')?.trim() ?? '';
  const component = `operation ${name}`;
  const pattern = attribute(element, 'pattern')?.trim() || 'in-out';
  const segment = pattern.slice(pattern.lastIndexOf('/') + 1);
  const safe = element.attributes.find(
    (a) => a.name.localName === 'safe' && a.name.namespace === WSDL20_EXTENSIONS,
  )?.value;
  const word = <T extends string>(
    attributeName: string,
    text: string | undefined,
    keyword: KeywordValues<T>,
  ) => readWord(element, attributeName, text, keyword, component, reader);
  const isSafe = word('wsdlx:safe', safe, KEYWORDS.boolean);
  return {
    name: { namespace: reader.targetNamespace, localName: name },
    // Other patterns can be defined by anyone: one that is not known is reported when it is linked.
    pattern:
      readKeyword(KEYWORDS.messagePattern, segment).value === undefined
        ? segment
        : (word('pattern', segment, KEYWORDS.messagePattern) ?? segment),
    ...(isSafe === undefined ? {} : { safe: isSafe === 'true' || isSafe === '1' }),
    ...defined({ documentation }),
    ...(input === undefined ? {} : { input: readInterfaceMessage(input, 'In', component, reader) }),
    ...(output === undefined ? {} : { output: readInterfaceMessage(output, 'Out', component, reader) }),
    faults: childrenNamed(element, WSDL20, 'outfault').flatMap(readFaultReference),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

function readInterfaceMessage(
  element: XmlElement,
  defaultLabel: string,
  component: string,
  reader: WsdlReader,
): InterfaceMessage {
  const action = readAction(element);
  return {
    label: attribute(element, 'messageLabel')?.trim() || defaultLabel,
    content: readContent(element, component, reader),
    ...defined({ action }),
    location: element.location,
  };
}

/** `element`: a QName, `#any`, `#none` or `#other`; absent means `#other` (§2.5.1). */
function readContent(element: XmlElement, component: string, reader: WsdlReader): MessageContent {
  const written = attribute(element, 'element')?.trim() ?? '#other';
  const text = written.startsWith('#')
    ? (readWord(element, 'element', written, KEYWORDS.messageContent, component, reader) ?? '#other')
    : written;
  if (text === '#any') return { kind: 'any' };
  if (text === '#none') return { kind: 'none' };
  const reference = text === '#other' ? undefined : readReference(element, 'element');
  return reference === undefined ? { kind: 'other' } : { kind: 'element', element: reference };
}

function readFaultReference(element: XmlElement): readonly FaultReference[] {
  const fault = readReference(element, 'ref');
  if (fault === undefined) return [];
  const action = readAction(element);
  return [{ fault, ...defined({ action }), location: element.location }];
}
