import type { ExpandedName } from '@soapstone/soap-model';

/** Expanded names, created once. A schema uses each of its names many times, and the model keeps all of them. */
export interface NameTable {
  name(namespace: string, localName: string): ExpandedName;
}

/** Names beyond this number are not cached: a table of names that are used once would only cost memory. */
const REMEMBERED = 100_000;

export function createNameTable(): NameTable {
  const namespaces = new Map<string, Map<string, ExpandedName>>();
  let count = 0;
  return {
    name(namespace, localName) {
      let names = namespaces.get(namespace);
      if (names === undefined) {
        names = new Map();
        namespaces.set(namespace, names);
      }
      const known = names.get(localName);
      if (known !== undefined) return known;
      const name = { namespace, localName };
      if (count < REMEMBERED) {
        names.set(localName, name);
        count += 1;
      }
      return name;
    },
  };
}
