import { defined } from '@soapstone/options/defined';
import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import {
  WSDL11,
  WSDL11_DIME,
  WSDL11_HTTP,
  WSDL11_MIME,
  WSDL11_SOAP12,
} from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import {
  mergePolicies,
  NO_POLICY,
  readAttachedPolicies,
  readExternalPolicies,
} from '../../policy/attached-policies.js';
import { attribute, childNamed, childrenNamed, type XmlElement } from '../../xml/element.js';
import type {
  Binding,
  BindingFault,
  BindingMessage,
  BindingOperation,
  BindingProtocol,
  MimeContent,
} from '../definitions.js';
import { readPolicyAndAddressing } from './read-addressing.js';
import {
  isSoapElement,
  readSoapBody,
  readSoapHeader,
  readStyle,
  readUse,
  reportRepeated,
  soapChild,
} from './read-soap.js';
import { elementIdentifier, readReference, readRequiredExtension, type WsdlReader } from './reader.js';
import { readMisplacedAction, readSoapAction } from './soap-action.js';

/**
 * Reads a wsdl:binding.
 *
 *     <binding name="nmtoken" type="qname"> *
 *         <soap:binding style="rpc|document"? transport="uri"?/> ?
 *         <http:binding verb="nmtoken"/> ?
 *         <wsaw:UsingAddressing wsdl:required="boolean"?/> ?
 *         <operation name="nmtoken"> * … </operation>
 *     </binding>
 *
 * @see https://www.w3.org/TR/2001/NOTE-wsdl-20010315#_bindings
 */
export function readBinding(element: XmlElement, reader: WsdlReader): Binding {
  const name = { namespace: reader.targetNamespace, localName: attribute(element, 'name')?.trim() ?? '' };
  const refused = readRequiredExtension(element);
  const external = readExternalPolicies(
    [elementIdentifier(reader, 'binding', name.localName)],
    reader.policies,
    reader.report,
  );
  return {
    name,
    portType: readReference(element, 'type') ?? { name: { namespace: '', localName: '' }, text: '' },
    protocol: readProtocol(element, name, reader),
    operations: childrenNamed(element, WSDL11, 'operation').map((o) => readBindingOperation(o, reader)),
    policy: mergePolicies(readPolicyAndAddressing(element, reader), external),
    ...defined({ refused }),
    targetNamespace: reader.targetNamespace,
    location: element.location,
  };
}

/** The protocol that the extension elements of a binding name. */
function readProtocol(element: XmlElement, name: ExpandedName, reader: WsdlReader): BindingProtocol {
  const soap = soapChild(element, 'binding');
  if (soap !== undefined) {
    reportRepeated(element, ['binding'], `binding ${clarkName(name)}`, reader);
    return {
      kind: 'soap',
      version: soap.name.namespace === WSDL11_SOAP12 ? '1.2' : '1.1',
      style: readStyle(soap, `binding ${clarkName(name)}`, reader),
      transport: attribute(soap, 'transport')?.trim() ?? '',
    };
  }
  const http = childNamed(element, WSDL11_HTTP, 'binding');
  if (http !== undefined) {
    return { kind: 'other', name: `HTTP ${attribute(http, 'verb')?.trim() ?? ''}`.trim() };
  }
  const extension = element.children.find(
    (c) => c.name.localName === 'binding' && c.name.namespace !== WSDL11,
  );
  const operation = extension === undefined ? soapOperation(element) : undefined;
  if (operation !== undefined) {
    const what = 'the binding has operations of SOAP and no soap:binding; read as one of SOAP over HTTP';
    reader.report(diagnose('BAD_EXTENSION_VALUE', element.location, what, `binding ${clarkName(name)}`));
    const isSoap12 = operation.name.namespace === WSDL11_SOAP12;
    return { kind: 'soap', version: isSoap12 ? '1.2' : '1.1', style: 'document', transport: '' };
  }
  return { kind: 'other', name: extension === undefined ? 'none' : extension.name.namespace };
}

