import { defined } from '@soapstone/options/defined';
import {
  type Static,
  type TArrayOptions,
  type TBoolean,
  type TInteger,
  type TNull,
  type TObject,
  type TObjectOptions,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  type TUnion,
  type TUnknown,
  type TUnsafe,
  Type,
} from 'typebox';

/** A JSON Schema as plain data, which also carries the static type of its values: see decision 0036. */
export type Schema = TSchema;

/** The static type of the values of a schema. */
export type ValueOf<Of extends Schema> = Static<Of>;

export const TEXT: TString = Type.String();
/** A text in an optional member that is not sent if it is undefined. */
export const SOME_TEXT: TUnsafe<string | undefined> = Type.Unsafe<string | undefined>(Type.String());
export const INTEGER: TInteger = Type.Integer();
export const BOOLEAN: TBoolean = Type.Boolean();
/** RFC 3339, UTC. */
export const INSTANT: TString = Type.String({ format: 'date-time' });
/** Any JSON value. */
export const ANY: TUnknown = Type.Unknown();

type Optional<Members extends TProperties> = { [Name in keyof Members]: TOptional<Members[Name]> };

/** A closed object. Members of `optional` may be missing; all others are always present. */
export function object<Members extends TProperties, Others extends TProperties = Record<never, never>>(
  members: Members,
  optional?: Others,
  options: TObjectOptions = {},
): TObject<Members & Optional<Others>> {
  const others = Object.fromEntries(
    Object.entries(optional ?? {}).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as Optional<Others>;
  return Type.Object({ ...members, ...others }, { additionalProperties: false, ...options });
}

export function arrayOf<Items extends Schema>(
  items: Items,
  options: TArrayOptions = {},
): TUnsafe<readonly ValueOf<Items>[]> {
  return Type.Unsafe<readonly ValueOf<Items>[]>(Type.Array(items, options));
}

/** One of the given texts, or null if it is among them. */
export function enumOf<const Value extends string | null>(
  values: readonly Value[],
  description?: string,
): TUnsafe<Value> {
  return Type.Unsafe<Value>({ enum: values, ...defined({ description }) });
}

/** The schema, or null. */
export function nullable<Of extends Schema>(schema: Of): TUnion<[Of, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** An object with any members. */
export const OPEN_OBJECT: TUnsafe<object> = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
});

/** The member of a reference that has what it refers to. It is not enumerable, so it is never sent or printed. */
const DEFINITION = '~definition';

/**
 * Names a schema in the description of the API. The returned schema refers to it by that name, and has the static type of its values.
 *
 * @param name unique in the description
 */
export function component<Of extends Schema>(name: string, schema: Of): TUnsafe<ValueOf<Of>> {
  const reference = Type.Unsafe<ValueOf<Of>>({ $ref: `#/components/schemas/${name}` });
  return Object.defineProperty(reference, DEFINITION, { value: { name, schema } });
}

/** Returns the components that schemas refer to, directly or through other components, by name. */
export function componentsOf(schemas: readonly Schema[]): Readonly<Record<string, Schema>> {
  const found = new Map<string, Schema>();
  const waiting: unknown[] = [...schemas];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { [DEFINITION]: defined } = next as { [DEFINITION]?: { name: string; schema: Schema } };
    if (defined === undefined) waiting.push(...Object.values(next));
    else if (!found.has(defined.name))
      waiting.push(found.set(defined.name, defined.schema).get(defined.name));
  }
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** An object without members: the response to a change that returns nothing. */
export const EMPTY_OBJECT: TObject<Record<never, never>> = object({});
