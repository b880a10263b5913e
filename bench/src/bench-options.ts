/** The amount of measuring. */
export interface BenchOptions {
  readonly rounds: number;
  readonly roundMs: number;
  /** Whether to measure only enough to show that the bench works. */
  readonly quick: boolean;
  /** Whether to run also the cases that need minutes or gigabytes. */
  readonly large: boolean;
}
