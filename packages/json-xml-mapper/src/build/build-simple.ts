import { defined } from '@soapstone/options/defined';
import type { BuiltinTypeName, SimpleType, TypeIndex, TypeReference } from '@soapstone/soap-model';
import { BUILTIN_TYPES, isNumeric } from '../shape/builtin-types.js';
import type {
  AnySimpleTypeShape,
  Facets,
  ListShape,
  ScalarShape,
  SimpleShape,
  UnionShape,
} from '../shape/simple-shape.js';
import { mergeFacets, noFacets } from './facets.js';
import type { SchemaIndex } from './schema-index.js';

/** The form of numbers that a double cannot hold, in JSON (NM-1, NM-2) and as values (NM-7). */
export type NumberMode = 'number' | 'string' | 'bigint';

const ANY_SIMPLE_TYPE: AnySimpleTypeShape = { kind: 'anySimpleType' };
/** MO-4. */
const UNKNOWN_SIMPLE_TYPE: AnySimpleTypeShape = { kind: 'anySimpleType', unknown: true };

/**
 * Builds the shapes of simple types; each type once.
 *
 * @param isCorrected whether the name of the built-in type had to be corrected (MO-4). Default: it is as the schema names it
 */
export type SimpleShapeBuilder = (type: TypeReference, isCorrected?: boolean) => SimpleShape;

/**
 * Creates a builder of simple shapes. A type is built after its components, iteratively. A type that contains itself, which XML
 * Schema forbids, is unknown at the place where the cycle closes.
 */
export function createSimpleShapeBuilder(index: SchemaIndex, numbers: NumberMode): SimpleShapeBuilder {
  const builtins = new Map<BuiltinTypeName, SimpleShape>();
  const corrected = new Map<BuiltinTypeName, SimpleShape>();
  const built = new Map<TypeIndex, SimpleShape>();
  const open = new Set<TypeIndex>();

  const builtinShape = (name: BuiltinTypeName): SimpleShape => {
    let shape = builtins.get(name);
    if (shape === undefined) {
      shape = buildBuiltin(name, numbers);
      builtins.set(name, shape);
    }
    return shape;
  };
  const correctedShape = (name: BuiltinTypeName): SimpleShape => {
    const shape = corrected.get(name) ?? withAnyText(builtinShape(name));
    corrected.set(name, shape);
    return shape;
  };
  const shapeOf = (type: TypeReference): SimpleShape =>
    typeof type === 'string' ? builtinShape(type) : (built.get(type) ?? UNKNOWN_SIMPLE_TYPE);

  return (type, isCorrected = false) => {
    if (isCorrected && typeof type === 'string') return correctedShape(type);
    const stack: TypeReference[] = [type];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (typeof top === 'string' || built.has(top)) {
        stack.pop();
        continue;
      }
      const definition = simpleTypeOf(index, top);
      const missing = open.has(top) ? [] : constituents(definition).filter((part) => isOpen(part));
      open.add(top);
      if (missing.length > 0) {
        for (const part of missing.reverse()) stack.push(part);
        continue;
      }
      built.set(top, definition === undefined ? UNKNOWN_SIMPLE_TYPE : build(definition, shapeOf, numbers));
      open.delete(top);
      stack.pop();
    }
    return shapeOf(type);

    function isOpen(part: TypeReference): boolean {
      return typeof part === 'number' && !built.has(part) && !open.has(part);
    }
  };
}

/** A complex type can only occur here by its simple content. */
function simpleTypeOf(index: SchemaIndex, type: TypeIndex): SimpleType | undefined {
  const seen = new Set<TypeIndex>();
  let current: TypeReference = type;
  while (typeof current === 'number' && !seen.has(current)) {
    seen.add(current);
    const definition = index.type(current);
    if (definition.kind === 'simple') return definition;
    if (definition.content.kind !== 'simple') return undefined;
    current = definition.content.type;
  }
  return typeof current === 'string'
    ? { kind: 'simple', targetNamespace: '', variety: { kind: 'atomic', builtin: current }, facets: [] }
    : undefined;
}

function constituents(type: SimpleType | undefined): TypeReference[] {
  switch (type?.variety.kind) {
    case 'list':
      return [type.variety.itemType];
    case 'union':
      return [...type.variety.memberTypes];
    default:
      return [];
  }
}