/** The first soap:operation or soap:body of a binding. */
function soapOperation(binding: XmlElement): XmlElement | undefined {
  for (const operation of childrenNamed(binding, WSDL11, 'operation')) {
    const input = childNamed(operation, WSDL11, 'input');
    const found = soapChild(operation, 'operation') ?? (input && soapChild(input, 'body'));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Reads a wsdl:operation of a binding.
 *
 *     <operation name="nmtoken">
 *         <soap:operation soapAction="uri"? style="rpc|document"?/> ?
 *         <input name="nmtoken"?> … </input> ?
 *         <output name="nmtoken"?> … </output> ?
 *         <fault name="nmtoken"> <soap:fault name="nmtoken" use="literal|encoded" …/> </fault> *
 *     </operation>
 */
function readBindingOperation(element: XmlElement, reader: WsdlReader): BindingOperation {
  const soap = soapChild(element, 'operation');
  const input = childNamed(element, WSDL11, 'input');
  const output = childNamed(element, WSDL11, 'output');
  const inputName = input === undefined ? undefined : attribute(input, 'name')?.trim();
  const outputName = output === undefined ? undefined : attribute(output, 'name')?.trim();
  const name = attribute(element, 'name')?.trim() ?? '';
  const component = `operation ${name}`;
  const style = readStyle(soap, component, reader);
  reportRepeated(element, ['operation'], component, reader);
  for (const each of [input, output]) if (each) reportRepeated(each, ['body'], component, reader);
  const refused = [element, input, output]
    .flatMap((e) => (e === undefined ? [] : (readRequiredExtension(e) ?? [])))
    .at(0);
  return {
    name,
    ...(inputName === undefined || inputName === '' ? {} : { inputName }),
    ...(outputName === undefined || outputName === '' ? {} : { outputName }),
    ...defined({ style }),
    soapAction: readSoapAction(
      (soap === undefined ? undefined : attribute(soap, 'soapAction')) ??
        readMisplacedAction(element, component, reader) ??
        '',
      soap ?? element,
      reader,
    ),
    input: readBindingMessage(input, element, component, reader),
    output: readBindingMessage(output, element, component, reader),
    faults: childrenNamed(element, WSDL11, 'fault').map((fault) =>
      readBindingFault(fault, component, reader),
    ),
    policy: readPolicyAndAddressing(element, reader),
    ...defined({ refused }),
    location: element.location,
  };
}

/**
 * Reads the extension elements of an input or output, directly or in the parts of a multipart message.
 *
 *     <input>
 *         <soap:header …/> *  <soap:body …/> ?
 *         <mime:content part="nmtoken"? type="string"?/> *
 *         <mime:multipartRelated> *
 *             <mime:part> * <soap:body …/> ? <soap:header …/> * <mime:content …/> * </mime:part>
 *         </mime:multipartRelated>
 *     </input>
 *
 * Several mime:content of one mime:part are alternatives for the same part of the message (§5.4).
 */
function readBindingMessage(
  element: XmlElement | undefined,
  operation: XmlElement,
  component: string,
  reader: WsdlReader,
): BindingMessage {
  if (element === undefined) {
    return { headers: [], attachments: [], policy: NO_POLICY, location: operation.location };
  }
  const mimeParts = childrenNamed(element, WSDL11_MIME, 'multipartRelated').flatMap((m) =>
    childrenNamed(m, WSDL11_MIME, 'part'),
  );
  const holders = [element, ...mimeParts];
  const body = holders.map((holder) => soapChild(holder, 'body')).find((b) => b !== undefined);
  if (element.children.some((c) => c.name.namespace === WSDL11_DIME)) {
    reader.report(
      diagnose('UNSUPPORTED_EXTENSION', element.location, 'DIME attachments are not supported (AT-4)'),
    );
  }
  return {
    ...(body === undefined ? {} : { body: readSoapBody(body, component, reader) }),
    headers: holders.flatMap((holder) =>
      holder.children
        .filter((c) => isSoapElement(c, 'header'))
        .flatMap((h) => readSoapHeader(h, component, reader)),
    ),
    attachments: holders.flatMap(readMimeContents),
    policy: readAttachedPolicies(element, reader.policies, reader.report),
    location: element.location,
  };
}

/** The mime:content children of one holder, those of one message part together. */
function readMimeContents(holder: XmlElement): readonly MimeContent[] {
  const byPart = new Map<string | undefined, { types: string[]; element: XmlElement }>();
  for (const element of childrenNamed(holder, WSDL11_MIME, 'content')) {
    const part = attribute(element, 'part')?.trim();
    const entry = byPart.get(part) ?? { types: [], element };
    entry.types.push(attribute(element, 'type')?.trim() || 'application/octet-stream');
    byPart.set(part, entry);
  }
  return [...byPart].map(([part, { types, element }]) => ({
    ...defined({ part }),
    contentTypes: types,
    location: element.location,
  }));
}

function readBindingFault(element: XmlElement, component: string, reader: WsdlReader): BindingFault {
  const soap = soapChild(element, 'fault');
  const name = attribute(element, 'name') ?? (soap === undefined ? undefined : attribute(soap, 'name'));
  const use = readUse(soap, component, reader) ?? 'literal';
  return { name: name?.trim() ?? '', use, location: element.location };
}
