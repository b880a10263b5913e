import type { JsonSchema } from '../api.js';
import type { HeadersShape, MessageShape, OperationShape, Shape } from '../shape/shape.js';
import { nilObject, nilSubstitute } from './element-schema.js';
import { oneOfThese, type ReservedKeys } from './object-parts.js';
import type { SchemaContext } from './schema-context.js';
import { createSchemaContext, objectSchema } from './shape-schema.js';

/**
 * JSON Schema 2020-12 of a message (OA-10): of the object that an input is, or that a result is. It refers to nothing
 * outside itself; what it cannot say it says with `x-xsd-…`, and the mapper enforces.
 */
export function messageJsonSchema(
  message: MessageShape,
  direction: 'input' | 'output',
  operation: Pick<OperationShape, 'globalElementNames'>,
  allowUndeclaredHeaders = false,
): JsonSchema {
  const context = createSchemaContext(
    message.encoded,
    direction === 'input' ? operation.globalElementNames : undefined,
  );
  const root = rootSchema(message, rootKeys(message, direction, context, allowUndeclaredHeaders), context);
  const $defs = context.definitions.settle();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...root,
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

function rootSchema(message: MessageShape, root: RootKeys, context: SchemaContext): JsonSchema {
  const { record } = message;
  const alternatives: JsonSchema[] = [];
  if (record?.substitution?.abstract !== true) {
    alternatives.push(...rootObjects(record?.shape ?? message.root, context, { root }));
  }
  for (const { key, shape } of record?.substitution?.members ?? []) {
    alternatives.push(...rootObjects(shape, context, { root, element: key }));
  }
  alternatives.push(...withoutRecord(message, root, context));
  return oneOfThese(alternatives);
}

/** The alternatives of a root: one object, or one per type (PY-6). */
function rootObjects(shape: Shape, context: SchemaContext, reserved: ReservedKeys): readonly JsonSchema[] {
  if (shape.kind === 'object') return [objectSchema(shape, context, reserved)];
  if (shape.kind !== 'polymorphic') return [];
  const type = { key: shape.declaredKey, required: false };
  return [
    ...(shape.abstract ? [] : [objectSchema(shape.declared, context, { ...reserved, type })]),
    ...shape.variants.map((variant) =>
      objectSchema(variant.shape, context, { ...reserved, type: { key: variant.key, required: true } }),
    ),
  ];
}

/** UW-5: a result whose record is missing or nil, or whose body element is nil; a nil one may keep attributes (NL-5). */
function withoutRecord(message: MessageShape, root: RootKeys, context: SchemaContext): readonly JsonSchema[] {
  const mayMiss = message.record?.min === 0;
  const mayBeNil = message.record === undefined ? message.nillable : message.record.nillable;
  if (!mayMiss && !mayBeNil) return [];
  const required = [...root.required, ...(mayMiss ? [] : ['$nil'])];
  return [
    {
      type: 'object',
      properties: { ...(mayBeNil ? { $nil: { const: true } } : {}), ...root.properties },
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    ...(mayBeNil ? nilObject(message.record?.shape ?? message.root, context, { root }) : []),
    ...(message.record?.substitution?.members ?? [])
      .filter(({ nillable }) => nillable)
      .flatMap(({ key, shape }) => nilSubstitute(shape, context, { root, element: key })),
  ];
}

/** Blocks are literal or encoded each for itself, whatever the Body is (EN-9). */
function headersContext(
  { encodedBlocks }: HeadersShape,
  { definitions, globalElementNames }: SchemaContext,
): SchemaContext {
  const literal = createSchemaContext(false, globalElementNames, definitions);
  const encoded = createSchemaContext(true, globalElementNames, definitions);
  return { ...literal, of: ({ key }) => (encodedBlocks.has(key) ? encoded : literal) };
}

type RootKeys = NonNullable<ReservedKeys['root']>;

/** `$headers` and `$attachments` of the root (HD-1, AT-3). Headers of a response are no part of its result (HD-6). */
function rootKeys(
  message: MessageShape,
  direction: 'input' | 'output',
  context: SchemaContext,
  allowUndeclaredHeaders: boolean,
): RootKeys {
  const properties: { [key: string]: JsonSchema } = {};
  const required: string[] = [];
  const { headers, attachments } = message;
  if (headers !== undefined && direction === 'input') {
    const declared = objectSchema(headers, headersContext(headers, context), {});
    // HD-4: other blocks have Clark names and untyped values.
    properties['$headers'] = allowUndeclaredHeaders ? { ...declared, additionalProperties: true } : declared;
    if (headers.members.some((member) => member.min > 0)) required.push('$headers');
  }
  if (headers === undefined && direction === 'input' && allowUndeclaredHeaders)
    properties['$headers'] = { type: 'object' };
  if (attachments.length > 0) {
    const names = attachments.map(({ name }) => name);
    properties['$attachments'] = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, context.shape({ kind: 'attachment' })])),
      required: names,
      additionalProperties: false,
    };
    required.push('$attachments');
  }
  return { properties, required };
}
