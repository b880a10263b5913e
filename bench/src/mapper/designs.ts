import type { BenchOptions } from '../bench-options.js';
import { isolate } from '../isolated/isolate.js';
import type { BenchRow, BenchTable } from '../table.js';
import type { DesignCase } from './design-contenders.js';
import * as module from './design-contenders.js';

const KB = 1000;
const SIZES = [
  { label: '20 KB', bytes: 20 * KB },
  { label: '200 KB', bytes: 200 * KB },
];

/** Messages with members that a design names, leaves out, lifts or fills, beside the same messages without a design. */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const what of ['decode', 'decode a list in an object', 'encode'] as const) {
    for (const { label, bytes } of options.quick ? SIZES.slice(0, 1) : SIZES) {
      const designCase: DesignCase = { what, bytes };
      const name = `designs: ${what}, ${label}`;
      rows.push(...(await isolate(name, module, designCase, module.sizeOf(designCase) / 1e6, options)));
    }
  }
  const fill: DesignCase = { what: 'fill', bytes: 0 };
  rows.push(
    ...(await isolate('designs: fill a small request', module, fill, module.sizeOf(fill) / 1e6, options)),
  );
  return {
    name: 'mapper: messages with a design',
    unit: 'MB/s',
    rounds: options.rounds,
    rows,
    notes: ['Designs: MB/s counts the XML that is decoded and the JSON that is encoded.'],
  };
}
