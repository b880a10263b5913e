import type { JsonSchema } from '../api.js';
import { valueOfLexical } from '../example/scalar-example.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import { foldPlan } from '../shape/fold-plan.js';
import type {
  AttributeMember,
  ElementMember,
  ElementNode,
  ObjectShape,
  PolymorphicShape,
  Scope,
  Shape,
  SimpleShape,
  SoapArrayShape,
} from '../shape/shape.js';
import { contentConstraints } from './content-constraints.js';
import type { Definitions } from './definitions.js';
import { simpleSchema } from './simple-schema.js';

/** Reserved keys that stand beside the members of an object. */
export interface ReservedKeys {
  /** `$type`: the one value it may have, and whether it must be there (PY-6). */
  readonly type?: { readonly key: string; readonly required: boolean };
  /** `$element`, which is always required (SG-5). */
  readonly element?: string;
  /** Root only: `$headers`, `$attachments`. */
  readonly root?: { readonly properties: Properties; readonly required: readonly string[] };
}

export type Properties = { readonly [key: string]: JsonSchema };

/** More values are not counted (CM-6). */
const MAX_ITEMS = 10_000;

const NO_KEYS: ReservedKeys = {};

/** The schema of a value in element position. Objects are references, so this is not recursive over types. */
export function shapeSchema(
  shape: Shape,
  definitions: Definitions,
  reserved: ReservedKeys = NO_KEYS,
): JsonSchema {
  switch (shape.kind) {
    case 'object':
      return objectReference(shape, definitions, reserved);
    case 'polymorphic':
      return polymorphicSchema(shape, definitions, reserved);
    case 'soapArray':
      return soapArraySchema(shape, definitions);
    case 'anyType':
      return definitions.reference(ANY_VALUE, '', 'AnyValue', () => ANY_VALUE);
    case 'attachment':
      return definitions.reference(ATTACHMENT, '', 'Attachment', () => ATTACHMENT);
    default:
      return namedSimple(shape, definitions);
  }
}

/** AN-6, AN-7: anything but an array. */
const ANY_VALUE: JsonSchema = {
  description: 'Any XML value.',
  type: ['string', 'number', 'boolean', 'object', 'null'],
};

/** AN-1. */
const ANY_ELEMENT: JsonSchema = {
  description: 'One element: its name, as {namespace}local, and its value.',
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
};

/** AT-2, AT-3. */
const ATTACHMENT: JsonSchema = {
  type: 'object',
  properties: {
    contentType: { type: 'string' },
    data: { type: 'string', contentEncoding: 'base64' },
    filename: { type: 'string' },
  },
  required: ['data'],
  additionalProperties: false,
};

export function attachmentSchema(definitions: Definitions): JsonSchema {
  return shapeSchema({ kind: 'attachment' }, definitions);
}

function namedSimple(shape: SimpleShape, definitions: Definitions): JsonSchema {
  if (shape.kind === 'anySimpleType' || shape.name === undefined) return simpleSchema(shape);
  return definitions.reference(shape, '', shape.name.localName, () => simpleSchema(shape));
}

function objectReference(shape: ObjectShape, definitions: Definitions, reserved: ReservedKeys): JsonSchema {
  const { type, element } = reserved;
  const variant = `${type?.key ?? ''} ${type?.required ?? ''} ${element ?? ''}`;
  const suffix = [element, type?.required === true ? 'typed' : undefined].filter(
    (part) => part !== undefined,
  );
  const name = [nameOf(shape), ...suffix].join('.');
  return definitions.reference(shape, variant, name, () => objectSchema(shape, definitions, reserved));
}

function nameOf(shape: ObjectShape): string {
  return shape.name?.localName ?? shape.path?.join('_') ?? 'Object';
}

/** PY-6: the declared type with an optional `$type`, each variant with a required one. */
function polymorphicSchema(
  shape: PolymorphicShape,
  definitions: Definitions,
  reserved: ReservedKeys,
): JsonSchema {
  const declared = shape.abstract
    ? []
    : [
        objectReference(shape.declared, definitions, {
          ...reserved,
          type: { key: shape.declaredKey, required: false },
        }),
      ];
  const variants = shape.variants.map((variant) =>
    objectReference(variant.shape, definitions, { ...reserved, type: { key: variant.key, required: true } }),
  );
  return definitions.reference(
    shape,
    reserved.element ?? '',
    [nameOf(shape.declared), 'any', ...(reserved.element === undefined ? [] : [reserved.element])].join('.'),
    () => oneOfThese([...declared, ...variants]),
  );
}

function soapArraySchema(shape: SoapArrayShape, definitions: Definitions): JsonSchema {
  return definitions.reference(shape, '', shape.name?.localName ?? 'Array', () => {
    const item = { anyOf: [shapeSchema(shape.item, definitions), { type: 'null' }] };
    const levels = shape.dimensions.reduce((sum, rank) => sum + rank, 0);
    return Array.from({ length: levels }).reduce<JsonSchema>((items) => ({ type: 'array', items }), item);
  });
}

