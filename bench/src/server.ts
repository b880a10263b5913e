/** `pnpm bench server`: calls of a SOAP server per second of its CPU, compared with node-soap's server. */
import type { BenchOptions } from './bench-options.js';
import { isolate } from './isolated/isolate.js';
import { CALLS, contendersOf } from './server/contenders.js';
import { measureLarge } from './server/large.js';
import type { BenchRow, BenchTable } from './table.js';

const SIZES = [
  { label: 'small', bytes: 300 },
  { label: '20 KB', bytes: 20_000 },
] as const;

export async function run(options: BenchOptions): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  const url = new URL('./server/contenders.ts', import.meta.url).href;
  for (const { label, bytes } of SIZES)
    rows.push(
      ...(await isolate(`request and response, ${label}`, { url, contendersOf }, { bytes }, CALLS, options)),
    );
  return {
    name: 'server',
    unit: 'calls per CPU second',
    rounds: options.rounds,
    rows,
    notes: [await measureLarge()],
  };
}
