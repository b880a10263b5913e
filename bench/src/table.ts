/** One measured contender of one case. `rate` is work per second (the unit is the table's), the median of its rounds. */
export interface BenchRow {
  readonly case: string;
  readonly contender: string;
  readonly rate: number;
  /** This contender's rate divided by the rate of ours in the same case and run; ours is 1. */
  readonly ratio: number;
}

/** The CPU time of ours divided by that of node-soap in the same run: less is better. */
export interface BenchShare {
  /** The case, as its bound names it. */
  readonly name: string;
  readonly share: number;
}

/** The printed result of a bench. Compare the ratios, which come from one interleaved run; absolute rates depend on the machine. */
export interface BenchTable {
  readonly name: string;
  /** The unit of `rate`, such as `MB/s` or `calls/s`. */
  readonly unit: string;
  readonly rounds: number;
  readonly rows: readonly BenchRow[];
  /** Shares that are not ratios of rows, such as those of fresh processes. */
  readonly shares?: readonly BenchShare[];
  /** Notes needed to read the figures correctly: sizes, peak memory, omissions. */
  readonly notes: readonly string[];
}

/** Prints a table for people. The ratio column says how many times faster *ours* is than the contender. */
export function printTable(table: BenchTable): string {
  const lines = [`${table.name}: medians of ${table.rounds} interleaved rounds, ${table.unit}`];
  for (const [name, rows] of groupByCase(table.rows)) {
    lines.push('', name);
    const width = Math.max(...rows.map((row) => row.contender.length));
    for (const row of rows) {
      const times = row.ratio === 1 ? '' : `ours is ${(1 / row.ratio).toFixed(2)} times this`;
      lines.push(`  ${row.contender.padEnd(width)}  ${printRate(row.rate).padStart(10)}  ${times}`.trimEnd());
    }
  }
  return [...lines, ...(table.notes.length > 0 ? ['', ...table.notes] : [])].join('\n');
}

function groupByCase(rows: readonly BenchRow[]): Map<string, BenchRow[]> {
  const groups = new Map<string, BenchRow[]>();
  for (const row of rows) groups.set(row.case, [...(groups.get(row.case) ?? []), row]);
  return groups;
}

function printRate(rate: number): string {
  return rate >= 100 ? rate.toFixed(0) : rate.toPrecision(3);
}
