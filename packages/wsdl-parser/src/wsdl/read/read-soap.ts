import { defined } from '@soapstone/options/defined';
import { WSDL11_SOAP11, WSDL11_SOAP12 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import { attribute, childrenNamed, type XmlElement } from '../../xml/element.js';
import { KEYWORDS } from '../../xml/keywords.js';
import type { SoapBody, SoapHeader, SoapHeaderFault, SoapStyle, SoapUse } from '../definitions.js';
import { readReference, readWord, type WsdlReader } from './reader.js';

/** True for an extension element of the SOAP binding of WSDL 1.1, in its 1.1 or 1.2 namespace. */
export function isSoapElement(element: XmlElement, localName: string): boolean {
  const { namespace, localName: local } = element.name;
  return local === localName && (namespace === WSDL11_SOAP11 || namespace === WSDL11_SOAP12);
}

/** The first extension element of the SOAP binding with this name. */
export function soapChild(element: XmlElement, localName: string): XmlElement | undefined {
  return element.children.find((c) => isSoapElement(c, localName));
}

/** Reports an extension element of the SOAP binding that occurs twice in one place: the first one is used. */
export function reportRepeated(
  element: XmlElement,
  localNames: readonly string[],
  component: string,
  reader: WsdlReader,
): void {
  for (const localName of localNames) {
    const [, second] = element.children.filter((child) => isSoapElement(child, localName));
    if (second === undefined) continue;
    const what = `wsdl:${element.name.localName} has two soap:${localName}; the first one is used`;
    reader.report(diagnose('DUPLICATE_COMPONENT', second.location, what, component));
  }
}

/**
 * Reads a soap:body (§3.5).
 *
 *     <soap:body parts="nmtokens"? use="literal|encoded" encodingStyle="uri-list"? namespace="uri"?>
 */
export function readSoapBody(element: XmlElement, component: string, reader: WsdlReader): SoapBody {
  const use = readUse(element, component, reader);
  const namespace = attribute(element, 'namespace')?.trim();
  const parts = attribute(element, 'parts');
  if (parts !== undefined && /[,;]/.test(parts)) {
    const what = `the names in parts="${parts.slice(0, 80)}" are separated by white space; read without commas`;
    reader.report(diagnose('BAD_EXTENSION_VALUE', element.location, what, component));
  }
  return {
    ...defined({ use, namespace }),
    ...defined({ parts: parts?.split(/[\s,;]+/).filter((name) => name !== '') }),
    location: element.location,
  };
}

/**
 * Reads a soap:header (§3.7). A header without a message or a part is omitted, with a diagnostic.
 *
 *     <soap:header message="qname" part="nmtoken" use="literal|encoded" encodingStyle="uri-list"? namespace="uri"?> *
 *         <soap:headerfault message="qname" part="nmtoken" use="literal|encoded" … /> *
 *     </soap:header>
 */
export function readSoapHeader(
  element: XmlElement,
  component: string,
  reader: WsdlReader,
): readonly SoapHeader[] {
  const block = readHeaderBlock(element, component, reader);
  if (block === undefined) return [];
  const namespace = attribute(element, 'namespace')?.trim();
  return [
    {
      ...block,
      use: readUse(element, component, reader) ?? 'literal',
      ...(namespace === undefined || namespace === '' ? {} : { namespace }),
      faults: childrenNamed(element, element.name.namespace, 'headerfault').flatMap((fault) => {
        // The fault is read in the form of its header (§3.7); a misspelt value is reported.
        readUse(fault, component, reader);
        return readHeaderBlock(fault, component, reader) ?? [];
      }),
    },
  ];
}

function readHeaderBlock(
  element: XmlElement,
  component: string,
  reader: WsdlReader,
): SoapHeaderFault | undefined {
  const message = readReference(element, 'message');
  const part = attribute(element, 'part')?.trim();
  if (message !== undefined && part !== undefined) return { message, part, location: element.location };
  reader.report(
    diagnose(
      'UNRESOLVED_PART',
      element.location,
      `soap:${element.name.localName} needs a message and a part (WSDL 1.1 §3.7)`,
      component,
    ),
  );
  return undefined;
}

/** `soap:binding/@style` or `soap:operation/@style` (OP-4). */
export function readStyle(
  element: XmlElement | undefined,
  component: string,
  reader: WsdlReader,
): SoapStyle | undefined {
  const text = element && attribute(element, 'style');
  return element && readWord(element, 'style', text, KEYWORDS.style, component, reader);
}

/** `@use` of soap:body, soap:header and soap:fault; absent means literal (R2707). */
export function readUse(
  element: XmlElement | undefined,
  component: string,
  reader: WsdlReader,
): SoapUse | undefined {
  const text = element && attribute(element, 'use');
  return element && readWord(element, 'use', text, KEYWORDS.use, component, reader);
}
