/** The amount of measuring. */
export interface BenchOptions {
  readonly rounds: number;
  readonly roundMs: number;
  /** Only enough to show that the bench works. */
  readonly quick: boolean;
  /** Also run the cases that need minutes or gigabytes. */
  readonly large: boolean;
}
