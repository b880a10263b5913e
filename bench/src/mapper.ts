import type { BenchOptions } from './bench-options.js';
import { run as runDecode } from './mapper/decode.js';
import { run as runDesigns } from './mapper/designs.js';
import { run as runEncode } from './mapper/encode.js';
import type { BenchTable } from './table.js';

/** XML to JSON, then JSON to XML, each against its peers, with designs, and memory. */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const tables = [await runDecode(options), await runEncode(options), await runDesigns(options)];
  return {
    name: 'mapper',
    unit: tables[0]?.unit ?? '',
    rounds: options.rounds,
    rows: tables.flatMap(({ rows }) => rows),
    notes: tables.flatMap(({ notes }) => notes),
  };
}
