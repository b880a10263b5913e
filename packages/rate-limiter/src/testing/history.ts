import type { NodeHistory } from './nodes.js';

/** The combined observations of all nodes of a run. */
export interface History {
  readonly admitted: number;
  readonly refunded: number;
  readonly denied: number;
  readonly failures: number;
  /** Sorted. */
  readonly remaining: readonly number[];
  readonly periods: Readonly<Record<string, number>>;
  /** Sorted, by the Redis clock. */
  readonly instants: readonly number[];
  readonly unheard: number;
  /** p99 and maximum latency of a decision, in milliseconds. */
  readonly wait99: number;
  readonly waitMax: number;
  /** How often a node started deciding on its own. */
  readonly outages: number;
}

export function mergeHistories(nodes: readonly NodeHistory[]): History {
  const sum = (count: (node: NodeHistory) => number) => nodes.reduce((total, node) => total + count(node), 0);
  const sorted = (values: readonly number[]) => Float64Array.from(values).sort();
  const periods: Record<string, number> = {};
  for (const [end, count] of nodes.flatMap((node) => Object.entries(node.periods))) {
    periods[end] = (periods[end] ?? 0) + count;
  }
  const waits = sorted(nodes.flatMap((node) => node.waits));
  return {
    admitted: sum((node) => node.admitted),
    refunded: sum((node) => node.refunded),
    denied: sum((node) => node.deniedByMinute + node.deniedByQuota),
    failures: sum((node) => node.failures),
    remaining: Array.from(sorted(nodes.flatMap((node) => node.remaining))),
    periods,
    instants: Array.from(sorted(nodes.flatMap((node) => node.instants))),
    unheard: sum((node) => node.unheard),
    wait99: waits[Math.floor(waits.length * 0.99)] ?? 0,
    waitMax: waits.at(-1) ?? 0,
    outages: sum((node) => node.transitions.filter(([, degraded]) => degraded).length),
  };
}

/** The number of `instants` (sorted) in the fullest window of `length` milliseconds, its end excluded. */
export function fullestWindow(instants: readonly number[], length: number): number {
  let first = 0;
  let most = 0;
  instants.forEach((instant, index) => {
    while (instant - instants[first]! >= length) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

/** How many of `values` (sorted) occur more than once, and how many between 0 and the largest are missing. */
export function countDuplicatesAndGaps(values: readonly number[]): { duplicates: number; gaps: number } {
  const distinct = new Set(values).size;
  return {
    duplicates: values.length - distinct,
    gaps: values.length === 0 ? 0 : values.at(-1)! + 1 - distinct,
  };
}

/** Prints one line of figures to standard error, which the reporter does not capture. */
export function printFigures(name: string, figures: Readonly<Record<string, string | number>>): void {
  const list = Object.entries(figures).map(
    ([what, value]) => `${what} ${typeof value === 'number' ? Number(value.toFixed(1)) : value}`,
  );
  process.stderr.write(`${name}: ${list.join(', ')}\n`);
}
