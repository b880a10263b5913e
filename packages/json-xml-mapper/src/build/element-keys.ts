import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import {
  SOAP11_ENCODING,
  SOAP11_ENVELOPE,
  SOAP12_ENCODING,
  SOAP12_ENVELOPE,
  XML,
  XSI,
} from '@soapstone/soap-model/namespaces';

/**
 * The keys of the element names of one scope, by Clark name (KY-2, KY-3). `names` contains each expanded name once.
 *
 * A bare key goes to the only name with that local name; of several, to the one in `targetNamespace`, otherwise to the unqualified
 * one. An unqualified name that does not get it is `{}local`, because its Clark name would be the bare key again.
 */
export function elementKeys(
  names: readonly ExpandedName[],
  targetNamespace: string,
): ReadonlyMap<string, string> {
  const namespaces = new Map<string, Set<string>>();
  for (const { localName, namespace } of names) {
    const list = namespaces.get(localName);
    if (list === undefined) namespaces.set(localName, new Set([namespace]));
    else list.add(namespace);
  }
  const keys = new Map<string, string>();
  for (const name of names) {
    const rivals = namespaces.get(name.localName)!;
    const bare = rivals.size === 1 ? name.namespace : rivals.has(targetNamespace) ? targetNamespace : '';
    keys.set(
      clarkName(name),
      name.namespace === bare ? name.localName : `{${name.namespace}}${name.localName}`,
    );
  }
  return keys;
}

/** The keys of the attributes of one type, in their order (KY-4). */
export function attributeKeys(names: readonly ExpandedName[]): readonly string[] {
  const plain = names.filter((name) => name.namespace !== XML);
  const uses = new Map<string, number>();
  for (const { localName } of plain) uses.set(localName, (uses.get(localName) ?? 0) + 1);
  return names.map((name) => {
    if (name.namespace === XML) return `@xml:${name.localName}`;
    return uses.get(name.localName) === 1 ? `@${name.localName}` : `@${clarkName(name)}`;
  });
}

/** Whether an attribute belongs to the protocol and not to the data, and so has no key (KY-7). */
export function isProtocolAttribute(name: ExpandedName, encoded: boolean): boolean {
  switch (name.namespace) {
    case XSI:
      return true;
    case '':
      return encoded && (name.localName === 'id' || name.localName === 'href');
    case SOAP11_ENCODING:
    case SOAP12_ENCODING:
      return encoded;
    case SOAP11_ENVELOPE:
    case SOAP12_ENVELOPE:
      return encoded && name.localName === 'encodingStyle';
    default:
      return false;
  }
}
