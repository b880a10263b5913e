import type { BenchOptions } from './bench-options.js';
import { buildServers } from './gateway/build-servers.js';
import { measureMemory } from './scale/measure-memory.js';
import { measureNodes } from './scale/measure-nodes.js';
import { measureServices } from './scale/measure-services.js';
import { startSharedServers } from './scale/shared-servers.js';
import type { BenchTable } from './table.js';

/**
 * The questions of a company with many nodes, accounts and services. 1, 2 and 4 nodes (processes of this machine) on one PostgreSQL and one Redis
 * under a fixed load: the processor time, commands and statements that a node costs the shared parts. Then one node with 10,000 services of
 * 1,000 accounts, on SQLite and on PostgreSQL: start, memory, cold and warm calls, lists, size of the database. Needs Linux and the Debian
 * packages `postgresql` and `redis-server`, whose servers it starts and stops.
 */
export async function run({ quick, memory }: BenchOptions): Promise<BenchTable> {
  if (memory) return runMemory(quick);
  const shared = await startSharedServers();
  try {
    const built = await buildServers();
    try {
      const upstream = (await built.start('upstream', null)).ready['address'] as string;
      const nodes = await measureNodes(built, shared, upstream, quick);
      const services = await measureServices(built, shared, upstream, quick);
      return {
        name: 'scale',
        unit: 'each line names its unit',
        rounds: 1,
        rows: [...nodes.rows, ...services.rows],
        notes: [...nodes.notes, ...services.notes],
      };
    } finally {
      await built.remove();
    }
  } finally {
    await shared.stop();
  }
}

/** The memory of a node alone, which needs neither PostgreSQL nor Redis. */
async function runMemory(quick: boolean): Promise<BenchTable> {
  const built = await buildServers();
  try {
    const upstream = (await built.start('upstream', null)).ready['address'] as string;
    const rows = await measureMemory(built, upstream, quick);
    return { name: 'memory', unit: 'each line names its unit', rounds: 1, rows, notes: [] };
  } finally {
    await built.remove();
  }
}
