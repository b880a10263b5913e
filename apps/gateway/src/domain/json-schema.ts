import { defined } from '@soapstone/options/defined';
import {
  type Static,
  type TArray,
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

export function arrayOf<Items extends Schema>(items: Items): TArray<Items> {
  return Type.Array(items);
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

/** Refers to a component of the API description. */
export function component(name: string): TUnsafe<unknown> {
  return Type.Unsafe({ $ref: `#/components/schemas/${name}` });
}

/** An object without members: the response to a change that returns nothing. */
export const EMPTY_OBJECT: TObject<Record<never, never>> = object({});