/** The schema of an object itself, closed (OA-4). */
export function objectSchema(
  shape: ObjectShape,
  definitions: Definitions,
  reserved: ReservedKeys,
): JsonSchema {
  const properties: [string, JsonSchema][] = [];
  const required: string[] = [];
  if (reserved.root !== undefined) {
    properties.push(...Object.entries(reserved.root.properties));
    required.push(...reserved.root.required);
  }
  addReserved(reserved, properties, required);
  for (const attribute of shape.attributes) {
    properties.push([attribute.key, attributeSchema(attribute)]);
    if (attribute.required && attribute.default === undefined && attribute.fixed === undefined) {
      required.push(attribute.key);
    }
  }
  let clauses: readonly JsonSchema[] = [];
  if (shape.value !== undefined) {
    properties.push(['$value', namedSimple(shape.value, definitions)]);
    required.push('$value');
  } else {
    const content = contentSchema(shape, nameOf(shape), definitions);
    properties.push(...content.properties);
    required.push(...content.required);
    clauses = content.clauses;
  }
  if (shape.anyAttributes !== undefined) {
    properties.push(['$anyAttributes', { type: 'object', additionalProperties: { type: 'string' } }]);
  }
  return closedObject(properties, required, clauses, shape.documentation);
}

function addReserved(reserved: ReservedKeys, properties: [string, JsonSchema][], required: string[]): void {
  if (reserved.type !== undefined) {
    properties.push(['$type', { const: reserved.type.key }]);
    if (reserved.type.required) required.push('$type');
  }
  if (reserved.element !== undefined) {
    properties.push(['$element', { const: reserved.element }]);
    required.push('$element');
  }
}

function closedObject(
  properties: readonly [string, JsonSchema][],
  required: readonly string[],
  clauses: readonly JsonSchema[],
  description?: string,
): JsonSchema {
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    // fromEntries makes own properties of every name, `__proto__` too (VO-5).
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(clauses.length === 0 ? {} : { allOf: clauses }),
  };
}

interface ContentSchema {
  readonly properties: readonly [string, JsonSchema][];
  readonly required: readonly string[];
  readonly clauses: readonly JsonSchema[];
}

function contentSchema(scope: Scope, owner: string, definitions: Definitions): ContentSchema {
  if (scope.form !== 'plain') {
    const items = orderedEntries(scope, owner, definitions);
    return { properties: [['$content', { type: 'array', items }]], required: ['$content'], clauses: [] };
  }
  const properties = new Map<string, JsonSchema>();
  for (const { node, conditional } of leavesOf(scope)) {
    if (node.kind === 'element') {
      properties.set(node.member.key, memberSchema(node, definitions));
    } else if (node.kind === 'any') {
      properties.set(node.key, arraySchema(anyElement(definitions), node.min, node.max, conditional));
    } else {
      const entry = bodyReference(node.body, owner, node.key, definitions);
      properties.set(node.key, arraySchema(entry, node.min, node.max, conditional));
    }
  }
  return { properties: [...properties], ...contentConstraints(scope.content) };
}

type Leaf = ReturnType<typeof leavesOf>[number];

/** The leaves in schema order, with whether they stand in a choice or an optional group. */
function leavesOf(scope: Scope): readonly {
  readonly node: Exclude<Scope['content']['children'][number], { kind: 'sequence' | 'choice' }>;
  readonly conditional: boolean;
}[] {
  const leaves: { node: Leaf['node']; conditional: boolean }[] = [];
  foldPlan<{ node: Leaf['node']; conditional: boolean }[]>(
    scope.content,
    (node) => {
      const leaf = { node, conditional: false };
      leaves.push(leaf);
      return [leaf];
    },
    (group, children) => {
      const inside = children.flat();
      if (group.kind === 'choice' || group.optional) for (const leaf of inside) leaf.conditional = true;
      return inside;
    },
  );
  return leaves;
}

function bodyReference(body: Scope, owner: string, key: string, definitions: Definitions): JsonSchema {
  const name = `${owner}.${key.slice(1)}`;
  return definitions.reference(body, '', name, () => {
    const { properties, required, clauses } = contentSchema(body, name, definitions);
    return closedObject(properties, required, clauses);
  });
}

function anyElement(definitions: Definitions): JsonSchema {
  return definitions.reference(ANY_ELEMENT, '', 'AnyElement', () => ({
    ...ANY_ELEMENT,
    additionalProperties: shapeSchema({ kind: 'anyType' }, definitions),
  }));
}

/** MX-1, MX-2: text where it is mixed, and single-key objects. Their order is the mapper's to check (MX-3). */
function orderedEntries(scope: Scope, owner: string, definitions: Definitions): JsonSchema {
  return definitions.reference(scope, 'entry', `${owner}.entry`, () => {
    const properties = scope.members.map((member): [string, JsonSchema] => [
      member.key,
      elementSchema(member, definitions),
    ]);
    const entry = {
      type: 'object',
      properties: Object.fromEntries(properties),
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: hasWildcard(scope) ? shapeSchema({ kind: 'anyType' }, definitions) : false,
    };
    return scope.form === 'mixed' ? { anyOf: [{ type: 'string' }, entry] } : entry;
  });
}

