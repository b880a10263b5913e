import type { JsonNumberLike } from './values.js';

/**
 * A design file as data (docs/design.md): what the owner of a service decides about its JSON. It has no expressions, and every line of it is
 * checked against the service.
 *
 * @example
 * ```ts
 * const design: Design = { fill: { 'GetRates/clientId': '510087100', 'Login/password': { secret: 'crm' } } };
 * ```
 */
export interface Design {
  /** The address of the JSON Schema of design files, for editors. Ignored. */
  readonly $schema?: string | undefined;
  /**
   * Members that the owner fills (DF-1), by their paths: the name of an operation or `*`, then the JSON keys, separated by `/`. In a key,
   * `/` is written `~1` and `~` is `~0`, as in a JSON Pointer.
   */
  readonly fill?: { readonly [path: string]: FillEntry } | undefined;
  /**
   * The spelling of all keys (DF-4): `as-is` (the default), or `camel` for `userId` in place of `UserID`. Two keys of an object that would
   * become the same one are an error.
   */
  readonly names?: 'as-is' | 'camel' | undefined;
  /** The new name of every member that has a key, whatever its operation (DF-5). */
  readonly rename?: { readonly [key: string]: string } | undefined;
  /** What is changed in single operations, by their names. */
  readonly operations?: { readonly [operation: string]: OperationDesign } | undefined;
}

/** What a design changes in one operation. Paths are the JSON keys without the design, separated by `/`. */
export interface OperationDesign {
  /** Whether clients do not see the operation at all (DF-6). */
  readonly hidden?: boolean | undefined;
  readonly input?: MessageDesign | undefined;
  readonly result?: MessageDesign | undefined;
}

/** What a design changes in the input or the result of an operation. */
export interface MessageDesign {
  /** The new names of members, by their paths. They win over `Design.rename` and `Design.names`. */
  readonly rename?: { readonly [path: string]: string } | undefined;
}

/** A value that the owner fills in, or the members of an object with theirs. */
export type FillEntry = FillConstant | FillDirective | { readonly [path: string]: FillEntry };

/** A value that is always the same. An array is the value of a list, or of a member that repeats. */
export type FillConstant =
  | string
  | number
  | bigint
  | boolean
  | null
  | JsonNumberLike
  | readonly (string | number | bigint | boolean | JsonNumberLike)[];

/**
 * A value that a call brings: a secret of the owner, a new UUID, the time of the call in UTC, or an HTTP header of the client's request.
 */
export type FillDirective =
  | { readonly secret: string }
  | { readonly generate: 'uuid' | 'timestamp' }
  | { readonly header: string };
