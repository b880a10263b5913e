import { processCpu } from '../children/thread-clock.js';

/** How many times as long the larger input is. */
const FACTOR = 8;
/** The growth up to which work counts as linear: garbage and caches make it look up to four times as large as it is, and 64 is quadratic. */
export const LINEAR = 36;
/** How often each size is measured. The least time counts, because collecting garbage and compiling code only add to it. */
const RUNS = 4;
/** The processor time of a measurement of the smaller size in milliseconds: enough for the clock. */
const LONG_ENOUGH = 10;

/** Returns a promise only if the work needs one. */
export type Work = () => unknown;

/**
 * Returns how many times the processor time of a piece of work grows when its input is eight times as long: about 8 if the work is linear, 64 if
 * it is quadratic. Counts processor time, so that other programs do not matter.
 *
 * @param prepare creates an input of a size, and returns the work on it
 */
export async function growthOf(
  prepare: (size: number) => Work | Promise<Work>,
  size: number,
): Promise<number> {
  const small = await prepare(size);
  const large = await prepare(FACTOR * size);
  const timeOf = async (work: Work, times: number): Promise<number> => {
    const begun = processCpu();
    for (let time = 0; time < times; time += 1) await work();
    return processCpu() - begun;
  };
  let times = 1;
  while ((await timeOf(small, times)) < LONG_ENOUGH) times *= 2;
  const least = async (work: Work): Promise<number> => {
    let time = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run += 1) time = Math.min(time, await timeOf(work, times));
    return time;
  };
  return (await least(large)) / (await least(small));
}
