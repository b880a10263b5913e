import type { ExpandedName } from '@soapstone/soap-model';
import type { NamespaceScope, XmlElement } from './element.js';

/**
 * A resolved QName of an attribute value; `unbound` is the prefix that no declaration in scope binds. A name that is `spelledOut` is not
 * one, but has the namespace in it.
 */
export type ResolvedName =
  | { readonly kind: 'name'; readonly name: ExpandedName; readonly spelledOut?: true }
  | { readonly kind: 'unbound'; readonly prefix: string; readonly localName: string };

/**
 * Resolves a QName in the scope of `element` (MO-2): the declarations of that element count, and the default namespace applies to a
 * name without a prefix, as for element names (WSDL 1.1 §2.1, XML Schema §3.15.3).
 */
export function resolveQName(text: string, element: XmlElement): ResolvedName {
  const qname = text.trim();
  const spelledOut = spelledOutName(qname, element.scope);
  if (spelledOut !== undefined) return { kind: 'name', name: spelledOut, spelledOut: true };
  const colon = qname.indexOf(':');
  const prefix = colon === -1 ? '' : qname.slice(0, colon);
  const localName = colon === -1 ? qname : qname.slice(colon + 1);
  const namespace = element.scope.lookup(prefix);
  return namespace === undefined
    ? { kind: 'unbound', prefix, localName }
    : { kind: 'name', name: { namespace, localName } };
}

/**
 * The name that a text spells out where a QName is expected: `{urn:t}In`, `Q{urn:t}In`, `urn:t:In`, `http://h.example/t#In`. A declared prefix
 * in braces means its namespace. `undefined` for a QName, and for a text without a namespace or a local name.
 */
export function spelledOutName(text: string, scope: NamespaceScope): ExpandedName | undefined {
  const open = text.startsWith('{') ? 1 : text.startsWith('Q{') ? 2 : 0;
  if (open > 0) {
    const close = text.indexOf('}', open);
    const written = text.slice(open, close).trim();
    const localName = text.slice(close + (text[close + 1] === ':' ? 2 : 1)).trim();
    if (close === -1 || localName === '') return undefined;
    return { namespace: written === '' ? '' : (scope.lookup(written) ?? written), localName };
  }
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  // With a declared prefix, the first colon ends it, unless what follows cannot be a name.
  const isPlain = !text.includes(':', colon + 1) && !text.startsWith('//', colon + 1);
  if (isPlain && scope.lookup(text.slice(0, colon)) !== undefined) return undefined;
  const end = Math.max(text.lastIndexOf(':'), text.lastIndexOf('#'), text.lastIndexOf('/'));
  // The namespace `http://tempuri.org/` ends in its slash.
  const namespace = text.slice(0, text[end] === '/' ? end + 1 : end);
  const localName = text.slice(end + 1);
  return localName === '' || !/[:/]/.test(namespace) ? undefined : { namespace, localName };
}