function build(
  type: SimpleType,
  shapeOf: (type: TypeReference) => SimpleShape,
  numbers: NumberMode,
): SimpleShape {
  const named = {
    ...defined({ name: type.name, documentation: type.documentation }),
  };
  switch (type.variety.kind) {
    case 'atomic': {
      const base = buildBuiltin(type.variety.builtin, numbers);
      // The built-in list types are derived by list, however the model classifies their restrictions.
      if (base.kind === 'list') {
        const own = mergeFacets(type.facets, 'collapse');
        return { ...base, facets: { ...own, minLength: Math.max(own.minLength ?? 1, 1) }, ...named };
      }
      // No type of a schema can restrict xs:anySimpleType.
      if (base.kind !== 'scalar')
        return type.facets.length === 0 ? UNKNOWN_SIMPLE_TYPE : restrictedString(type, named);
      const facets = mergeFacets(type.facets, base.facets.whiteSpace, base.builtin);
      return { ...scalar(base.builtin, facets, numbers), ...named };
    }
    case 'list': {
      const shape: ListShape = {
        kind: 'list',
        item: shapeOf(type.variety.itemType),
        facets: mergeFacets(type.facets, 'collapse'),
        ...named,
      };
      return shape;
    }
    case 'union': {
      const shape: UnionShape = {
        kind: 'union',
        // A repeated member can accept nothing that it has rejected before.
        members: [...new Set(type.variety.memberTypes.flatMap((member) => flattened(shapeOf(member))))],
        facets: mergeFacets(type.facets, 'preserve'),
        ...named,
      };
      return shape;
    }
  }
}

/** The members of a nested union are tried in order, recursively (LU-2); without facets of its own it is spliced. */
function flattened(member: SimpleShape): readonly SimpleShape[] {
  const isPlain = member.kind === 'union' && member.facets === noFacets('preserve');
  return isPlain && member.members.length <= MAX_SPLICED ? member.members : [member];
}

/**
 * The maximum size of a union that is spliced. Larger ones stay as they are, because in a chain of unions each would have all
 * members of the previous ones.
 */
const MAX_SPLICED = 256;

/** xs:anySimpleType cannot be restricted; if a schema does so, its facets apply to a string. */
function restrictedString(type: SimpleType, named: Pick<ScalarShape, 'name' | 'documentation'>): ScalarShape {
  return {
    kind: 'scalar',
    builtin: 'string',
    json: 'string',
    lexical: false,
    facets: mergeFacets(type.facets, 'preserve', 'string'),
    ...named,
  };
}

function buildBuiltin(name: BuiltinTypeName, numbers: NumberMode): SimpleShape {
  const { item, whiteSpace, family } = BUILTIN_TYPES[name];
  if (family === 'any') return ANY_SIMPLE_TYPE;
  if (item !== undefined) {
    return {
      kind: 'list',
      item: buildBuiltin(item, numbers),
      facets: { ...noFacets('collapse'), minLength: 1 },
    };
  }
  return scalar(name, noFacets(whiteSpace), numbers);
}

/** The families whose values are texts in JSON, and not all texts are values. */
const OF_TEXTS: ReadonlySet<string> = new Set(['date', 'duration', 'string']);

/** MO-4: the type was guessed, so no text is refused for it. Numbers and booleans stay what they are in JSON. */
function withAnyText(shape: SimpleShape): SimpleShape {
  if (shape.kind !== 'scalar' || !OF_TEXTS.has(BUILTIN_TYPES[shape.builtin].family)) return shape;
  return { ...shape, anyText: true };
}

function scalar(builtin: BuiltinTypeName, facets: Facets, numbers: NumberMode): ScalarShape {
  const { family, wide } = BUILTIN_TYPES[builtin];
  // NM-5: canonicalisation would destroy what a pattern requires (`\d{5}` and 01234).
  const lexical =
    facets.patterns.length > 0 && (isNumeric(family) || family === 'date' || family === 'duration');
  const isWide = wide === true;
  const isText = isWide && (numbers === 'string' || (numbers === 'bigint' && family === 'decimal'));
  const number = isNumeric(family) && !lexical && !isText;
  const json = number ? 'number' : family === 'boolean' ? 'boolean' : 'string';
  const bigint = number && isWide && numbers === 'bigint';
  return { kind: 'scalar', builtin, json, ...(bigint && { bigint }), lexical, facets };
}
