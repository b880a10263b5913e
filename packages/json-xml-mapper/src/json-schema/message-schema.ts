import { assertOptions } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type { JsonSchemaOptions } from '../api/operation.js';
import type { JsonSchema } from '../api/values.js';
import { messageArgument } from '../shape/message-argument.js';
import type { HeadersShape, MessageShape, OperationShape } from '../shape/operation-shape.js';
import type { ElementMember, ObjectShape, Shape } from '../shape/shape.js';
import { isDemanded } from './content/attribute-schema.js';
import { contentConstraints } from './content/content-constraints.js';
import { elementSchema } from './content/element-schema.js';
import { nilObjects } from './content/nil-schema.js';
import { objectSchema } from './content/object-schema.js';
import { NO_RECORD } from './content/well-known-schemas.js';
import { nameInOrder } from './context/component-names.js';
import {
  createState,
  type Direction,
  type ExtraMember,
  type SchemaContext,
  type Tag,
  wellKnown,
} from './context/schema-context.js';
import { anyOf, closedObject } from './context/schema-parts.js';
import { placed, SchemaRegistry } from './context/schema-registry.js';
import { createContext } from './projection-context.js';
import { valueConstraints } from './values/value-constraints.js';

/** The mapper's options for the messages of an operation, and the caller's options for their schema. */
export interface MessageSchemaOptions extends JsonSchemaOptions {
  readonly allowUndeclaredHeaders: boolean;
}

/**
 * JSON Schema 2020-12 of a message (OA-10): of the object that an input or a result is. It refers to nothing outside itself.
 * Constraints that JSON Schema cannot express are stated with `x-xsd-…` and enforced by the mapper.
 */
