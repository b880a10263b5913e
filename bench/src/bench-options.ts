/** How much to measure. */
export interface BenchOptions {
  readonly rounds: number;
  readonly roundMs: number;
  /** Whether to measure only enough to show that the bench works. */
  readonly quick: boolean;
  /** Whether to also run the cases that need minutes or gigabytes. */
  readonly large: boolean;
  /** Whether to measure calls with a design beside calls without: `gateway` only. */
  readonly design: boolean;
  /** Whether to measure only what has a bound, and fresh processes often enough for a median: `client` and `wsdl` only. */
  readonly bounds: boolean;
  /** Whether to measure only the memory of a node: `scale` only. */
  readonly memory: boolean;
  /** Another checkout to compare with, and how often: `gateway` only. */
  readonly beside?: { readonly checkout: string; readonly times: number };
}
