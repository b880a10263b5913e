import type { ExpandedName } from '@soapstone/wsdl-parser';
import { resolveQName } from '../scalar/qname.js';
import { parseClarkName } from '../shape/expanded-name.js';
import { XSI } from '../shape/namespaces.js';
import type { Decoding } from './decoding.js';

/** `xsi:nil` of the start tag that was read last: `true` or `1`. */
export function isNil(decoding: Decoding): boolean {
  const value = xsiValue(decoding, 'nil');
  return value !== undefined && /^[\t\n\r ]*(?:true|1)[\t\n\r ]*$/.test(value);
}

/** `xsi:type` of the start tag that was read last, resolved; the raw text where it is no name with a bound prefix. */
export function xsiType(decoding: Decoding): ExpandedName | string | undefined {
  const value = xsiValue(decoding, 'type');
  if (value === undefined) return undefined;
  const lexical = value.trim();
  const name = resolveQName(lexical, decoding.lookupPrefix);
  return (name === undefined ? undefined : parseClarkName(name)) ?? lexical;
}

function xsiValue(decoding: Decoding, localName: string): string | undefined {
  const { attributes } = decoding.reader;
  for (let i = 0; i < attributes.count; i++) {
    if (!attributes.isPrefixed(i)) continue;
    const name = attributes.name(i);
    if (name.namespace === XSI && name.localName === localName) return attributes.value(i);
  }
  return undefined;
}
