import type { ExpandedName } from '@soapstone/soap-model';
import type { Component } from '../read/schema.js';
import { NameMap } from './name-map.js';

/** The only expanded name with a local name, or a marker that there are several. */
export type LocalNames = ReadonlyMap<string, ExpandedName | 'several'>;

/** Indexes components by kind and local name. */
export function indexByLocalName(components: readonly Component[]): Record<Component['kind'], LocalNames> {
  const index = {
    type: new Map<string, ExpandedName | 'several'>(),
    element: new Map<string, ExpandedName | 'several'>(),
    attribute: new Map<string, ExpandedName | 'several'>(),
    group: new Map<string, ExpandedName | 'several'>(),
    attributeGroup: new Map<string, ExpandedName | 'several'>(),
  };
  for (const { kind, name } of components) {
    const known = index[kind].get(name.localName);
    const same = known === undefined || (known !== 'several' && known.namespace === name.namespace);
    index[kind].set(name.localName, same ? name : 'several');
  }
  return index;
}

/** A name with its local name in lower case. */
export function inLowerCase({ namespace, localName }: ExpandedName): ExpandedName {
  return { namespace, localName: localName.toLowerCase() };
}

/** The only name with a spelling in lower case (`inLowerCase`), or a marker that there are several. */
export function indexBySpelling(
  components: readonly Component[],
): Record<Component['kind'], NameMap<ExpandedName | 'several'>> {
  const index = {
    type: new NameMap<ExpandedName | 'several'>(),
    element: new NameMap<ExpandedName | 'several'>(),
    attribute: new NameMap<ExpandedName | 'several'>(),
    group: new NameMap<ExpandedName | 'several'>(),
    attributeGroup: new NameMap<ExpandedName | 'several'>(),
  };
  for (const { kind, name } of components) {
    const spelling = inLowerCase(name);
    const known = index[kind].get(spelling);
    const same = known === undefined || (known !== 'several' && known.localName === name.localName);
    index[kind].set(spelling, same ? name : 'several');
  }
  return index;
}
