import type {
  ElementMember,
  MessageShape,
  ObjectShape,
  PolymorphicShape,
  Shape,
} from '@soapstone/json-xml-mapper/shapes';
import { defined } from '@soapstone/options/defined';

/** A key of a JSON object with a description of its value. */
export interface FieldDescription {
  readonly key: string;
  /** The type's name or its structure: `int`, `User`, `"a" | "b"`, `string[]`. */
  readonly type: string;
  readonly required: boolean;
  readonly array: boolean;
  readonly nullable: boolean;
  readonly documentation?: string;
}

/** A description of a message. */
export interface MessageDescription {
  /** The element in the Body, in Clark notation. */
  readonly element?: string;
  /** The JSON root: the name of its type, or `object`. */
  readonly type: string;
  readonly fields: readonly FieldDescription[];
  readonly headers?: readonly FieldDescription[];
  readonly attachments?: readonly string[];
}

/** The number of enumeration values to list; a longer enumeration is named by its base. */
const MAX_VALUES = 8;

/** Describes an input, or the `result` of an output, which skips the unwrapped record (UW-4). */
export function describeMessage(message: MessageShape, side: 'input' | 'result'): MessageDescription {
  const { record } = message;
  const unwrapped = side === 'result' && record !== undefined ? objectOf(record.shape) : undefined;
  const root = unwrapped ?? objectOf(message.root);
  return {
    ...(message.name === undefined ? {} : { element: clark(message.name) }),
    type: unwrapped !== undefined && record !== undefined ? typeText(record.shape) : typeText(message.root),
    fields: root === undefined ? [] : fieldsOf(root),
    ...(message.headers === undefined ? {} : { headers: fieldsOf(message.headers) }),
    ...(message.attachments.length === 0 ? {} : { attachments: message.attachments.map(({ name }) => name) }),
  };
}

/** The keys of an object in writing order (VO-6). */
export function fieldsOf(object: ObjectShape): FieldDescription[] {
  const fields: FieldDescription[] = object.attributes.map((attribute) => ({
    key: attribute.key,
    type: typeText(attribute.shape),
    required: attribute.required && attribute.default === undefined && attribute.fixed === undefined,
    array: false,
    nullable: false,
    ...documented(attribute),
  }));
  if (object.value !== undefined) {
    fields.push({
      key: '$value',
      type: typeText(object.value),
      required: true,
      array: false,
      nullable: false,
    });
  }
  if (object.form !== 'plain') {
    const type = object.form === 'mixed' ? 'text and elements' : 'elements in order';
    fields.push({ key: '$content', type, required: true, array: true, nullable: false });
    return fields;
  }
  const pending = [...object.content.children];
  const seen = new Set<string>();
  for (let node = pending.shift(); node !== undefined; node = pending.shift()) {
    if (node.kind === 'sequence') pending.unshift(...node.children);
    else if (node.kind === 'choice') pending.unshift(...node.branches);
    else if (node.kind === 'element') {
      if (!seen.has(node.member.key)) fields.push(fieldOf(node.member));
      seen.add(node.member.key);
    } else {
      const type = node.kind === 'any' ? 'any element' : 'group';
      fields.push({ key: node.key, type, required: node.min > 0, array: true, nullable: false });
    }
  }
  return fields;
}

function fieldOf(member: ElementMember): FieldDescription {
  const isFilled = !member.array && (member.default !== undefined || member.fixed !== undefined);
  return {
    key: member.key,
    type:
      member.substitution === undefined ? typeText(member.shape) : `${typeText(member.shape)} or substitute`,
    required: member.min > 0 && !member.conditional && !isFilled,
    array: member.array,
    nullable: member.nillable,
    ...documented(member),
  };
}

/** Describes a value briefly. Never descends into an object, because Shapes are cyclic. */
export function typeText(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar': {
      const { enumeration } = shape.facets;
      if (shape.name !== undefined) return shape.name.localName;
      if (enumeration === undefined || enumeration.length > MAX_VALUES) return shape.builtin;
      return enumeration
        .map((value) => (shape.json === 'string' ? JSON.stringify(value) : value))
        .join(' | ');
    }
    case 'list':
      return shape.name?.localName ?? `${parenthesised(typeText(shape.item))}[]`;
    case 'union':
      return shape.name?.localName ?? shape.members.map(typeText).join(' | ');
    case 'object':
      return shape.name?.localName ?? 'object';
    case 'polymorphic':
      return `${shape.declared.name?.localName ?? 'object'}${shape.variants.length === 0 ? '' : ' or derived'}`;
    case 'soapArray': {
      const levels = Math.max(
        1,
        shape.dimensions.reduce((sum, rank) => sum + rank, 0),
      );
      return `${shape.itemType.localName}${'[]'.repeat(levels)}`;
    }
    case 'lifted': {
      const { array, shape: inner } = shape.member;
      return array ? `${parenthesised(typeText(inner))}[]` : typeText(inner);
    }
    case 'anySimpleType':
      return 'anySimpleType';
    case 'anyType':
      return 'any';
    case 'attachment':
      return 'attachment';
  }
}

function parenthesised(text: string): string {
  return text.includes(' ') ? `(${text})` : text;
}

function objectOf(shape: Shape): ObjectShape | undefined {
  if (shape.kind === 'polymorphic') return (shape satisfies PolymorphicShape).declared;
  return shape.kind === 'object' ? shape : undefined;
}

function documented({ documentation }: { readonly documentation?: string }): { documentation?: string } {
  return defined({ documentation });
}

function clark({ namespace, localName }: { readonly namespace: string; readonly localName: string }): string {
  return namespace === '' ? localName : `{${namespace}}${localName}`;
}
