import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, XML } from '@soapstone/soap-model/namespaces';
import { isProtocolAttribute } from '../../build/element-keys.js';
import type { XmlName } from '../../xml/xml-name.js';
import type { Decoding } from '../state/decoding.js';

/** `xml:lang`, and what SOAP itself puts on header blocks and wrappers (HD-5), are declared in no schema and carry no data. */
const OF_NO_SCHEMA: ReadonlySet<string> = new Set([XML, SOAP11_ENVELOPE, SOAP12_ENVELOPE]);

/** TR-1: attributes that the schema does not know are reported if everything is to be reported. */
export function warnUndeclared(
  decoding: Decoding,
  encoded: boolean,
  isKnown: (name: XmlName) => boolean = () => false,
): void {
  if (decoding.settings.warnings !== 'all') return;
  const { attributes } = decoding.reader;
  for (let i = 0; i < attributes.count; i++) {
    const name = attributes.name(i);
    if (OF_NO_SCHEMA.has(name.namespace) || isProtocolAttribute(name, encoded) || isKnown(name)) continue;
    decoding.warn('UNKNOWN_ATTRIBUTE', `the schema knows no attribute ${name.key} here`, `@${name.key}`);
  }
}

/** The attributes of a nil element whose type declares none: all are undeclared, and none is written. */
export function noNilAttributes(decoding: Decoding): false {
  warnUndeclared(decoding, decoding.references !== undefined);
  return false;
}
