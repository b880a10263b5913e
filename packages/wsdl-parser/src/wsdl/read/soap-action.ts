import { diagnose } from '../../diagnostics.js';
import { TextEncoder } from '../../platform.js';
import { attribute, type XmlElement } from '../../xml/element.js';
import type { WsdlReader } from './reader.js';

/** Characters allowed between the quotes of a SOAPAction header: visible ASCII and space, without quote and backslash. */
const HEADER_SAFE = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

/**
 * Reads a SOAP action: `soap:operation/@soapAction` of WSDL 1.1 (§3.4), `wsoap:action` of WSDL 2.0.
 *
 * The value becomes an HTTP header. It is a URI, so characters that a header cannot contain are percent-encoded as in RFC 3987 §3.1
 * for an IRI. This happens here, once, so no caller can encounter a line break in it.
 */
export function readSoapAction(value: string, element: XmlElement, reader: WsdlReader): string {
  const written = value.trim();
  const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"');
  const action = isQuoted ? written.slice(1, -1) : written;
  if (isQuoted) {
    const what = 'soapAction has the quotes of the HTTP header around it; read without them';
    reader.report(diagnose('BAD_EXTENSION_VALUE', element.location, what));
  }
  if (HEADER_SAFE.test(action)) return action;
  reader.report(
    diagnose(
      'BAD_EXTENSION_VALUE',
      element.location,
      'soapAction has characters that no HTTP header can hold: they are percent-encoded',
    ),
  );
  let encoded = '';
  for (const character of action) {
    encoded += HEADER_SAFE.test(character) ? character : percentEncode(character);
  }
  return encoded;
}

/** `soapAction` on wsdl:operation, which can only mean that of a soap:operation. */
export function readMisplacedAction(
  element: XmlElement,
  component: string,
  reader: WsdlReader,
): string | undefined {
  const text = attribute(element, 'soapAction');
  if (text === undefined) return undefined;
  const what = 'soapAction is not an attribute of wsdl:operation; read as that of a soap:operation';
  reader.report(diagnose('BAD_EXTENSION_VALUE', element.location, what, component));
  return text;
}

function percentEncode(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
