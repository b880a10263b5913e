/**
 * `pnpm bench <name> [--json] [--quick]`: measures one part side by side with its peers and prints ratios.
 * `pnpm bench gateway --beside <checkout> [--times <runs>]` measures the gateway of this tree and of another one in turn.
 * `pnpm bench gateway --design` measures calls whose members a design fills, in a session, beside calls whose clients send the same.
 * `pnpm bench client --bounds`, or `wsdl`, measures what has a bound, and fails if a share is above it.
 * `pnpm bench scale --memory` measures the memory of a node with 10,000 services, of which 1,000 are called.
 * `--quick` runs fewer and shorter rounds: enough to see that the bench works, but not to quote.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchOptions } from './bench-options.js';
import { BOUNDED, compareWithBounds } from './bounds/share-bounds.js';
import { type BenchTable, printTable } from './table.js';

interface Bench {
  readonly summary: string;
  load(): Promise<{ run(options: BenchOptions): Promise<BenchTable> }>;
}

const benches: Readonly<Record<string, Bench>> = {
  client: { summary: 'client calls, and the first call', load: () => import('./client.js') },
  comparison: { summary: 'other tools on the same WSDLs', load: () => import('./comparison.js') },
  mapper: { summary: 'JSON to XML and XML to JSON', load: () => import('./mapper.js') },
  keys: { summary: 'calls with keys that have rules', load: () => import('./keys.js') },
  neighbours: {
    summary: 'a tenant next to others that use their full limits',
    load: () => import('./neighbours.js'),
  },
  scale: { summary: 'many nodes, accounts and services', load: () => import('./scale.js') },
  server: { summary: 'a SOAP server', load: () => import('./server.js') },
  wsdl: { summary: 'reading a WSDL', load: () => import('./wsdl.js') },
  overload: { summary: 'the gateway at five times its capacity', load: () => import('./overload.js') },
  mcp: { summary: 'tool calls of AI agents compared with JSON calls', load: () => import('./mcp.js') },
  security: { summary: 'WS-Security compared with Apache WSS4J', load: () => import('./security.js') },
  gateway: { summary: 'calls through the whole gateway', load: () => import('./gateway.js') },
};

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    design: { type: 'boolean', default: false },
    bounds: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    beside: { type: 'string' },
    times: { type: 'string', default: '1' },
  },
});
const [name] = positionals;
const bench = name !== undefined && Object.hasOwn(benches, name) ? benches[name] : undefined;
const isMisplaced =
  ((flags.beside !== undefined || flags.design) && name !== 'gateway') ||
  (flags.memory && name !== 'scale') ||
  (flags.write && name !== 'comparison') ||
  (flags.bounds && !BOUNDED.has(name ?? ''));
if (bench === undefined || isMisplaced) {
  console.error('usage: pnpm bench <name> [--json] [--quick] [--large]');
  console.error('       pnpm bench gateway --beside <checkout> [--times <runs>]');
  console.error('       pnpm bench gateway --design [--quick]');
  console.error('       pnpm bench client|wsdl --bounds [--quick]');
  console.error('       pnpm bench scale --memory [--quick]');
  console.error('       pnpm bench comparison --write');
  for (const [key, { summary }] of Object.entries(benches)) console.error(`  ${key.padEnd(10)} ${summary}`);
  process.exit(2);
}
const { quick, large, design, bounds, memory, beside, times } = flags;
const { run } = await bench.load();
const table = await run({
  rounds: quick ? 3 : 9,
  roundMs: quick ? 60 : 250,
  quick,
  large,
  design,
  bounds,
  memory,
  ...(beside !== undefined && { beside: { checkout: resolve(beside), times: Number(times) } }),
});
console.log(flags.json ? JSON.stringify(table) : printTable(table));
if (bounds) {
  const { lines, holds } = compareWithBounds(table);
  // The output stays JSON with `--json`.
  console.error(lines.join('\n'));
  if (!holds) process.exitCode = 1;
}
