import { diagnose } from '../diagnostics.js';
import { TextEncoder } from '../platform.js';
import type { XmlElement } from '../xml/element.js';
import type { WsdlReader } from './reader.js';

/** What may stand between the quotes of a SOAPAction header: visible ASCII and space, but no quote and no backslash. */
const HEADER_SAFE = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

/**
 * Read a SOAP action: `soap:operation/@soapAction` of WSDL 1.1 (§3.4), `wsoap:action` of WSDL 2.0.
 *
 * The value becomes an HTTP header. It is a URI, so the characters that a header cannot hold are percent-encoded as RFC 3987
 * §3.1 does for an IRI; that is decided here, once, and no caller can meet a line break in it.
 */
export function readSoapAction(value: string, element: XmlElement, reader: WsdlReader): string {
  const action = value.trim();
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

function percentEncode(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
