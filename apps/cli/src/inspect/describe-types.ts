import type { ElementMember, ObjectShape, OperationShapes, Shape } from '@soapstone/json-xml-mapper/shapes';
import { defined } from '@soapstone/options/defined';
import { clarkName } from '@soapstone/soap-model';
import { type FieldDescription, fieldsOf, typeText } from './describe-shape.js';

/** A named type of the schema: an object with its fields, or a simple type with its values. */
export interface TypeDescription {
  /** The local name; several namespaces may have the same. */
  readonly name: string;
  readonly namespace: string;
  readonly documentation?: string;
  /** The types that `xsi:type` can select instead. */
  readonly variants?: readonly string[];
  /** The fields of an object. */
  readonly fields?: readonly FieldDescription[];
  /** The built-in type of a simple type. */
  readonly type?: string;
  /** The values of an enumeration. */
  readonly values?: readonly string[];
}

/**
 * Returns the named types that the messages of all operations use, directly or through other types, sorted by name. Each is listed
 * once, because Shapes are cyclic.
 */
export function describeTypes(shapes: OperationShapes): TypeDescription[] {
  const found = new Map<string, TypeDescription>();
  const seen = new Set<Shape>();
  const waiting: Shape[] = [];
  const add = (shape: Shape | undefined): void => {
    if (shape === undefined || seen.has(shape)) return;
    seen.add(shape);
    waiting.push(shape);
  };
  for (const name of shapes.names) {
    const { input, output, faults } = shapes.get(name).shape;
    for (const message of [input, output]) {
      add(message?.root);
      add(message?.headers);
    }
    for (const fault of faults) add(fault.detail.shape);
  }
  for (let shape = waiting.pop(); shape !== undefined; shape = waiting.pop()) {
    const described = describeType(shape);
    if (described !== undefined) {
      found.set(clarkName({ namespace: described.namespace, localName: described.name }), described);
    }
    for (const below of shapesBelow(shape)) add(below);
  }
  return [...found.values()].sort(
    (one, other) => compare(one.name, other.name) || compare(one.namespace, other.namespace),
  );
}

function describeType(shape: Shape): TypeDescription | undefined {
  const named = shape.kind === 'polymorphic' ? shape.declared : shape;
  if (!('name' in named) || named.name === undefined) return undefined;
  const { namespace, localName } = named.name;
  const head = {
    name: localName,
    namespace,
    ...('documentation' in named && named.documentation !== undefined
      ? { documentation: named.documentation }
      : {}),
  };
  switch (named.kind) {
    case 'object':
      return {
        ...head,
        ...(shape.kind === 'polymorphic' ? { variants: shape.variants.map(({ key }) => key) } : {}),
        fields: fieldsOf(named),
      };
    case 'scalar': {
      const { enumeration } = named.facets;
      return { ...head, type: named.builtin, ...defined({ values: enumeration }) };
    }
    case 'list':
      return { ...head, type: `${typeText(named.item)}[]` };
    case 'union':
      return { ...head, type: named.members.map(typeText).join(' | ') };
    case 'soapArray':
      return { ...head, type: typeText(named) };
    default:
      return undefined;
  }
}

function shapesBelow(shape: Shape): Shape[] {
  switch (shape.kind) {
    case 'object':
      return objectParts(shape);
    case 'polymorphic':
      return [...objectParts(shape.declared), ...shape.variants.map((variant) => variant.shape)];
    case 'list':
      return [shape.item];
    case 'union':
      return [...shape.members];
    case 'soapArray':
      return [shape.item];
    case 'lifted':
      return [shape.member.shape];
    default:
      return [];
  }
}

function objectParts({ attributes, members, value }: ObjectShape): Shape[] {
  return [
    ...attributes.map((attribute) => attribute.shape),
    ...members.map((member: ElementMember) => member.shape),
    ...(value === undefined ? [] : [value]),
  ];
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
