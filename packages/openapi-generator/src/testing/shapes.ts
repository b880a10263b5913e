import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  ElementNode,
  Facets,
  ObjectShape,
  ScalarShape,
  Scope,
  SequenceNode,
  Shape,
  SimpleShape,
} from '@soapstone/json-xml-mapper/shapes';
import type { BuiltinTypeName } from '@soapstone/soap-model';

/** Shapes written by hand, for tests of one projection at a time. */

/** The namespace of the literals. */
export const T = 'urn:t';

const BOOLEAN: readonly BuiltinTypeName[] = ['boolean'];
const NUMBERS: readonly BuiltinTypeName[] = [
  ...(['byte', 'short', 'int', 'long', 'integer', 'decimal', 'float', 'double'] as const),
  ...(['unsignedByte', 'unsignedShort', 'unsignedInt', 'unsignedLong'] as const),
  ...(['nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger'] as const),
];

/** An atomic shape with the JSON type that its built-in suggests. */
export function scalar(
  builtin: BuiltinTypeName,
  facets: Partial<Facets> = {},
  rest: Partial<ScalarShape> = {},
): ScalarShape {
  const json = BOOLEAN.includes(builtin) ? 'boolean' : NUMBERS.includes(builtin) ? 'number' : 'string';
  const whiteSpace =
    builtin === 'string' ? 'preserve' : builtin === 'normalizedString' ? 'replace' : 'collapse';
  return {
    kind: 'scalar',
    builtin,
    json,
    lexical: false,
    facets: { whiteSpace, patterns: [], ...facets },
    ...rest,
  };
}

export const STRING: ScalarShape = scalar('string');
export const INT: ScalarShape = scalar('int');

/** One place of an element, and its member: optional with `min: 0`, an array with `max` above 1. */
export function el(key: string, shape: Shape, rest: Partial<ElementMember> = {}): ElementNode {
  const { min = 1, max = 1 } = rest;
  const member: ElementMember = {
    key,
    name: { namespace: T, localName: key },
    shape,
    nillable: false,
    array: max > 1,
    conditional: false,
    ...rest,
    min,
    max,
  };
  return { kind: 'element', member, min, max };
}

export function optional(key: string, shape: Shape, rest: Partial<ElementMember> = {}): ElementNode {
  return el(key, shape, { min: 0, ...rest });
}

export function seq(...children: readonly ContentNode[]): SequenceNode {
  return { kind: 'sequence', optional: false, unordered: false, children };
}

/** The scope of a plan: its members are the elements of the plan, once each. */
function scopeOf(content: SequenceNode, form: Scope['form'] = 'plain'): Scope {
  const members = new Map<string, ElementMember>();
  const pending: ContentNode[] = [content];
  for (let node = pending.shift(); node !== undefined; node = pending.shift()) {
    if (node.kind === 'element') members.set(node.member.key, node.member);
    else if (node.kind === 'sequence') pending.unshift(...node.children);
    else if (node.kind === 'choice') pending.unshift(...node.branches);
  }
  return { form, members: [...members.values()], content };
}

/** An object with this content. A string names its type in `urn:t`. */
export function object(
  name: string | readonly string[],
  content: SequenceNode = seq(),
  rest: Partial<ObjectShape> = {},
): ObjectShape {
  return {
    kind: 'object',
    ...(typeof name === 'string' ? { name: { namespace: T, localName: name } } : { path: name }),
    attributes: [],
    ...scopeOf(content, rest.form),
    ...rest,
  };
}

export function attribute(
  localName: string,
  shape: SimpleShape,
  rest: Partial<AttributeMember> = {},
): AttributeMember {
  return {
    key: `@${localName}`,
    name: { namespace: '', localName },
    shape,
    required: false,
    ...rest,
  };
}