export function messageJsonSchema(
  message: MessageShape,
  direction: Direction,
  operation: Pick<OperationShape, 'globalElementNames'>,
  { allowUndeclaredHeaders, nulls, most }: MessageSchemaOptions,
): JsonSchema {
  const registry = new SchemaRegistry('#/$defs/', most);
  const absentAsNull = direction === 'input' && nulls !== 'nil';
  const state = createState(registry, { audience: 'validators', absentAsNull });
  const names = direction === 'input' ? operation.globalElementNames : undefined;
  const context = createContext(state, message.encoded, names);
  const extras = extrasOf(context, message, direction);
  const headers =
    direction === 'input' ? headersMember(context, message.headers, allowUndeclaredHeaders) : [];
  const root = messageSchema(context, message, [...headers, ...extras], 'inline');
  const $defs = registry.finish(nameInOrder());
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...root,
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

/** `$headers` of a request (HD-1). HD-4: undeclared blocks have Clark names and untyped values. */
function headersMember(
  context: SchemaContext,
  headers: HeadersShape | undefined,
  allowUndeclared: boolean,
): readonly ExtraMember[] {
  if (headers === undefined && !allowUndeclared) return [];
  const declared = headers === undefined ? { type: 'object' } : headersSchema(context, headers);
  const required = headers?.members.some((member) => member.min > 0) === true;
  const schema = allowUndeclared ? { ...declared, additionalProperties: true } : declared;
  const nullable = context.state.options.absentAsNull && !required;
  return [{ key: '$headers', schema: placed(schema, { nullable }), required }];
}

/** Header blocks as one object; each is literal or encoded independently of the Body (EN-9). */
export function headersSchema(context: SchemaContext, headers: HeadersShape): JsonSchema {
  const { state, globalElementNames } = context;
  const literal = createContext(state, false, globalElementNames);
  const encoded = createContext(state, true, globalElementNames);
  const each: SchemaContext = {
    ...literal,
    of: ({ key }: ElementMember) => (headers.encodedBlocks.has(key) ? encoded : literal),
  };
  return objectSchema(each, headers, [], []);
}

/**
 * `$attachments` (AT-3). A client must send every part that the binding names; a server may omit parts. Others have their Content-ID as
 * key (AT-7).
 */
export function extrasOf(
  context: SchemaContext,
  { attachments, undeclaredAttachments }: MessageShape,
  direction: Direction,
): readonly ExtraMember[] {
  if (attachments.length === 0 && undeclaredAttachments !== true) return [];
  const isSent = direction === 'input';
  const properties = attachments.map(({ name }): [string, JsonSchema] => [
    name,
    context.shape({ kind: 'attachment' }),
  ]);
  const declared = closedObject(properties, isSent ? attachments.map(({ name }) => name) : []);
  const schema =
    undeclaredAttachments === true
      ? { ...declared, additionalProperties: context.shape({ kind: 'attachment' }) }
      : declared;
  return [{ key: '$attachments', schema, required: isSent && attachments.length > 0 }];
}

/**
 * The JSON root of a message (§4.1, §4.2): the record if results are reduced to it, otherwise the root; and the objects that stand
 * for a missing one.
 *
 * @param extras further members of the root, which nothing else can share
 * @param root `inline`: always the object itself, even if it is a named type that could be referred to
 */
export function messageSchema(
  context: SchemaContext,
  message: MessageShape,
  extras: readonly ExtraMember[],
  root: 'inline' | 'shared',
): JsonSchema {
  const { record } = message;
  const missing = withoutRecord(context, message, extras);
  if (root === 'shared' && extras.length === 0) {
    const present =
      record === undefined
        ? context.shape(message.root, defined({ constraint: statedValue(message) }))
        : elementSchema(context, { ...record, nillable: false }, undefined);
    return anyOf([present, ...missing]);
  }
  const alternatives: JsonSchema[] = [];
  if (record?.substitution?.abstract !== true) {
    const constraint = record === undefined ? statedValue(message) : undefined;
    for (const object of rootObjects(context, record?.shape ?? message.root, [], extras))
      alternatives.push(constraint === undefined ? object : { allOf: [object, constraint] });
  }
  for (const { key, shape } of record?.substitution?.members ?? []) {
    alternatives.push(...rootObjects(context, shape, [elementTag(key)], extras));
  }
  return anyOf([...alternatives, ...missing]);
}

/** NL-4: what the fixed value of the Body element says about it. */
function statedValue({ root: shape, fixed }: MessageShape): JsonSchema | undefined {
  const element = { key: '', name: { namespace: '', localName: '' }, shape, nillable: false };
  return valueConstraints({ ...element, ...defined({ fixed }) }, false).ofValue;
}

function elementTag(value: string): Tag {
  return { key: '$element', value, required: true };
}

/** The alternatives of a root: one object, or one per type (PY-6). */
function rootObjects(
  context: SchemaContext,
  shape: Shape,
  tags: readonly Tag[],
  extras: readonly ExtraMember[],
): readonly JsonSchema[] {
  if (shape.kind === 'object') return [objectSchema(context, shape, tags, extras)];
  if (shape.kind !== 'polymorphic') return [context.shape(shape)];
  const typed = (object: ObjectShape, value: string, required: boolean): JsonSchema =>
    objectSchema(context, object, [{ key: '$type', value, required }, ...tags], extras);
  return [
    ...(shape.abstract ? [] : [typed(shape.declared, shape.declaredKey, false)]),
    ...shape.variants.map((variant) => typed(variant.shape, variant.key, true)),
  ];
}

/** UW-5: a result whose record is missing or nil, or whose body element is nil; a nil one may keep attributes (NL-5). */
function withoutRecord(
  context: SchemaContext,
  message: MessageShape,
  extras: readonly ExtraMember[],
): readonly JsonSchema[] {
  const { record, root } = message;
  const mayMiss = record !== undefined && (record.min === 0 || record.conditional);
  const mayBeNil = message.nillable || record?.nillable === true;
  if (!mayMiss && !mayBeNil) return [];
  // A request names the type even of a nil element, if the declared one is abstract (PY-3).
  const type = record?.shape ?? root;
  const needsType = context.globalElementNames !== undefined && type.kind === 'polymorphic' && type.abstract;
  const alternatives: JsonSchema[] = [];
  if (mayMiss || !needsType) alternatives.push(noRecord(context, mayMiss, mayBeNil && !needsType, extras));
  if (!mayBeNil) return alternatives;
  alternatives.push(...nilObjects(context, record?.shape ?? root, [], extras));
  for (const { key, shape, nillable } of record?.substitution?.members ?? []) {
    if (nillable) alternatives.push(...nilObjects(context, shape, [elementTag(key)], extras));
  }
  return alternatives;
}

function noRecord(
  { state }: SchemaContext,
  mayMiss: boolean,
  mayBeNil: boolean,
  extras: readonly ExtraMember[],
): JsonSchema {
  // Code generators get one name for it, regardless of the type of the record.
  const isNamed = mayBeNil || state.options.audience === 'code-generators';
  if (mayMiss && isNamed && extras.length === 0) {
    return state.registry.use(
      wellKnown(
        state,
        NO_RECORD,
        '',
        (names) => names.take('NoRecord'),
        () => NO_RECORD,
      ),
    );
  }
  return closedObject(
    [
      ...(mayBeNil ? [['$nil', { const: true }] as const] : []),
      ...extras.map(({ key, schema }) => [key, schema] as const),
    ],
    [...(mayMiss ? [] : ['$nil']), ...extras.flatMap(({ key, required }) => (required ? [key] : []))],
  );
}

/**
 * Whether `{}` is a valid input: then a POST needs no body (VE-7). Throws `OptionError` for anything but the shape of a message.
 *
 * @example
 * ```ts
 * const isRequired = !acceptsEmptyInput(operation.shape.input);
 * ```
 */
export function acceptsEmptyInput(message: MessageShape): boolean {
  assertOptions(messageArgument, message, 'acceptsEmptyInput', 'message');
  const { root, attachments } = message;
  if (attachments.length > 0 || (root.kind === 'polymorphic' && root.abstract)) return false;
  const object = root.kind === 'polymorphic' ? root.declared : root;
  if (object.value !== undefined || object.form !== 'plain' || object.attributes.some(isDemanded))
    return false;
  return contentConstraints(object.content, false).acceptsEmpty;
}
