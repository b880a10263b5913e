import { XSD } from '@soapstone/soap-model/namespaces';
import type { JsonObject, JsonValue } from '../api/values.js';
import { type InputObject, isInputObject, isRawValue, memberOf } from '../explain/json-input.js';
import { readAnyName } from '../explain/keys/any-name.js';
import { typeNameOf } from '../explain/types/type-name.js';
import { type UntypedScalar, untypedScalar } from '../scalar/any-simple-codec.js';
import { SCHEMA_NAMES } from '../scalar/simple-codec.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { Shape } from '../shape/shape.js';
import { appendText, type NormaliseContext, newObject } from './context.js';
import { normaliseMember } from './normalise-member.js';

/** N 8: untyped values in ordered form, numbers and booleans with their types. */
export function normaliseUntyped(value: unknown, context: NormaliseContext, lookup: boolean): JsonValue {
  if (value === null || typeof value === 'string') return value;
  const scalar = untypedScalar(value, context.limits);
  if (scalar !== undefined) return context.declared ? scalar.text : typedScalar(scalar, context);
  if (Array.isArray(value) && context.use === 'encoded') {
    return value.map((item) => normaliseAnyType(item, context));
  }
  if (!isInputObject(value)) return null;
  if (isRawValue(value)) return newObject({ $xml: memberOf(value, '$xml') as string });
  return (
    normaliseTypedArray(value, context) ??
    normaliseTyped(value, context) ??
    normaliseContent(value, context, lookup)
  );
}

/** The value of an element that the schema declares as xs:anyType: text alone has a type too (AN-7). */
export function normaliseAnyType(value: unknown, context: NormaliseContext): JsonValue {
  const normal = normaliseUntyped(value, context, true);
  return typeof normal === 'string' ? typedString(normal) : normal;
}

/** AN-7: a string with its type. */
export function typedString(text: string): JsonObject {
  return newObject({ $type: 'xs:string', $value: text });
}

/** An element that the input names: by its declaration if there is one (AN-1). */
export function normaliseNamed(
  key: string,
  value: unknown,
  context: NormaliseContext,
  lookup: boolean,
): JsonValue {
  const name = lookup ? readAnyName(key) : undefined;
  const member = name && context.operation.globalElement(name, context.use);
  return member === undefined
    ? normaliseUntyped(value, context, lookup)
    : normaliseMember(member, value, context.declared ?? context);
}

/** `{ $type, … }` with the type in its short spelling; `undefined` if there is no `$type`. */
export function normaliseTyped(value: InputObject, context: NormaliseContext): JsonObject | undefined {
  const { operation } = context;
  const key = memberOf(value, '$type');
  const name = typeof key === 'string' ? operation.typeOfKey(key) : undefined;
  const shape = name && operation.namedType(name, context.use);
  if (name === undefined || shape === undefined) return undefined;
  const lead = newObject({ $type: operation.typeKey(name) });
  if (hasMembers(shape)) return newObject(lead, context.value(shape, value) as JsonObject);
  return newObject(lead, { $value: context.value(shape, memberOf(value, '$value')) });
}

/** EN-2: in rpc/encoded a value that is called an array is read as one, its items with the types that they state. */
function normaliseTypedArray(value: InputObject, context: NormaliseContext): JsonValue | undefined {
  const { operation, use } = context;
  const key = memberOf(value, '$type');
  const name = use === 'encoded' && typeof key === 'string' ? operation.typeOfKey(key) : undefined;
  const shape = name && operation.namedType(name, context.use);
  if (shape?.kind !== 'soapArray') return undefined;
  const { item } = shape;
  const nested = (items: unknown, levels: number): JsonValue => {
    if (levels === 0) return typedItem(item, items, context);
    return Array.isArray(items) ? items.map((each) => nested(each, levels - 1)) : null;
  };
  const levels = shape.dimensions.reduce((sum, rank) => sum + rank, 0);
  return nested(memberOf(value, '$value'), levels);
}

function typedItem(item: Shape, value: unknown, context: NormaliseContext): JsonValue {
  const normal = value === null ? null : context.value(item, value);
  const key = typeKeyOf(item, context.operation);
  if (normal === null || key === undefined || (isInputObject(normal) && '$type' in normal)) return normal;
  const lead = newObject({ $type: key });
  return isInputObject(normal) ? newObject(lead, normal as JsonObject) : newObject(lead, { $value: normal });
}

function typeKeyOf(shape: Shape, operation: OperationShape): string | undefined {
  if (shape.kind === 'polymorphic') return shape.declaredKey;
  const name = typeNameOf(shape);
  return name && operation.typeKey(name);
}

/** AN-7: a number or boolean with its apparent type. */
export function typedScalar(scalar: UntypedScalar, context: NormaliseContext): JsonObject {
  const shape = context.operation.namedType({ namespace: XSD, localName: scalar.builtin }, context.use);
  const isSimple = shape?.kind === 'scalar';
  const value = isSimple ? context.codec(shape).parse(scalar.text, SCHEMA_NAMES) : undefined;
  return newObject({ $type: `xs:${scalar.builtin}`, $value: value ?? scalar.text });
}

/** Attributes and `$content`; text alone is a string (AN-6). A remaining `$type` names an unknown type (PY-7). */
function normaliseContent(value: InputObject, context: NormaliseContext, lookup: boolean): JsonValue {
  const object = newObject();
  const content: JsonValue[] = [];
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    if (key.startsWith('@')) object[key] = String(member);
    else if (key === '$content') appendEntries(content, member, context, lookup);
    else if (!key.startsWith('$')) {
      for (const item of Array.isArray(member) ? member : [member]) {
        content.push(newObject({ [key]: normaliseNamed(key, item, context, lookup) }));
      }
    }
  }
  const hasAttributes = Object.keys(object).length > 0;
  const type = memberOf(value, '$type');
  const lead = newObject(typeof type === 'string' ? { $type: type } : {});
  if (memberOf(value, '$nil') === true) return hasAttributes ? newObject({ $nil: true }, object) : null;
  if (!hasAttributes && content.every((entry) => typeof entry === 'string')) {
    return type === undefined ? content.join('') : newObject(lead, { $content: content });
  }
  // White space between elements is layout (AN-6).
  const visible = content.filter((entry) => typeof entry !== 'string' || /[^ \t\n\r]/.test(entry));
  return newObject(lead, object, { $content: visible });
}

function appendEntries(
  content: JsonValue[],
  entries: unknown,
  context: NormaliseContext,
  lookup: boolean,
): void {
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (typeof entry === 'string') {
      appendText(content, entry);
    } else if (isInputObject(entry)) {
      const [key = ''] = Object.keys(entry);
      content.push(newObject({ [key]: normaliseNamed(key, entry[key], context, lookup) }));
    }
  }
}

function hasMembers(shape: Shape): boolean {
  return shape.kind === 'object' || shape.kind === 'polymorphic';
}
