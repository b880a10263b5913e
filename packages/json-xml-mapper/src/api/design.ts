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
