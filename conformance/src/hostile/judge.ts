import type { Measured } from './requests.js';
import type { HostileService, HostileShape } from './shape.js';

/** The most that one request may cost the gateway. Times are CPU time, which other programs do not add to. */
export const BOUNDS = {
  /** Milliseconds of the longest turn of the event loop. */
  turnMs: 100,
  /** Milliseconds of all threads and processes: the deadline of an import, by default. */
  totalMs: 20_000,
  /** Memory: this multiple of the input, or this many bytes, whichever is larger. */
  memoryTimes: 100,
  memoryBytes: 64 * 1024 * 1024,
  /** Bytes written: this multiple of the input, or this many bytes, whichever is larger, and never more than `writtenMost`. */
  writtenTimes: 50,
  writtenBytes: 1024 * 1024,
  writtenMost: 32 * 1024 * 1024,
  /**
   * The ratio of the costs of an input and one of half the size. Where what is written grows faster than twofold (types that inherit hundreds of
   * members each), CPU may grow by as much more.
   */
  growth: 2.3,
} as const;

/** Milliseconds of CPU that the larger size must take for its growth to count: below that, the start of a child process is most of it. */
const LEAST_MS = 1_000;
/** Bytes that the larger size must write for their growth to count. */
const LEAST_WRITTEN = 64 * 1024;
/** The maximum number of measurements of a shape that grows too fast. */
const ROUNDS = 3;

/** What a shape costs. */
export interface Judgement {
  /** The requests about the larger of the two sizes, or about the half size alone. */
  readonly costs: readonly Measured[];
  /** Every bound that a request exceeds. */
  readonly faults: readonly string[];
}

/**
 * Measures a shape at both sizes. One that grows too fast is measured again, and the lowest CPU of each request counts: noise only adds to it,
 * while the cost of the shape itself is in every measurement. Of turns, memory and bytes, the highest counts.
 *
 * @param halfOnly measures the smaller size alone, and not its growth
 */
export async function judgeShape(
  { make }: HostileShape,
  measure: (service: HostileService) => Promise<readonly Measured[]>,
  { halfOnly = false }: { readonly halfOnly?: boolean } = {},
): Promise<Judgement> {
  let half: readonly Measured[] = [];
  let whole: readonly Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    half = join(half, await measure(make(1)));
    if (halfOnly) return { costs: half, faults: faultsOf(half, []) };
    whole = join(whole, await measure(make(2)));
    if (faultsOf(whole, half).length === 0) break;
  }
  return { costs: whole, faults: faultsOf(whole, half) };
}

/** Every bound that one of the requests exceeds. `half` are the same requests about half the size; without them, growth is not judged. */
export function faultsOf(whole: readonly Measured[], half: readonly Measured[]): readonly string[] {
  const smaller = new Map(half.map((each) => [each.phase, each]));
  const output = Math.max(2, ...whole.map((each) => writtenGrowth(each, smaller.get(each.phase))));
  return whole.flatMap((each) =>
    problemsOf(each, smaller.get(each.phase), output).map((problem) => `${each.phase}: ${problem}`),
  );
}

function problemsOf(measured: Measured, half: Measured | undefined, output: number): string[] {
  const { bytes, written, end, longest, total, memory } = measured;
  const problems: string[] = [];
  if (longest > BOUNDS.turnMs) problems.push(`a turn of ${longest.toFixed(0)} ms`);
  if (total > BOUNDS.totalMs) problems.push(`${(total / 1000).toFixed(0)} s of CPU`);
  if (memory > Math.max(BOUNDS.memoryBytes, bytes * BOUNDS.memoryTimes))
    problems.push(`${megabytes(memory)} of memory for ${megabytes(bytes)}`);
  if (written > Math.min(BOUNDS.writtenMost, Math.max(BOUNDS.writtenBytes, bytes * BOUNDS.writtenTimes)))
    problems.push(`${megabytes(written)} written for ${megabytes(bytes)}`);
  // What is asked about a description that is the same at both sizes does not grow.
  const isLarger = half !== undefined && bytes > 1.5 * half.bytes;
  const growth = isLarger && total >= LEAST_MS ? total / half.total : 1;
  if (growth > (BOUNDS.growth * output) / 2)
    problems.push(
      `${growth.toFixed(1)} times the CPU for twice the size, of which ${output.toFixed(1)} times as much is written`,
    );
  // A rejection is fine, and so is a fault of the SOAP service; an internal error is not.
  if (end.startsWith('500') || end.startsWith('no answer')) problems.push(`it ended with ${end}`);
  return problems;
}

function writtenGrowth({ written }: Measured, half: Measured | undefined): number {
  return half === undefined || half.written === 0 || written < LEAST_WRITTEN ? 1 : written / half.written;
}

/** Merges two measurements of the same requests. */
function join(earlier: readonly Measured[], later: readonly Measured[]): readonly Measured[] {
  return later.map((each) => {
    const other = earlier.find(({ phase }) => phase === each.phase);
    if (other === undefined) return each;
    return {
      ...each,
      longest: Math.max(each.longest, other.longest),
      total: Math.min(each.total, other.total),
      memory: Math.max(each.memory, other.memory),
      written: Math.max(each.written, other.written),
    };
  });
}

/** A number of bytes in words. */
export function megabytes(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
