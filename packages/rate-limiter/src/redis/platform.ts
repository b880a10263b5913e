/** Globals of Node. */
export const platform = globalThis as unknown as {
  readonly performance: { now(): number };
  readonly crypto: { randomUUID(): string };
  readonly setTimeout: (callback: () => void, milliseconds: number) => { unref?(): void };
  readonly setImmediate: (callback: () => void) => unknown;
};

/** The default clock. */
export const monotonic = (): number => platform.performance.now();
