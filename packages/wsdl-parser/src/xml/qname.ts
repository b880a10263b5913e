import type { ExpandedName } from '@soapstone/soap-model';
import type { XmlElement } from './element.js';

/** A resolved QName of an attribute value; `unbound` is the prefix that no declaration in scope binds. */
export type ResolvedName =
  | { readonly kind: 'name'; readonly name: ExpandedName }
  | { readonly kind: 'unbound'; readonly prefix: string; readonly localName: string };

/**
 * Resolves a QName in the scope of `element` (MO-2): the declarations of that element count, and the default namespace applies to a
 * name without a prefix, as for element names (WSDL 1.1 §2.1, XML Schema §3.15.3).
 */
export function resolveQName(text: string, element: XmlElement): ResolvedName {
  const qname = text.trim();
  const colon = qname.indexOf(':');
  const prefix = colon === -1 ? '' : qname.slice(0, colon);
  const localName = colon === -1 ? qname : qname.slice(colon + 1);
  const namespace = element.scope.lookup(prefix);
  return namespace === undefined
    ? { kind: 'unbound', prefix, localName }
    : { kind: 'name', name: { namespace, localName } };
}
