import {
  clarkName,
  type DerivationMethod,
  type ExpandedName,
  isBuiltinDerived,
  type SchemaSet,
  type SchemaType,
  type TypeReference,
} from '@soapstone/soap-model';
import { SOAP11_ENCODING, SOAP12_ENCODING, XSD } from '@soapstone/soap-model/namespaces';
import { charge } from '../work.js';
import type { SimpleShape } from './simple-shape.js';

type Methods = ReadonlySet<DerivationMethod>;

const indexes = new WeakMap<SchemaSet, ReadonlyMap<string, number>>();

/**
 * The methods by which a type is derived from another one (XML Schema Part 1 §3.4.6, §3.14.6); none if it is the same type.
 *
 * @returns `undefined` if it is not derived from it
 */
function derivationOf(schema: SchemaSet, type: ExpandedName, base: ExpandedName): Methods | undefined {
  return derive(schema, referenceOf(schema, type), base);
}

/**
 * The problem with an `xsi:type` of an element: a type that is not derived from the declared one, or in a way that `block` excludes (PY-3).
 *
 * @param shape the declared type; `undefined` for anyType
 */
export function typeProblem(
  schema: SchemaSet,
  type: ExpandedName,
  shape: SimpleShape | undefined,
  block: readonly DerivationMethod[] = [],
): string | undefined {
  const base = baseOf(shape);
  if (base === undefined || isSoapEncoding(type.namespace)) return undefined;
  const methods = derivationOf(schema, type, base);
  if (methods === undefined)
    return type.namespace === XSD || shape === undefined ? undefined : 'is not allowed here';
  const blocked = block.find((method) => methods.has(method));
  return blocked && `is derived by ${blocked}, which is blocked here`;
}

/** The name of the declared type; `undefined` for an anonymous list or union. */
function baseOf(shape: SimpleShape | undefined): ExpandedName | undefined {
  if (shape === undefined) return { namespace: XSD, localName: 'anyType' };
  if (shape.kind === 'anySimpleType') return { namespace: XSD, localName: 'anySimpleType' };
  if (shape.name !== undefined) return shape.name;
  return shape.kind === 'scalar' ? { namespace: XSD, localName: shape.builtin } : undefined;
}

const isSoapEncoding = (namespace: string): boolean =>
  namespace === SOAP11_ENCODING || namespace === SOAP12_ENCODING;

function derive(schema: SchemaSet, type: TypeReference | undefined, base: ExpandedName): Methods | undefined {
  const wanted = referenceOf(schema, base);
  if (type === undefined || wanted === undefined) return undefined;
  const methods = new Set<DerivationMethod>();
  const seen = new Set<TypeReference>();
  let current: TypeReference | undefined = type;
  let isSimple = false;
  while (current !== wanted && typeof current === 'number' && !seen.has(current)) {
    seen.add(current);
    charge(1);
    const definition: SchemaType | undefined = schema.types[current];
    if (definition === undefined) return undefined;
    isSimple = definition.kind === 'simple';
    methods.add(definition.kind === 'simple' ? 'restriction' : (definition.derivation ?? 'restriction'));
    current = definition.base ?? (isSimple ? 'anySimpleType' : 'anyType');
  }
  if (current === wanted) return methods;
  // Every further step is a restriction.
  methods.add('restriction');
  if (wanted === 'anyType') return methods;
  if (typeof current === 'string' && typeof wanted === 'string') {
    const isAnySimple = wanted === 'anySimpleType' && (isSimple || current !== 'anyType');
    return isAnySimple || isBuiltinDerived(current, wanted) ? methods : undefined;
  }
  return isOfMember(schema, type, wanted) ? methods : undefined;
}

/** cos-st-derived-ok 2.2.4: what is derived from a member of a union is derived from the union. Unions of unions are not searched. */
function isOfMember(schema: SchemaSet, type: TypeReference, union: TypeReference): boolean {
  const definition = typeof union === 'number' ? schema.types[union] : undefined;
  if (definition?.kind !== 'simple' || definition.variety.kind !== 'union') return false;
  return definition.variety.memberTypes.some((member) => {
    charge(1);
    if (member === type) return true;
    const name =
      typeof member === 'string' ? { namespace: XSD, localName: member } : schema.types[member]?.name;
    const inner = typeof member === 'number' ? schema.types[member] : undefined;
    if (name === undefined || (inner?.kind === 'simple' && inner.variety.kind === 'union')) return false;
    return derive(schema, type, name) !== undefined;
  });
}

function referenceOf(schema: SchemaSet, { namespace, localName }: ExpandedName): TypeReference | undefined {
  if (namespace === XSD) return localName as TypeReference;
  let index = indexes.get(schema);
  if (index === undefined) {
    index = new Map(
      schema.types.flatMap(({ name }, at) => (name === undefined ? [] : [[clarkName(name), at]])),
    );
    indexes.set(schema, index);
  }
  return index.get(clarkName({ namespace, localName }));
}
