import type { BenchOptions } from './main.js';
import { run as runDecode } from './mapper/decode.js';
import type { BenchTable } from './table.js';

/** JSON to XML and XML to JSON. */
export async function run(options: BenchOptions): Promise<BenchTable> {
  return runDecode(options);
}
