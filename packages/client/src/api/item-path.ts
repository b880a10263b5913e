import type { JsonNumber, JsonValue } from '@soapstone/json-xml-mapper';

/** A path to a list: its keys, separated by dots or as an array. */
export type ItemPath = string | readonly string[];

/**
 * The type of the items of the list at a path in a result. `JsonValue` where the types do not say: untyped results, and paths that are
 * known only at run time.
 *
 * @example
 * ```ts
 * type User = ItemAt<Operations['ListUsers']['result'], 'users.user'>;
 * ```
 */
export type ItemAt<Result, Path extends ItemPath> =
  Keys<Path> extends infer Steps extends readonly string[] ? ItemOf<Walk<Result, Steps>> : JsonValue;

/**
 * `Path` if a list can be there. Otherwise the paths that differ from it in their first wrong key, so that the compiler's message names
 * them.
 */
export type CheckedPath<Result, Path extends ItemPath> =
  Keys<Path> extends infer Steps extends readonly string[]
    ? [ItemOf<Walk<Result, Steps>>] extends [never]
      ? Path extends string
        ? Joined<Nearest<Result, Steps>>
        : Nearest<Result, Steps>
      : Path
    : Path;

/** The keys of a path; `undefined` if they are known only at run time. */
type Keys<Path extends ItemPath> = Path extends string
  ? string extends Path
    ? undefined
    : Split<Path>
  : Path extends readonly string[]
    ? number extends Path['length']
      ? undefined
      : Path
    : undefined;

type Split<Path extends string> = Path extends `${infer Key}.${infer Rest}` ? [Key, ...Split<Rest>] : [Path];

/** `any`, `unknown`, `JsonValue` and objects with any key: only the data decides what is there. */
type IsOpen<Value> = unknown extends Value ? true : [JsonValue] extends [Value] ? true : false;

/** The value at the end of a path, lists included. Unions are walked member by member; `unknown` where the types say nothing. */
type Walk<Value, Steps extends readonly string[]> = Steps extends readonly [
  infer Key extends string,
  ...infer Rest extends readonly string[],
]
  ? IsOpen<Value> extends true
    ? unknown
    : Walk<MemberOf<Value, Key>, Rest>
  : Value;

/** The value of a member of an object, or of the items of a list. */
type MemberOf<Value, Key extends string> = Value extends readonly (infer Item)[]
  ? MemberOf<Item, Key>
  : Value extends Primitive
    ? never
    : Key extends keyof Value
      ? Value[Key]
      : never;

type Primitive = string | number | bigint | boolean | null | undefined;

/** The items of a list; `never` for a value that is not one. */
type ItemOf<Value> = [Value] extends [never]
  ? never
  : IsOpen<Value> extends true
    ? JsonValue
    : Value extends readonly (infer Item)[]
      ? Item
      : never;

/** The paths that begin with the right keys of `Steps` and continue with a key that may lead to a list. */
type Nearest<
  Value,
  Steps extends readonly string[],
  Done extends readonly string[] = [],
> = Steps extends readonly [infer Key extends string, ...infer Rest extends readonly string[]]
  ? [KeyTo<MemberOf<Value, Key>>] extends [never]
    ? [...Done, KeyTo<Value>]
    : Nearest<MemberOf<Value, Key>, Rest, [...Done, Key]>
  : [...Done, KeyTo<Value>];

/** The keys of an object, or of the items of a list, whose values are objects or lists. */
type KeyTo<Value> = Value extends readonly (infer Item)[]
  ? KeyTo<Item>
  : Value extends Leaf
    ? never
    : {
        [Key in keyof Value & string]-?: [Exclude<Value[Key], Leaf>] extends [never] ? never : Key;
      }[keyof Value & string];

type Leaf = Primitive | JsonNumber | Date | Uint8Array;

/** A path as text. A key with a dot has none. */
type Joined<Steps extends readonly string[]> = Steps extends readonly [infer Only extends string]
  ? Exclude<Only, `${string}.${string}`>
  : Steps extends readonly [infer Key extends string, ...infer Rest extends readonly string[]]
    ? `${Key}.${Joined<Rest>}`
    : never;
