import type { BenchOptions } from '../bench-options.js';
import { isolate } from '../isolated/isolate.js';
import type { BenchRow, BenchTable } from '../table.js';
import * as module from './encode-contenders.js';
import { AJV_WAY, type EncodeCase, OBJECT_INTERFACE, OURS } from './encode-contenders.js';
import { REQUEST_KINDS } from './encode-documents.js';
import { checkSame, outputOf } from './same-output.js';

const KB = 1000;
const SIZES = [
  { label: '1 KB', bytes: KB },
  { label: '20 KB', bytes: 20 * KB },
  { label: '200 KB', bytes: 200 * KB },
];
const LARGE = { label: '5 MB', bytes: 5000 * KB };

/**
 * JSON bytes to a validated SOAP envelope in bytes, side by side: this mapper in one pass over the bytes and through its
 * object interface, JSON.parse + ajv + a serializer for these types, node-soap (which validates nothing), and
 * JSON.parse + JSON.stringify.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const facets of [true, false]) {
    for (const { name: kind } of REQUEST_KINDS) {
      for (const { label, bytes } of sizesOf(options)) {
        const what: EncodeCase = { kind, bytes, facets };
        const name = `request, ${kind}, ${label}, ${facets ? 'with' : 'without'} facets`;
        await check(name, what);
        rows.push(...(await isolate(name, module, what, module.requestOf(what).length / 1e6, options)));
      }
    }
  }
  return {
    name: 'mapper: JSON bytes to request envelope bytes',
    unit: 'MB/s',
    rounds: options.rounds,
    rows,
    notes: [
      'MB/s counts the JSON. Soapstone and the ajv encoder write the same bytes; the output of node-soap differs and is not validated.',
      'All reuse their output memory, except the object interface and the row that says so.',
    ],
  };
}

/** The one size of a quick run. */
function sizesOf({ quick, large }: BenchOptions): typeof SIZES {
  if (quick) return SIZES.slice(1, 2);
  return large ? [...SIZES, LARGE] : SIZES;
}

/** Throws if a contender's output differs: it would not do the same work. */
async function check(label: string, what: EncodeCase): Promise<void> {
  const contenders = module.contendersOf(what);
  const ours = await outputOf(contenders, OURS);
  for (const name of [AJV_WAY, OBJECT_INTERFACE]) {
    checkSame(`${label}: ${name}`, await outputOf(contenders, name), ours);
  }
}
