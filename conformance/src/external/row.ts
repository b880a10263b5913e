/** How many cases of a suite had the right outcome. */
export interface Count {
  readonly right: number;
  readonly of: number;
}

/** Cases whose outcome is another one on purpose, with the reason. */
export interface Exceptions {
  readonly reason: string;
  readonly cases: readonly string[];
}

/** One line of the scoreboard: what a suite by others asks of one part, and what the same run says of others. */
export interface Row {
  /** The suite and its version. */
  readonly suite: string;
  readonly asked: string;
  readonly ours: Count;
  /** Peers by name. */
  readonly peers?: Readonly<Record<string, Count>>;
  readonly exceptions?: readonly Exceptions[];
  /** Cases with a wrong outcome and no reason: each of them fails the run. */
  readonly failures: readonly string[];
}

/** A suite that cannot run here, with the reason. */
export interface Skipped {
  readonly suite: string;
  readonly skipped: string;
}

export type Result = readonly (Row | Skipped)[];

/** A case of a suite whose expected outcome is `true` (accepted) or `false` (refused). */
export interface Case {
  readonly name: string;
  readonly expected: boolean;
}

/** Counts outcomes, and sorts the wrong ones into known exceptions and failures. */
export function score<C extends Case>(
  cases: readonly C[],
  outcomes: readonly boolean[],
  known: readonly Exceptions[] = [],
): Pick<Row, 'ours' | 'exceptions' | 'failures'> {
  const wrong = new Set(
    cases.filter(({ expected }, index) => outcomes[index] !== expected).map(({ name }) => name),
  );
  const exceptions = known
    .map(({ reason, cases: names }) => ({ reason, cases: names.filter((name) => wrong.has(name)) }))
    .filter((each) => each.cases.length > 0);
  const excused = new Set(exceptions.flatMap((each) => each.cases));
  return {
    ours: { right: cases.length - wrong.size, of: cases.length },
    exceptions,
    failures: [
      ...[...wrong].filter((name) => !excused.has(name)),
      // An exception that is not one any more makes the page wrong.
      ...known
        .flatMap((each) => each.cases)
        .filter((name) => !wrong.has(name))
        .map((name) => `${name} is right now: no exception`),
    ],
  };
}

/** Whether a parser ends without an error. */
export function accepts(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

/** The count of a peer on the same cases. */
export const countRight = (cases: readonly Case[], outcomes: readonly boolean[]): Count => ({
  right: cases.filter(({ expected }, index) => outcomes[index] === expected).length,
  of: cases.length,
});
