/**
 * A JSON value as this library reads and writes it. Numbers that a double cannot hold are `JsonNumber` (NM-1), or `bigint` with
 * `numbers: 'bigint'` (NM-7).
 */
export type JsonValue = string | number | bigint | boolean | null | JsonNumberLike | JsonValue[] | JsonObject;

/** Objects have no prototype, so that `__proto__` and `constructor` are ordinary keys (VO-5); see `MapperOptions.prototypes`. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** The structural interface of `JsonNumber` (see `json/json-number.ts`). */
export interface JsonNumberLike {
  readonly text: string;
}

/** A JSON Schema (2020-12): plain data without external references. */
export type JsonSchema = { readonly [keyword: string]: unknown };
