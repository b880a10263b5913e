import type { ExpandedName } from '@soapstone/soap-model';
import { parseClarkName } from '@soapstone/soap-model';
import { XSI } from '@soapstone/soap-model/namespaces';
import { type LookupPrefix, resolveQName } from '../../scalar/spaces/qname.js';
import type { AttributeTable } from '../../xml/attribute-table.js';

/** The start tag that was read last. */
interface StartTag {
  readonly reader: { readonly attributes: AttributeTable };
  readonly lookupPrefix: LookupPrefix;
}

/** Whether `xsi:nil` of the last start tag is `true` or `1`. */
export function isNil({ reader }: StartTag): boolean {
  const { attributes } = reader;
  const index = findXsi(attributes, 'nil');
  if (index < 0) return false;
  if (attributes.hasValue(index, 'true') || attributes.hasValue(index, '1')) return true;
  return /^[\t\n\r ]*(?:true|1)[\t\n\r ]*$/.test(attributes.value(index));
}

/** TR-2: reports an `xsi:nil` that is not a boolean. It is read as `false`. */
export function warnNil(
  decoding: StartTag & { warn(code: string, message: string, member?: string): void },
  nillable: boolean,
): void {
  const { attributes } = decoding.reader;
  const index = findXsi(attributes, 'nil');
  if (index < 0) return;
  if (/^[\t\n\r ]*(?:true|1|false|0)[\t\n\r ]*$/.test(attributes.value(index))) {
    // cvc-elt 3.1: not even `false`.
    if (!nillable)
      decoding.warn('UNEXPECTED_NIL', 'xsi:nil, though the schema does not allow it', '@xsi:nil');
    return;
  }
  decoding.warn('INVALID_VALUE', 'xsi:nil is not a boolean', '@xsi:nil');
}

/** `xsi:type` of the last start tag, resolved; the raw text if it is not a name with a bound prefix. */
export function xsiType(decoding: StartTag): ExpandedName | string | undefined {
  const { attributes } = decoding.reader;
  const index = findXsi(attributes, 'type');
  if (index < 0) return undefined;
  const lexical = attributes.value(index).trim();
  const name = resolveQName(lexical, decoding.lookupPrefix);
  return (name === undefined ? undefined : parseClarkName(name)) ?? lexical;
}

function findXsi(attributes: AttributeTable, localName: string): number {
  for (let i = 0; i < attributes.count; i++) {
    if (!attributes.isPrefixed(i)) continue;
    const name = attributes.name(i);
    if (name.localName === localName && name.namespace === XSI) return i;
  }
  return -1;
}
