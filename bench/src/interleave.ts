import { cpuSeconds } from '@soapstone/testing/cpu-time';
import type { BenchRow } from './table.js';

/** A contender. `run` does the work `times` times; a promise is awaited. */
export interface Contender {
  readonly name: string;
  run(times: number): void | Promise<void>;
}

/** A contender that measures itself: `measure` does the work `times` times and returns the seconds it took. */
export interface MeasuredContender {
  readonly name: string;
  measure(times: number): Promise<number>;
}

/** The duration and number of rounds. */
export interface Rounds {
  readonly rounds: number;
  /** The approximate work time of one contender per round, in milliseconds. */
  readonly roundMs: number;
}

/**
 * Measures contenders in turn, A B C A B C …, so that drifting speed of the machine affects all alike, by the CPU time of this
 * process (`wall: true` measures elapsed time, for work that waits for another process). Some contenders measure themselves.
 *
 * @param label the case
 * @param contenders the first one is ours; the ratios refer to it
 * @param workPerRun units of work that one run does, such as megabytes
 * @returns a row per contender: the median rate of its rounds
 */
export async function interleave(
  label: string,
  contenders: readonly (Contender | MeasuredContender)[],
  workPerRun: number,
  { rounds, roundMs, wall = false }: Rounds & { readonly wall?: boolean },
): Promise<BenchRow[]> {
  const measured = contenders.map((contender) =>
    'measure' in contender ? contender : measuredHere(contender, wall),
  );
  const times = measured.map(() => 1);
  for (const [i, contender] of measured.entries()) times[i] = await calibrate(contender, roundMs);
  const rates: number[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of measured.entries()) {
      const seconds = await contender.measure(times[i] ?? 1);
      rates[i]?.push((workPerRun * (times[i] ?? 1)) / seconds);
    }
  }
  const medians = rates.map(median);
  const ours = medians[0] ?? Number.NaN;
  return contenders.map((contender, i) => ({
    case: label,
    contender: contender.name,
    rate: medians[i] ?? Number.NaN,
    ratio: (medians[i] ?? Number.NaN) / ours,
  }));
}

/** Finds the number of runs that fills a round, and warms up the code. */
async function calibrate(contender: MeasuredContender, roundMs: number): Promise<number> {
  let times = 1;
  for (;;) {
    const ms = (await contender.measure(times)) * 1000;
    if (ms >= roundMs / 2) return Math.max(1, Math.round((times * roundMs) / ms));
    times = ms < 1 ? times * 10 : Math.ceil((times * roundMs) / ms);
  }
}

/** Measures in this process, by its clock or by its CPU time. */
function measuredHere(contender: Contender, wall: boolean): MeasuredContender {
  return {
    name: contender.name,
    async measure(times) {
      const now = wall ? () => performance.now() / 1000 : cpuSeconds;
      const start = now();
      await contender.run(times);
      return Math.max(now() - start, 1e-6);
    },
  };
}

/** The median; the mean of the two middle values for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
