import type { ExpandedName } from '@soapstone/wsdl-parser';

/** A name in Clark notation, as diagnostics write it: `{urn:x}Order`, or `Order` where there is no namespace. */
export function clarkName({ namespace, localName }: ExpandedName): string {
  return namespace === '' ? localName : `{${namespace}}${localName}`;
}
