import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATEWAY_FLAGS } from '@soapstone/testing/server-process';
import type { BuiltServers } from '../gateway/build-servers.js';
import { createLoad } from '../gateway/load.js';
import { listOrders } from '../gateway/orders.js';
import type { BenchRow } from '../table.js';
import { type Caller, fillDatabase } from './crowd.js';
import { type GatewayNode, nodeEnvironment, startNode } from './node.js';

/** The crowd, and how many of its services are called. */
const FULL = { accounts: 1_000, services: 10_000, wsdls: 1_000, active: 1_000 };
const QUICK = { accounts: 20, services: 100, wsdls: 40, active: 40 };
const ROUNDS = 3;
const RATE = 100;
const MB = 1024 * 1024;

/** What a node is started with. */
interface Variant {
  readonly name: string;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const SMALL_HEAP = ['--max-semi-space-size=4', '--min-semi-space-size=4', '--heap-growing-percent=20'];
const VARIANTS: readonly Variant[] = [
  { name: 'as started by its command', flags: GATEWAY_FLAGS, environment: {} },
  {
    name: 'CATALOG_BYTES of 64 MB',
    flags: GATEWAY_FLAGS,
    environment: { CATALOG_BYTES: String(64 * MB) },
  },
  { name: 'young generation of 4 MB, growth of 20 %', flags: SMALL_HEAP, environment: {} },
  {
    name: 'both',
    flags: SMALL_HEAP,
    environment: { CATALOG_BYTES: String(64 * MB) },
  },
];

/**
 * The resident memory of a node with many services on SQLite, of which some are called three times in turn: with the flags of the command,
 * with less room for compiled services, and with a heap that saves memory instead of processor time.
 */
export async function measureMemory(
  built: BuiltServers,
  upstream: string,
  quick: boolean,
): Promise<readonly BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-scale-'));
  const size = quick ? QUICK : FULL;
  const environment = nodeEnvironment(upstream, dataDir);
  const rows: BenchRow[] = [];
  try {
    const { callers } = await fillDatabase(built, { ...size, environment, upstream });
    // The first account has many services; each of these has another WSDL.
    const active = callers.slice(size.services / 10, size.services / 10 + size.active);
    for (const { name, flags, environment: own } of VARIANTS) {
      const node = await startNode(built.file('main'), { ...environment, ...own }, flags);
      const row = (contender: string, rate: number) => rows.push({ case: name, contender, rate, ratio: 1 });
      try {
        row('MB after the start', (await node.memoryBytes()) / MB);
        const cpu = await node.cpuSeconds();
        for (let round = 0; round < ROUNDS; round++) await call(node, active);
        row(`MB after ${ROUNDS} calls of ${active.length} services`, (await node.memoryBytes()) / MB);
        row('ms of CPU per call', ((await node.cpuSeconds()) - cpu) * (1_000 / (ROUNDS * active.length)));
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        row('MB 10 s later', (await node.memoryBytes()) / MB);
      } finally {
        await node.stop();
      }
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return rows;
}

/** Calls each service once, at a rate that a node with cold services serves. */
async function call(node: GatewayNode, callers: readonly Caller[]): Promise<void> {
  const load = createLoad('the node', node, 4, (i) => {
    const { path, key } = callers[i % callers.length]!;
    const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https', 'x-api-key': key };
    return { path, headers, body: listOrders(1) };
  });
  try {
    await load.pace(RATE, (callers.length / RATE) * 1_000);
  } finally {
    await load.close();
  }
}
