import type {
  AttributeDeclaration,
  ComplexType,
  ElementDeclaration,
  ExpandedName,
  SchemaSet,
  SchemaType,
  TypeIndex,
} from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import {
  ADDRESSING_2004,
  ADDRESSING_2005,
  APACHE_SOAP,
  MS_SERIALIZATION,
  MS_WSDL_TYPES,
  SOAP11_ENCODING,
  SOAP11_ENVELOPE,
  SOAP12_ENCODING,
  SOAP12_ENVELOPE,
  WSDL11,
  WSI_SWAREF,
  XML,
  XMLMIME,
  XOP,
  XSD,
} from '@soapstone/soap-model/namespaces';

/**
 * Namespaces whose schemas come with the parser and not with the service. Their types never deprive a type of the service of its
 * bare `$type` (PY-4).
 */
const BUNDLED: ReadonlySet<string> = new Set([
  XSD,
  XML,
  SOAP11_ENVELOPE,
  SOAP12_ENVELOPE,
  SOAP11_ENCODING,
  SOAP12_ENCODING,
  WSI_SWAREF,
  WSDL11,
  XOP,
  ...XMLMIME,
  MS_SERIALIZATION,
  MS_WSDL_TYPES,
  APACHE_SOAP,
  ADDRESSING_2005,
  ADDRESSING_2004,
]);

/** The derivation steps that may lead from a base to its replacement; `block` removes one or both. */
export type AllowedDerivation = 'any' | 'extension' | 'restriction' | 'none';

/** The lookups over a schema for building Shapes; created once per model. */
export interface SchemaIndex {
  readonly schema: SchemaSet;
  element(name: ExpandedName): ElementDeclaration | undefined;
  attribute(name: ExpandedName): AttributeDeclaration | undefined;
  type(index: TypeIndex): SchemaType;
  namedType(name: ExpandedName): TypeIndex | undefined;
  /** Whether there is a named, non-abstract type derived from `base` by allowed steps only (PY-2). Constant time. */
  hasConcreteDerivedType(base: TypeIndex, allowed: AllowedDerivation): boolean;
  /** Those types, transitively, in model order (PY-3). */
  concreteDerivedTypes(base: TypeIndex, allowed: AllowedDerivation): readonly TypeIndex[];
  /** Members of the substitution group of `head`, transitively, in model order; abstract ones included (SG-2). */
  substitutionMembers(head: ExpandedName): readonly ElementDeclaration[];
  /** `$type` of a named type of the schema (PY-4). */
  typeKey(name: ExpandedName): string;
  /** The one type of the service with this local name (PY-4). */
  typeOfLocalName(localName: string): ExpandedName | undefined;
}

/** Indexes a schema set. Linear in its size. */
export function indexSchema(schema: SchemaSet): SchemaIndex {
  const elements = new Map(schema.elements.map((element) => [clarkName(element.name), element]));
  const attributes = new Map(schema.attributes.map((attribute) => [clarkName(attribute.name), attribute]));
  const positions = new Map(schema.elements.map((element, position) => [element, position]));
  const types = new Map<string, TypeIndex>();
  const byLocalName = new Map<string, ExpandedName | null>();
  const dotNet = new Map<string, ExpandedName>();
  const children = new Map<TypeIndex, TypeIndex[]>();
  schema.types.forEach((type, index) => {
    if (type.name === undefined) return;
    types.set(clarkName(type.name), index);
    if (type.name.namespace === MS_SERIALIZATION) dotNet.set(type.name.localName, type.name);
    if (!BUNDLED.has(type.name.namespace)) {
      byLocalName.set(type.name.localName, byLocalName.has(type.name.localName) ? null : type.name);
    }
    if (type.kind === 'complex' && typeof type.base === 'number') push(children, type.base, index);
  });
  const groups = new Map<string, ElementDeclaration[]>();
  for (const element of schema.elements) {
    if (element.substitutionGroup !== undefined) push(groups, clarkName(element.substitutionGroup), element);
  }
  const extended = {
    any: markAncestors(schema.types, 'any'),
    extension: markAncestors(schema.types, 'extension'),
    restriction: markAncestors(schema.types, 'restriction'),
  };
  const members = new Map<string, readonly ElementDeclaration[]>();
  /** PY-4: .NET's own types have their local names if no type of the service has them. */
  const ownerOf = (localName: string): ExpandedName | null | undefined =>
    byLocalName.has(localName) ? byLocalName.get(localName) : dotNet.get(localName);
  const type = (index: TypeIndex): SchemaType => {
    const found = schema.types[index];
    if (found === undefined)
      throw new RangeError(`cannot find type ${index} of the schema: it has ${schema.types.length}`);
    return found;
  };
  return {
    schema,
    element: (name) => elements.get(clarkName(name)),
    attribute: (name) => attributes.get(clarkName(name)),
    type,
    namedType: (name) => types.get(clarkName(name)),
    hasConcreteDerivedType: (base, allowed) => allowed !== 'none' && extended[allowed].has(base),
    concreteDerivedTypes: (base, allowed) => collectDerived(base, allowed, children, schema.types),
    substitutionMembers: (head) =>
      memo(members, clarkName(head), () => collectMembers(head, groups, positions)),
    typeKey(name) {
      const owner = ownerOf(name.localName);
      return owner && owner.namespace === name.namespace ? name.localName : clarkName(name);
    },
    typeOfLocalName: (localName) => ownerOf(localName) ?? undefined,
  };
}

function isAllowed(type: ComplexType, allowed: AllowedDerivation): boolean {
  return allowed === 'any' || type.derivation === allowed;
}

/** The bases of concrete named types. Each type is marked once, so the walks up are linear. */
function markAncestors(types: readonly SchemaType[], allowed: AllowedDerivation): ReadonlySet<TypeIndex> {
  const marked = new Set<TypeIndex>();
  for (const type of types) {
    if (type.kind !== 'complex' || type.name === undefined || type.abstract) continue;
    let current: SchemaType | undefined = type;
    while (current?.kind === 'complex' && typeof current.base === 'number' && isAllowed(current, allowed)) {
      if (marked.has(current.base)) break;
      marked.add(current.base);
      current = types[current.base];
    }
  }
  return marked;
}

/** Walks down the derivation tree. The visited set ends cycles of an invalid schema. */
function collectDerived(
  base: TypeIndex,
  allowed: AllowedDerivation,
  children: ReadonlyMap<TypeIndex, readonly TypeIndex[]>,
  types: readonly SchemaType[],
): readonly TypeIndex[] {
  const found = new Set<TypeIndex>();
  const pending = [base];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const index of children.get(next) ?? []) {
      if (index === base || found.has(index) || !isAllowed(types[index] as ComplexType, allowed)) continue;
      found.add(index);
      pending.push(index);
    }
  }
  return [...found].filter((index) => !(types[index] as ComplexType).abstract).sort((a, b) => a - b);
}

function collectMembers(
  head: ExpandedName,
  groups: ReadonlyMap<string, readonly ElementDeclaration[]>,
  positions: ReadonlyMap<ElementDeclaration, number>,
): readonly ElementDeclaration[] {
  const headName = clarkName(head);
  const found = new Map<string, ElementDeclaration>();
  const pending = [headName];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const element of groups.get(next) ?? []) {
      const name = clarkName(element.name);
      if (name === headName || found.has(name)) continue;
      found.set(name, element);
      pending.push(name);
    }
  }
  return [...found.values()].sort((a, b) => positions.get(a)! - positions.get(b)!);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function memo<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
