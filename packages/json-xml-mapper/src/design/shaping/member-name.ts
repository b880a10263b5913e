import { describe, type ShapingReporter } from '../design-data.js';

/** A name of a member: no `$`, which the mapper uses, and nothing that a path or a query string has a meaning for. */
export const MEMBER_NAME: RegExp = /^@?[\p{L}_][\p{L}\p{M}\p{N}_-]{0,127}$/u;

/** Reads the new name of a member. Undefined after reporting a problem. */
export function readName(to: unknown, at: readonly string[], reporter: ShapingReporter): string | undefined {
  if (typeof to === 'string' && reporter.count(to.length, at) && MEMBER_NAME.test(to)) return to;
  const got = typeof to === 'string' && to.length > 80 ? 'a long text' : describe(to);
  reporter.report(
    at,
    `must be a name of at most 128 letters, digits, _ and -, that begins with a letter or _, got ${got}`,
  );
  return undefined;
}

/** Only an attribute may be called `@name`, so that a reader of the JSON can rely on it. */
export function isOneKind(
  key: string,
  to: string,
  at: readonly string[],
  reporter: ShapingReporter,
): boolean {
  if (!to.startsWith('@') || key.startsWith('@')) return true;
  reporter.report(at, 'must not begin with @: the member is not an attribute');
  return false;
}
