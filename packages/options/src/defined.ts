import { kindOf, OptionError } from './index.js';

/** `T` without `undefined`: a member that may be undefined becomes optional. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies the members that are not undefined, in order. Models and Shapes are compared, stored and printed, so an absent member must
 * be absent, not present with the value `undefined`; `exactOptionalPropertyTypes` makes the same difference.
 *
 * @throws {OptionError} for a value that has no members
 *
 * @example
 * ```ts
 * const part = { name, ...defined({ documentation, type }) };
 * ```
 */
export function defined<T extends object>(members: T): Defined<T> {
  if (typeof members !== 'object' || members === null)
    throw new OptionError('defined', {
      path: '/members',
      expected: `expected an object, not ${kindOf(members)}`,
    });
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(members)) {
    const value = members[key as keyof T];
    if (value !== undefined) copy[key] = value;
  }
  return copy as Defined<T>;
}