function hasWildcard(scope: Scope): boolean {
  const pending: Scope[] = [scope];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { node } of leavesOf(next)) {
      if (node.kind === 'any') return true;
      if (node.kind === 'items') pending.push(node.body);
    }
  }
  return false;
}

function memberSchema({ member, min }: ElementNode, definitions: Definitions): JsonSchema {
  const element = elementSchema(member, definitions);
  if (!member.array) return element;
  const least = member.conditional ? min : member.min;
  return arraySchema(element, least, member.max, member.conditional);
}

/** Where an array may be absent as a whole, an empty one says nothing and is left out (CM-11, N). */
function arraySchema(items: JsonSchema, min: number, max: number, conditional: boolean): JsonSchema {
  const least = conditional ? Math.max(min, 1) : min;
  return {
    type: 'array',
    items,
    ...(least > 0 ? { minItems: least } : {}),
    ...(max <= MAX_ITEMS ? { maxItems: max } : {}),
  };
}

/** One value of an element: its own type or that of a substitute, or nil. */
export function elementSchema(member: ElementMember, definitions: Definitions): JsonSchema {
  const { shape, substitution, nillable, documentation } = member;
  const alternatives = substitution?.abstract === true ? [] : [shapeSchema(shape, definitions)];
  if (nillable) alternatives.push({ type: 'null' }, ...nilObject(shape, definitions, NO_KEYS));
  for (const substitute of substitution?.members ?? []) {
    const reserved = { element: substitute.key };
    alternatives.push(substituteSchema(substitute.shape, definitions, substitute.key));
    if (!substitute.nillable) continue;
    const withAttributes = nilObject(substitute.shape, definitions, reserved);
    alternatives.push(...(withAttributes.length > 0 ? withAttributes : [nilKeys([], reserved)]));
  }
  return {
    ...oneOfThese(alternatives),
    ...(documentation === undefined ? {} : { description: documentation }),
    ...valueConstraints(shape, member),
  };
}

/** `anyOf` must not be empty: an abstract type without derived types has no value at all. */
export function oneOfThese(alternatives: readonly JsonSchema[]): JsonSchema {
  const [only] = alternatives;
  if (only === undefined) return { not: {} };
  return alternatives.length === 1 ? only : { anyOf: alternatives };
}

/** SG-1: objects carry `$element` beside their members, other values stand in `$value`. */
function substituteSchema(shape: Shape, definitions: Definitions, element: string): JsonSchema {
  if (shape.kind === 'object' || shape.kind === 'polymorphic')
    return shapeSchema(shape, definitions, { element });
  const properties: [string, JsonSchema][] = [
    ['$element', { const: element }],
    ['$value', shapeSchema(shape, definitions)],
  ];
  return closedObject(properties, ['$element', '$value'], []);
}

/** NL-5: a nil element that keeps its attributes. */
function nilObject(shape: Shape, definitions: Definitions, reserved: ReservedKeys): JsonSchema[] {
  const object = shape.kind === 'polymorphic' ? shape.declared : shape;
  if (object.kind !== 'object' || (object.attributes.length === 0 && object.anyAttributes === undefined))
    return [];
  const variant = `nil ${reserved.element ?? ''}`;
  return [
    definitions.reference(object, variant, `${nameOf(object)}.nil`, () =>
      nilKeys(object.attributes, reserved),
    ),
  ];
}

function nilKeys(attributes: readonly AttributeMember[], reserved: ReservedKeys): JsonSchema {
  const properties: [string, JsonSchema][] = [['$nil', { const: true }]];
  const required = ['$nil'];
  addReserved(reserved, properties, required);
  for (const attribute of attributes) {
    properties.push([attribute.key, attributeSchema(attribute)]);
    if (attribute.required && (attribute.default ?? attribute.fixed) === undefined)
      required.push(attribute.key);
  }
  return closedObject(properties, required, []);
}

function attributeSchema(attribute: AttributeMember): JsonSchema {
  const { documentation, shape } = attribute;
  return {
    ...simpleSchema(shape, 'attribute'),
    ...(documentation === undefined ? {} : { description: documentation }),
    ...valueConstraints(shape, attribute),
  };
}

/** OA-8. Of dates equal values can be written in several ways, so a fixed one is no `const`. */
function valueConstraints(
  shape: Shape,
  { default: given, fixed }: { default?: string; fixed?: string },
): JsonSchema {
  const lexical = fixed ?? given;
  if (lexical === undefined || !isSimple(shape)) return {};
  const value = valueOfLexical(shape, lexical, DEFAULT_LIMITS);
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return { 'x-xsd-default': lexical };
  if (fixed === undefined) return { default: value };
  const exact = shape.kind === 'scalar' && !shape.lexical && !DATES.has(BUILTIN_TYPES[shape.builtin].family);
  return exact ? { const: value, default: value } : { 'x-xsd-fixed': lexical, default: value };
}

const DATES: ReadonlySet<string> = new Set(['date', 'duration']);

function isSimple(shape: Shape): shape is SimpleShape {
  return shape.kind === 'scalar' || shape.kind === 'list' || shape.kind === 'union';
}
