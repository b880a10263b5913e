import { XMLNS } from '@soapstone/soap-model/namespaces';
import { isNCName } from '@soapstone/soap-model/xml';
import type { ValueSpace } from './value-space.js';

/** Finds the namespace that a prefix is bound to; `''` is the default namespace. `undefined`: not bound. */
export type LookupPrefix = (prefix: string) => string | undefined;

/**
 * xs:QName and xs:NOTATION. In this package their text is the Clark name (VO-4): prefixes belong to a document, so they appear only
 * where a document is read or written (QN-1).
 */
export const expandedName: ValueSpace = {
  accepts(text) {
    const name = parseClarkName(text);
    // No prefix may be bound to the namespace of declarations (Namespaces in XML §3).
    return name !== undefined && name.namespace !== XMLNS;
  },
  canonical: (text) => text,
  identity: (text) => text,
};

/** The parts of `{namespace}local` or `local`; `undefined` if the local part is not an NCName. */
export function parseClarkName(text: string): { namespace: string; localName: string } | undefined {
  const end = text.startsWith('{') ? text.indexOf('}') : -1;
  if (text.startsWith('{') && end < 2) return undefined;
  const namespace = end === -1 ? '' : text.slice(1, end);
  const localName = text.slice(end + 1);
  return isNCName(localName) ? { namespace, localName } : undefined;
}

/** The Clark name of `prefix:local` or `local` in a document; `undefined` if the prefix is unbound (QN-2). */
export function resolveQName(lexical: string, lookupPrefix: LookupPrefix): string | undefined {
  const colon = lexical.indexOf(':');
  const prefix = colon === -1 ? '' : lexical.slice(0, colon);
  const localName = lexical.slice(colon + 1);
  if (!isNCName(localName) || (colon !== -1 && !isNCName(prefix))) return undefined;
  const namespace = lookupPrefix(prefix) ?? (prefix === '' ? '' : undefined);
  if (namespace === undefined) return undefined;
  return namespace === '' ? localName : `{${namespace}}${localName}`;
}
