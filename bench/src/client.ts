/** `pnpm bench client`: whole calls compared with node-soap, strong-soap and easy-soap-request, a large response, and the first call. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchOptions } from './bench-options.js';
import { contendersOf } from './client/callers.js';
import { type FirstCall, firstCall } from './client/first-call.js';
import { withAnswers } from './client/with-answers.js';
import { isolate } from './isolated/isolate.js';
import type { BenchRow, BenchShare, BenchTable } from './table.js';

const SIZES = [
  { label: 'small', bytes: 600 },
  { label: '20 KB', bytes: 20_000 },
  { label: '500 KB', bytes: 500_000 },
] as const;
const LARGE = 50_000_000;

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** A small WSDL, and a large one of the public corpus next to the project, which is left out if it is absent. */
const FIRST_CALLS: readonly FirstCall[] = [
  {
    label: 'the user directory (6 KB and its schema)',
    wsdl: pathOf('../../examples/user-directory/user-directory.wsdl'),
    operation: 'GetUser',
  },
  {
    label: 'FedEx ShipService',
    wsdl: pathOf('../../../shared/corpus/jzempel__fedex/fedex/wsdls/ShipService_v17.wsdl'),
    operation: 'deleteShipment',
  },
];
const LARGE_PROCESS = fileURLToPath(new URL('./client/large-process.ts', import.meta.url));

export async function run(options: BenchOptions): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  const shares: BenchShare[] = [];
  const notes: string[] = [];
  await withAnswers([], async (server) => {
    const callers = new URL('./client/callers.ts', import.meta.url).href;
    for (const { label, bytes } of SIZES) {
      const what = { url: `${server}/${bytes}` };
      rows.push(
        ...(await isolate(
          `calls with a response of ${label}`,
          { url: callers, contendersOf },
          what,
          1,
          options,
        )),
      );
    }
    if (!options.bounds) notes.push(readLarge(server));
  });
  for (const each of FIRST_CALLS) {
    if (existsSync(each.wsdl)) {
      const measured = await firstCall(each, options);
      shares.push(...measured.shares);
      notes.push(...measured.notes);
    } else {
      notes.push(`The first call of ${each.label} was not measured: ${each.wsdl} does not exist.`);
    }
  }
  return { name: 'client', unit: 'calls per CPU second', rounds: options.rounds, rows, shares, notes };
}

/** The memory that `items` takes for a large response. */
function readLarge(server: string): string {
  const { status, stdout, stderr } = spawnSync(
    'node',
    ['--import', 'tsx', '--conditions=@soapstone/source', LARGE_PROCESS, server, String(LARGE)],
    { encoding: 'utf8', timeout: 300_000 },
  );
  if (status !== 0) throw new Error(`cannot read the large response: ${stderr}`);
  const { items, grown } = JSON.parse(stdout) as { items: number; grown: number };
  return `${LARGE / 1e6} MB with "items": ${items} items, and ${(grown / 2 ** 20).toFixed(0)} MB more resident memory at most`;
}
