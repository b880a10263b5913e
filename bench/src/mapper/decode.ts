import type { BenchOptions } from '../bench-options.js';
import { isolate } from '../isolated/isolate.js';
import type { BenchRow, BenchTable } from '../table.js';
import * as module from './decode-contenders.js';
import { type DecodeCase, SAXES } from './decode-contenders.js';
import { DOCUMENT_KINDS } from './decode-documents.js';
import { measureMemory } from './decode-memory.js';
import { runServices } from './decode-services.js';
import { checkSame, outputOf } from './same-output.js';

const KB = 1000;
const SIZES = [
  { label: '1 KB', bytes: KB },
  { label: '20 KB', bytes: 20 * KB },
  { label: '200 KB', bytes: 200 * KB },
  { label: '5 MB', bytes: 5000 * KB },
];
const LARGE = { label: '50 MB', bytes: 50_000 * KB };

/**
 * SOAP response to typed JSON text, side by side: this mapper, saxes with the same shapes, strong-soap, node-soap,
 * fast-xml-parser with types corrected afterwards, and JSON.parse + JSON.stringify of the same result as JSON.
 */
export async function run(options: BenchOptions): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const { name: kind } of DOCUMENT_KINDS) {
    for (const { label, bytes } of sizesOf(options)) {
      const what: DecodeCase = { kind, bytes };
      await check(`${kind}, ${label}`, what);
      const megabytes = Buffer.byteLength(module.documentOf(what)) / 1e6;
      rows.push(...(await isolate(`${kind}, ${label}`, module, what, megabytes, options)));
    }
  }
  rows.push(...(await runServices(options)));
  return {
    name: 'mapper: response XML to JSON text',
    unit: 'MB/s',
    rounds: options.rounds,
    rows,
    notes: [
      'MB/s counts the XML. Chunks of 64 KB. saxes gives byte-identical JSON; the output of the other peers differs.',
      'Each contender runs in its own process, and the CPU time of all of its threads counts.',
      ...measureMemory(),
    ],
  };
}

/** The one size of a quick run. */
function sizesOf({ quick, large }: BenchOptions): typeof SIZES {
  if (quick) return SIZES.slice(1, 2);
  return large ? [...SIZES, LARGE] : SIZES;
}

/** Throws if a contender's output differs: it would not do the same work. */
async function check(label: string, what: DecodeCase): Promise<void> {
  const result = await module.resultOf(what);
  checkSame(`${label}: ${SAXES}`, await outputOf(module.contendersOf(what), SAXES), result);
  if ((await module.streamedLengthOf(what)) !== Buffer.byteLength(result)) {
    throw new Error(`${label}: the stream lost something`);
  }
}
