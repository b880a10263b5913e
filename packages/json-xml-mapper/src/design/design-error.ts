/** A problem of a design: what is wrong where, what was expected, and the name that was probably meant. */
export interface DesignProblem {
  /** The keys from the root of the design to the entry: `['fill', 'GetUser/apiKey']`. */
  readonly at: readonly string[];
  readonly message: string;
  /** The name that was probably meant. */
  readonly nearest?: string | undefined;
}

/** A design that does not fit its service, or that is not a design at all, with every problem. */
export class DesignError extends Error {
  override readonly name = 'DesignError';
  readonly problems: readonly DesignProblem[];

  constructor(problems: readonly DesignProblem[]) {
    const [first] = problems;
    const place = first === undefined || first.at.length === 0 ? '' : ` at ${first.at.join(' > ')}`;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    super(`the design cannot be used${place}: ${first?.message ?? 'it has a problem'}${more}`);
    this.problems = problems;
  }
}

/**
 * A structural guard, which also recognises errors of another copy of this package.
 *
 * @example
 * ```ts
 * if (isDesignError(error)) for (const { at, message } of error.problems) console.error(at.join(' > '), message);
 * ```
 */
export function isDesignError(value: unknown): value is DesignError {
  return (
    value instanceof Error &&
    value.name === 'DesignError' &&
    Array.isArray((value as { problems?: unknown }).problems)
  );
}
